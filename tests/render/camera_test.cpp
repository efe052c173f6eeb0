// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/camera.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

namespace weir::render {

TEST(Camera, TargetIsInTheMiddleAndUpIsUp) {
  const Camera camera = look({1, 2, 5}, {0, 0.5, 0}, 40);
  const Vec3f middle = camera.project({0, 0.5f, 0}, 640, 360);
  EXPECT_NEAR(middle.x, 320, 1e-3);
  EXPECT_NEAR(middle.y, 180, 1e-3);
  EXPECT_NEAR(middle.z, std::sqrt(1 + 2.25 + 25), 1e-4);
  EXPECT_LT(camera.project({0, 0.6f, 0}, 640, 360).y, 180);
  EXPECT_GT(camera.project(Vec3f{0, 0.5f, 0} + camera.right, 640, 360).x, 320);
}

TEST(Camera, ViewIsTheAngleFromEdgeToEdge) {
  const Camera camera = look({0, 0, 1}, {0, 0, 0}, 90);
  EXPECT_NEAR(camera.project({0, 1, 0}, 200, 100).y, 0, 1e-3);
  EXPECT_NEAR(camera.project({2, 0, 0}, 200, 100).x, 200, 1e-3);
}

RC_GTEST_PROP(Camera, DirectionsGoWhereTheyAreProjected, ()) {
  const auto number = [](int low, int high) {
    return 0.01f * static_cast<float>(*rc::gen::inRange(low * 100, high * 100));
  };
  const Camera camera = look({3, 1, 4}, {number(-2, 2), number(-2, 2), number(-2, 2)}, 35);
  const float x = number(0, 640), y = number(0, 360);
  const Vec3f back = camera.project(camera.position + camera.direction(x, y, 640, 360) * 3.0f, 640, 360);
  RC_ASSERT(std::abs(back.x - x) < 0.01f && std::abs(back.y - y) < 0.01f);
}

RC_GTEST_PROP(Camera, FramedBoxIsInThePictureAndFillsIt, ()) {
  const auto size = [] { return 0.01f * static_cast<float>(*rc::gen::inRange(1, 500)); };
  const Box3f box{{-1, 2, 3}, {-1 + size(), 2 + size(), 3 + size()}};
  for (const int dimensions : {2, 3}) {
    const Camera camera = framing_camera(box, dimensions, 320, 180);
    float reach = 0;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3f p = camera.project({corner & 1 ? box.upper.x : box.lower.x, corner & 2 ? box.upper.y : box.lower.y,
                                      corner & 4 ? box.upper.z : box.lower.z},
                                     320, 180);
      RC_ASSERT(p.x > 0 && p.x < 320 && p.y > 0 && p.y < 180 && p.z > 0);
      reach = std::max({reach, std::abs(p.x - 160) / 160, std::abs(p.y - 90) / 90});
    }
    RC_ASSERT(reach > 0.5f);
  }
}

}  // namespace weir::render
