// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "scene/mirror_time.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

TEST(MirrorTime, WhatWasAtAFrameIsAtItsMirrorImage) {
  for (const Interpolation between : {Interpolation::linear, Interpolation::smooth, Interpolation::step}) {
    Scene scene;
    scene.gravity = Animated<Vec3d>({{3, {0, -1, 0}}, {8, {1, 2, 3}}, {20, {-4, 0, 0}}}, between);
    Solid solid;
    solid.shape.transform.spin = Animated<double>({{1, 0}, {10, 360}}, between);
    scene.solids.push_back(solid);
    Scene mirrored = scene;
    mirror_time(mirrored, 12);
    for (double frame = 0.5; frame < 30; frame += 0.7) {
      const double image = 24 - frame;
      EXPECT_LT(length(value_at(scene.gravity, frame) - value_at(mirrored.gravity, image)), 1e-9) << frame;
      EXPECT_NEAR(value_at(scene.solids[0].shape.transform.spin, frame),
                  value_at(mirrored.solids[0].shape.transform.spin, image), 1e-9);
    }
  }
}

TEST(MirrorTime, TwiceIsTheSceneItself) {
  Shape shape;
  shapes::MeshFile file;
  file.first_frame = 4;
  Shape part;
  part.kind = file;
  part.transform.translate = Animated<Vec3d>({{3, {0, -1, 0}}, {8, {1, 2, 3}}}, Interpolation::smooth);
  shape.kind = shapes::Union{{part}, 0};
  EXPECT_NE(mirrored(shape, 9), shape);
  EXPECT_EQ(mirrored(mirrored(shape, 9), 9), shape);
  EXPECT_EQ(std::get<shapes::MeshFile>(std::get<shapes::Union>(mirrored(shape, 9).kind).shapes[0].kind).speed, -1);
}

}  // namespace
}  // namespace weir
