// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What control meshes do where an artist has painted on them, and to the tracked surface of a liquid (Raveendran et al.
// 2012, section 6), in whole simulations.

#include <cmath>

#include "control/meshes/meshes_settings.h"
#include "control/meshes/surface_detail.h"
#include "geometry/shapes/tessellate.h"
#include "grid/liquid/flip_settings.h"
#include "liquid.h"
#include "painted_ply.h"
#include "tracked/tracked_surface.h"

namespace weir::run {
namespace {

constexpr double kRadius = 0.16;

Scene held_ball(const Shape& mesh, double spacing) {
  Scene scene;
  scene.solver.spacing = spacing;
  scene.solver.settings = grid::FlipSettings{};
  scene.domain = Domain{{-0.4, -2, -0.3}, {0.4, 0.3, 0.3}, Walls::closed};
  add_liquid(scene, ball({0, 0, 0}, kRadius));
  meshes::ControlMeshSettings settings;
  settings.shape = mesh;
  scene.directors = {{"meshes", meshes::MeshesSettings{{settings}}}};
  return scene;
}

meshes::ControlMeshSettings& mesh_of(Scene& scene) {
  return scene.directors[0].get<meshes::MeshesSettings>()->meshes[0];
}

// The right half of a ball is painted loose, in the file: only it drips.
TEST(PaintedMeshes, DripOnlyWhereTheyAreLoose) {
  const TempFolder folder;
  const Mesh mesh = sphere_mesh({}, kRadius, 0.02);
  meshes::Painted painted;
  for (const Vec3f& p : mesh.positions) painted.looseness.push_back(p.x > 0 ? 0.9f : 0.0f);
  painted.waves.assign(mesh.positions.size(), 1.0f);
  write_painted(mesh, painted, folder / "ball.ply");
  Scene scene = held_ball({shapes::MeshFile{.file = folder / "ball.ply"}, {}}, 0.0125);
  scene.dimensions = 2;
  scene.domain->lower.z = -1, scene.domain->upper.z = 1;
  mesh_of(scene).refill = 0;
  Stage stage(scene);
  advance(stage, 12);
  int left = 0, right = 0, lost_left = 0, lost_right = 0;
  for (const Vec3f& p : stage.solver().particles().position) {
    const bool lost = static_cast<double>(length(p)) > kRadius + 2 * 0.025;
    (p.x > 0.04f ? right : left) += 1;
    lost_right += lost && p.x > 0.04f, lost_left += lost && p.x < -0.04f;
  }
  note("lost_left", lost_left), note("lost_right", lost_right);
  EXPECT_GT(lost_right, right / 10);
  EXPECT_LT(lost_left, left / 100);
}

struct Surface {
  double off = 0;      // m from the ball
  double swaying = 0;  // m/s of waves; both are roots of mean squares
};

// The ball is pushed to the side for three frames and then stands still.
Surface surface_after(const std::optional<meshes::SurfaceDetail>& detail, int frames) {
  Shape pushed = ball({0, 0, 0}, kRadius);
  pushed.transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {4, {0.06, 0, 0}}}, Interpolation::linear);
  Scene scene = held_ball(pushed, 0.016);
  scene.solver.get<grid::FlipSettings>()->tracked_surface = true;
  mesh_of(scene).detail = detail;
  Stage stage(scene);
  advance(stage, frames);
  tracked::TrackedSurface surface = *stage.solver().surface();
  EXPECT_EQ(surface.validate(), "");
  Surface sums;
  const auto count = static_cast<double>(surface.vertices());
  for (const Vec3f& p : surface.positions()) {
    const double off = static_cast<double>(length(p - Vec3f{0.06f, 0, 0})) - kRadius;
    sums.off += off * off / count;
  }
  for (const float v : surface.channel("wave0")) sums.swaying += static_cast<double>(v * v) / count;
  return {std::sqrt(sums.off), std::sqrt(sums.swaying)};
}

constexpr double kCell = 0.032;

// Springs bring the surface to the mesh, closer than the grid can (6.1).
TEST(SurfaceOfMeshes, IsDrawnToTheMeshBySprings) {
  meshes::SurfaceDetail springs;
  springs.detail = Animated<double>(0.9);
  const double without = surface_after({}, 8).off, with = surface_after(springs, 8).off;
  note("without_in_cells", without / kCell), note("with_in_cells", with / kCell);
  EXPECT_LT(with, 0.5 * without);
  EXPECT_LT(with, 0.02 * kCell);
}

// Waves run over the surface, within their height, and those that are damped die down (6.3).
TEST(SurfaceOfMeshes, CarriesWavesThatDieDown) {
  meshes::SurfaceDetail lively;
  lively.detail = Animated<double>(0.9);
  lively.waves = true;
  lively.wave_speed = Animated<double>(0.5);
  lively.wave_damping = Animated<double>(0.2);
  meshes::SurfaceDetail damped = lively, springs = lively;
  damped.wave_damping = Animated<double>(40.0);
  springs.waves = false;
  const Surface waving = surface_after(lively, 10), dying = surface_after(damped, 10),
                still = surface_after(springs, 10);
  note("waving_in_cells", waving.off / kCell), note("still_in_cells", still.off / kCell);
  note("swaying", waving.swaying), note("swaying_damped", dying.swaying);
  EXPECT_GT(waving.off, 2 * still.off);
  EXPECT_LT(waving.off, 0.5 * kCell);  // wave_height
  EXPECT_LT(dying.swaying, 0.5 * waving.swaying);
  EXPECT_EQ(still.swaying, 0);
}

TEST(SurfaceOfMeshes, IsTheSameForAnyThreadsAndAfterAStop) {
  Shape pushed = ball({0, 0, 0}, kRadius);
  pushed.transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {4, {0.06, 0, 0}}}, Interpolation::linear);
  Scene scene = held_ball(pushed, 0.03);
  scene.solver.get<grid::FlipSettings>()->tracked_surface = true;
  meshes::SurfaceDetail waves;
  waves.waves = true;
  mesh_of(scene).detail = waves;
  mesh_of(scene).looseness = Animated<double>(0.5);
  expect_same_bytes(scene, 2);
}

}  // namespace
}  // namespace weir::run
