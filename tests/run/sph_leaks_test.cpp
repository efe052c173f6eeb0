// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Violent liquid in a closed container, with solids in it, of which none may let any through.

#include "contained.h"
#include "sph/sph_settings.h"

namespace weir::run {

static Scene rough_scene(int dimensions, double spacing, sph::PressureMethod method) {
  Scene scene = pool(dimensions, spacing, {1, 1, 1}, 0.5, method);
  scene.liquids[0].velocity = Vec3d{10, 3, 0};
  // Gravity turns round, four times as strong as the Earth's.
  scene.gravity =
      Animated<Vec3d>({{1, {0, -40, 0}}, {7, {40, 0, 0}}, {13, {0, 40, 0}}, {19, {-40, 0, 0}}}, Interpolation::linear);
  const double middle = dimensions == 2 ? 0 : 0.5;
  add_solid(scene, ball({0.75, 0.4, middle}, 0.12));
  add_solid(scene, box({0.1, 0.6, -2}, {0.5, 0.6 + 0.5 * spacing, 2}));  // thinner than a particle
  Shape blade = box({-0.16, -0.03, -0.3}, {0.16, 0.03, 0.3});
  blade.transform.spin_axis = {0, 0, 1};
  blade.transform.spin = Animated<double>({{1, 0}, {25, 1080}}, Interpolation::linear);
  blade.transform.translate = Vec3d{0.35, 0.3, middle};
  add_solid(scene, blade);
  return scene;
}

static void expect_no_leaks(const Scene& scene, int frames) {
  Stage stage(scene);
  const size_t count = stage.solver().particles().size();
  double kept_out = 0, fastest = 0;
  for (int frame = 0; frame < frames; ++frame) {
    kept_out += measure(stage.advance(), "kept_out");
    const Particles& p = stage.solver().particles();
    ASSERT_EQ(p.size(), count);
    ASSERT_EQ(what_escaped(scene, p, stage.frame(), 0.1 * scene.solver.spacing), "") << "frame " << stage.frame();
    for (const Vec3f& v : p.velocity) fastest = std::max(fastest, static_cast<double>(length(v)));
  }
  note("kept_out", kept_out);
  note("fastest", fastest);
  EXPECT_GT(fastest, 5);
}

TEST(SphLeaks, Flat) { expect_no_leaks(rough_scene(2, 0.025, sph::PressureMethod::dfsph), 24); }
TEST(SphLeaks, FlatIisph) { expect_no_leaks(rough_scene(2, 0.025, sph::PressureMethod::iisph), 24); }
TEST(SphLeaks, FlatWcsph) { expect_no_leaks(rough_scene(2, 0.05, sph::PressureMethod::wcsph), 12); }
TEST(SphLeaks, InSpace) { expect_no_leaks(rough_scene(3, 0.0625, sph::PressureMethod::dfsph), 24); }

}  // namespace weir::run
