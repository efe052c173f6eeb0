// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Only motion that shows is followed by rays.

#include "render/world/unseen_motion.h"

#include <gtest/gtest.h>

namespace weir::render {

// A triangle 10 m away, of which one corner moves.
static bool is_blurred(float metres, int height) {
  const Camera camera = look({0, 0, 10}, {0, 0, 0}, 90);
  World world;
  world.shutter = 0.1f;
  world.meshes.push_back({.mesh = {.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                   .triangles = {{0, 1, 2}},
                                   .velocities = {{}, {metres / 0.1f, 0, 0}, {}}},
                          .normals = {}});
  stop_unseen_motion(world, camera, height);
  return !world.meshes[0].mesh.velocities.empty();
}

// 20 m are as high as the picture.
TEST(UnseenMotion, AQuarterOfAPixelIsTheLimit) {
  EXPECT_FALSE(is_blurred(0.04f, 100));
  EXPECT_TRUE(is_blurred(0.06f, 100));
  EXPECT_TRUE(is_blurred(0.04f, 200));
  EXPECT_FALSE(is_blurred(0, 8000));
}

}  // namespace weir::render
