// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Weakly compressible liquid in violent scenes.

#include "liquid.h"

namespace weir::run {

// Stiffer liquid throws spray faster, and faster spray must not make the liquid stiffer still.
TEST(Wcsph, DoesNotRunAwayWhenBlocksCollide) {
  Scene scene = sph_scene(2, 0.04, sph::PressureMethod::wcsph);
  scene.domain = Domain{{0, 0, -1}, {2, 1, 1}, Walls::closed};
  add_liquid(scene, box({0.1, 0.1, -1}, {0.7, 0.7, 1}), {8, 2, 0});
  add_liquid(scene, box({1.3, 0.2, -1}, {1.9, 0.8, 1}), {-8, -4, 0});
  scene.frames.rate = 48;
  Stage stage(scene);
  double fastest = 0;
  int first_steps = 0, last_steps = 0;
  for (int frame = 0; frame < 24; ++frame) {
    last_steps = advance(stage, 1).steps;
    if (frame == 0) first_steps = last_steps;
    for (const Vec3f& v : stage.solver().particles().velocity) {
      fastest = std::max(fastest, static_cast<double>(length(v)));
    }
  }
  note("fastest", fastest), note("first_steps", first_steps), note("last_steps", last_steps);
  EXPECT_LT(fastest, 30);  // a jet between colliding sheets can be faster than either, not many times as fast
  EXPECT_LT(last_steps, first_steps);
}

}  // namespace weir::run
