// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Liquid that starts with a velocity that differs from point to point.

#include "liquid.h"
#include "refusal.h"
#include "weir/cache/volumes_vdb.h"

namespace weir::run {

namespace {

std::vector<Scene> both_solvers(int dimensions, double spacing) {
  std::vector<Scene> all(2, sph_scene(dimensions, spacing));
  all[1].solver.settings = grid::FlipSettings{};
  for (Scene& scene : all) scene.gravity = Vec3d{};
  return all;
}

// About z, per metre of depth in 2D.
double angular_momentum(const Particles& p, const Vec3d& centre) {
  double sum = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    sum += static_cast<double>(p.mass[i]) *
           cross(static_cast<Vec3d>(p.position[i]) - centre, static_cast<Vec3d>(p.velocity[i])).z;
  }
  return sum;
}

}  // namespace

// A disc of radius R and mass m that turns has the angular momentum m R^2 w / 2, and keeps it while it spreads.
TEST(FirstVelocity, ASpinningDiscHasItsAngularMomentum) {
  for (Scene& scene : both_solvers(2, 0.02)) {
    const Vec3d centre{0.3, -0.2, 0};
    add_liquid(scene, ball(centre, 0.5));
    scene.liquids[0].velocity.kind = velocities::Spin{.axis = {0, 0, 2}, .centre = centre, .turns = 0.5};
    Stage stage(scene);
    const double exact = 0.5 * 1000 * kPi * std::pow(0.5, 4) * 2 * kPi * 0.5;
    EXPECT_NEAR(angular_momentum(stage.solver().particles(), centre), exact, 0.02 * exact);
    advance(stage, 4);
    const double later = angular_momentum(stage.solver().particles(), centre);
    note(scene.solver.kind(), later / exact);
    EXPECT_NEAR(later, exact, 0.04 * exact) << scene.solver.kind();
  }
}

// The field is free of divergence and fits the box: the first step hardly changes it.
TEST(FirstVelocity, TaylorAndGreensVorticesStartAsTheyAre) {
  for (Scene& scene : both_solvers(2, 0.02)) {
    scene.domain = Domain{{0, 0, -1}, {0.8, 0.8, 1}, Walls::closed};
    scene.frames.rate = 1000;
    add_liquid(scene, box({0, 0, -1}, {0.8, 0.8, 1}));
    scene.liquids[0].velocity.kind = velocities::Vortices{.size = 0.4, .centre = {0.2, 0.2, 0}, .speed = 0.5};
    Stage stage(scene);
    const auto error = [&] {
      const Particles& p = stage.solver().particles();
      const double k = kPi / 0.4;
      return mean_of(p, [&](size_t i) {
        const Vec3d a = static_cast<Vec3d>(p.position[i]) * k;
        const Vec3d exact = Vec3d{std::sin(a.x) * std::cos(a.y), -std::cos(a.x) * std::sin(a.y), 0} * 0.5;
        return length(static_cast<Vec3d>(p.velocity[i]) - exact);
      });
    };
    const Particles& p = stage.solver().particles();
    EXPECT_NEAR(mean_of(p, [&](size_t i) { return length_squared(p.velocity[i]); }), 0.5 * 0.25, 1e-3);
    EXPECT_LT(error(), 1e-5);
    advance(stage, 1);
    note(scene.solver.kind(), error());
    EXPECT_LT(error(), 0.03 * 0.5) << scene.solver.kind();
  }
}

TEST(FirstVelocity, ShearAndStrainAddToADrift) {
  Scene scene = sph_scene(3, 0.1);
  add_liquid(scene, box({0, 0, 0}, {1, 1, 1}), {0, 0, 3});
  scene.liquids[0].velocity.kind =
      velocities::Shear{.direction = {2, 0, 0}, .across = {0, 1, 0}, .centre = {0, 0.5, 0}, .rate = 4};
  add_liquid(scene, box({2, 0, 0}, {3, 1, 1}));
  scene.liquids[1].velocity.kind = velocities::Strain{{1, -3, 2}, {2, 0, 0}};
  Stage stage(scene);
  const Particles& p = stage.solver().particles();
  for (size_t i = 0; i < p.size(); ++i) {
    const Vec3f &x = p.position[i], v = p.velocity[i];
    const Vec3f exact = x.x < 1.5f ? Vec3f{4 * (x.y - 0.5f), 0, 3} : Vec3f{x.x - 2, -3 * x.y, 2 * x.z};
    ASSERT_LT(length(v - exact), 1e-5f);
  }
}

// A grid of velocities whose components lie at the middles of voxels or on their faces; beyond its tiles there are
// none.
TEST(FirstVelocity, AFileGivesItAnywhere) {
  for (const bool staggered : {false, true}) {
    const TempFolder folder;
    Volume volume{.name = "velocity",
                  .voxel_size = 0.1f,
                  .origin = {0.05f, 0.05f, 0.05f},
                  .channels = 3,
                  .staggered = staggered,
                  .half = false,
                  .tile = {{0, 0, 0}, {1, 0, 0}},
                  .values = {}};
    volume.values.resize(3 * 2 * kVoxelsPerTile);
    const auto flow = [](const Vec3d& x) { return Vec3d{x.y, -2 * x.x + x.z, 3 - x.x}; };
    for (int t = 0; t < 2; ++t) {
      for (int x = 0; x < 8; ++x) {
        for (int y = 0; y < 8; ++y) {
          for (int z = 0; z < 8; ++z) {
            for (int axis = 0; axis < 3; ++axis) {
              Vec3d at = Vec3d{8.0 * t + x + 0.5, y + 0.5, z + 0.5} * 0.1;
              if (staggered) at[axis] -= 0.05;
              volume.values[static_cast<size_t>(3 * (512 * t + 64 * x + 8 * y + z) + axis)] =
                  static_cast<float>(flow(at)[axis]);
            }
          }
        }
      }
    }
    cache::write_volumes_vdb(folder / "start.vdb", std::span(&volume, 1));
    write_file(folder / "scene.json", R"({"solver": {"kind": "sph", "spacing": 0.05}, "liquids": [
      {"shape": {"kind": "box", "lower": [0.2, 0.2, 0.2], "upper": [1.4, 0.6, 0.6]},
       "velocity": {"kind": "file", "file": "start.vdb", "speed": 2}},
      {"shape": {"kind": "box", "lower": [3, 3, 3], "upper": [3.5, 3.5, 3.5]},
       "velocity": {"kind": "file", "file": "start.vdb", "drift": [1, 0, 0]}}]})");
    const Scene scene = load_scene(folder / "scene.json");
    EXPECT_EQ(scene_text(scene), scene_text(load_scene(folder / "scene.json")));
    Stage stage(scene);
    const Particles& p = stage.solver().particles();
    for (size_t i = 0; i < p.size(); ++i) {
      const Vec3d exact = p.position[i].x > 2 ? Vec3d{1, 0, 0} : flow(static_cast<Vec3d>(p.position[i])) * 2.0;
      ASSERT_LT(length(static_cast<Vec3d>(p.velocity[i]) - exact), 1e-4) << i;
    }
    const auto said = [&](const std::string& velocity) {
      write_file(folder / "bad.json", R"({"solver": {"kind": "sph", "spacing": 0.1}, "liquids": [{"shape": {"kind":
        "box"}, "velocity": )" + velocity +
                                          "}]}");
      return refusal([&] {
        const Scene bad = load_scene(folder / "bad.json");
        Stage no(bad);
      });
    };
    EXPECT_NE(said(R"({"kind": "file", "file": "start.vdb", "grid": "wind"})")
                  .find("holds no grid of vectors named \"wind\", only velocity"),
              std::string::npos);
    EXPECT_NE(said(R"({"kind": "file", "file": "none.vdb"})").find("liquids[0].velocity.file: "), std::string::npos);
  }
}

}  // namespace weir::run
