// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Liquid that takes the forms of meshes (Raveendran et al. 2012): how well, how loosely, and what it leaves alone.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "control/meshes/meshes_settings.h"
#include "geometry/shapes/tessellate.h"
#include "grid/liquid/flip_settings.h"
#include "liquid.h"
#include "sph/sph_settings.h"
#include "weir/base/error.h"
#include "weir/geometry/mesh/mesh_io.h"
#include "weir/geometry/shapes/build.h"

namespace weir::run {
namespace {

Shape blob(const Vec3d& at, const Vec3d& scale = {1, 1, 1}) {
  Shape shape{shapes::Capsule{{0, -0.12, 0}, {0, 0.12, 0}, 0.16}, {}};
  shape.transform.translate = Animated<Vec3d>(at);
  shape.transform.scale = Animated<Vec3d>(scale);
  return shape;
}

meshes::MeshKey key(double frame, const Shape& shape, double twist = 0) {
  meshes::MeshKey result;
  result.frame = frame;
  result.shape = shape;
  result.twist = twist;
  return result;
}

meshes::ControlMeshSettings& direct(Scene& scene, const meshes::ControlMeshSettings& mesh) {
  scene.directors = {{"meshes", meshes::MeshesSettings{{mesh}}}};
  return scene.directors[0].get<meshes::MeshesSettings>()->meshes[0];
}

// A body of water in the air, twisted, stretched and squashed.
Scene bending(double spacing, double looseness) {
  Scene scene;
  scene.solver.spacing = spacing;
  scene.solver.settings = grid::FlipSettings{};
  scene.domain = Domain{{0, 0, 0}, {1.28, 1.28, 1.28}, Walls::closed};
  add_liquid(scene, blob({0.64, 0.6, 0.64}));
  meshes::ControlMeshSettings mesh;
  mesh.keys = {key(1, blob({0.64, 0.6, 0.64})), key(9, blob({0.64, 0.66, 0.64}), 80),
               key(17, blob({0.7, 0.7, 0.64}, {0.8, 1.5625, 0.8})),
               key(25, blob({0.64, 0.5, 0.64}, {1.3, 0.5917, 1.3}))};
  mesh.looseness = Animated<double>(looseness);
  direct(scene, mesh);
  return scene;
}

Scene flat(double looseness) {
  Scene scene = bending(0.01, looseness);
  scene.dimensions = 2;
  for (Liquid& liquid : scene.liquids) liquid.shape.transform.translate = Animated<Vec3d>(Vec3d{0.64, 0.6, 0});
  for (meshes::MeshKey& k : scene.directors[0].get<meshes::MeshesSettings>()->meshes[0].keys) {
    Vec3d at = k.shape.transform.translate.keys[0].value, scale = k.shape.transform.scale.keys[0].value;
    at.z = 0;
    scale = {1 / scale.y, scale.y, 1};
    k.shape.transform.translate = Animated<Vec3d>(at), k.shape.transform.scale = Animated<Vec3d>(scale);
    k.twist = 0;
  }
  return scene;
}

Scene flat_pool_with_body() {
  Scene scene = flat(0);
  scene.domain->lower.z = -1, scene.domain->upper.z = 1;
  scene.liquids.clear();
  add_liquid(scene, box({0, 0, -1}, {1.28, 0.45, 1}));
  scene.directors[0].get<meshes::MeshesSettings>()->meshes[0].keys = {key(1, blob({0.64, 0.22, 0}, {1, 0.6, 1})),
                                                                      key(24, blob({0.64, 0.9, 0}, {1, 0.6, 1}))};
  return scene;
}

std::map<std::string, double> last_measures(const Stage::FrameReport& report) {
  std::map<std::string, double> result;
  for (const auto& [name, value] : report.directors.back().measures) result[name] = value;
  return result;
}

// The least overlap over the frames, and the other measures of the last one.
std::map<std::string, double> run(const Scene& scene, int frames) {
  Stage stage(scene);
  std::map<std::string, double> result;
  double least = 1, divergence = 0;
  for (int i = 0; i < frames; ++i) {
    const Stage::FrameReport report = stage.advance();
    result = last_measures(report);
    least = std::min(least, result["overlap"]);
    divergence = std::max(divergence, measure(report, "divergence"));
  }
  result["least_overlap"] = least;
  result["divergence"] = divergence;
  return result;
}

TEST(Meshes, HoldLiquidInTheirForm) {
  auto figures = run(bending(0.01, 0), 24);
  note("least_overlap", figures["least_overlap"]), note("surface_distance", figures["surface_distance"]);
  EXPECT_GE(figures["least_overlap"], 0.95);
  EXPECT_LT(figures["surface_distance"], 0.3);
  EXPECT_NEAR(figures["volume_drift"], 0, 0.03);
  EXPECT_LT(figures["divergence"], bending(0.01, 0).solver.get<grid::FlipSettings>()->divergence_error);
}

TEST(Meshes, HoldFlatLiquidToo) {
  auto figures = run(flat(0), 24);
  note("least_overlap", figures["least_overlap"]);
  EXPECT_GE(figures["least_overlap"], 0.93);
}

TEST(Meshes, WithoutAlphaChangeNothing) {
  Scene directed = flat(1), free = flat(1);
  free.directors.clear();
  Stage a(directed), b(free);
  advance(a, 8), advance(b, 8);
  EXPECT_EQ(a.solver().particles().position, b.solver().particles().position);
  EXPECT_EQ(a.solver().particles().velocity, b.solver().particles().velocity);
}

// Share of all liquid that is outside a shape by more than two cells' width.
double dripped(const Stage& stage, const Scene& scene, const Shape& body) {
  ShapeBuilder builder(static_cast<float>(scene.solver.spacing), scene.frames.rate);
  const FieldPtr field = builder.field(body, 1);
  const Particles& p = stage.solver().particles();
  double out = 0;
  for (const Vec3f& x : p.position) out += distance_at(*field, x) > static_cast<float>(4 * scene.solver.spacing);
  return out / static_cast<double>(p.size());
}

TEST(Meshes, LetMoreGoTheLooserTheyAre) {
  const Shape body = blob({0.64, 0.6, 0});
  double overlap = 1.1, drips = -1;
  for (const double looseness : {0.0, 0.3, 0.6, 0.8}) {
    Scene scene = flat(looseness);
    meshes::ControlMeshSettings& mesh = scene.directors[0].get<meshes::MeshesSettings>()->meshes[0];
    mesh.refill = 0;
    mesh.keys = {key(1, body), key(25, body)};
    Stage stage(scene);
    const double now = last_measures(advance(stage, 16))["overlap"], out = dripped(stage, scene, body);
    note("overlap", now), note("dripped", out);
    EXPECT_LT(now, overlap) << looseness;
    EXPECT_GE(out, drips) << looseness;
    overlap = now, drips = out;
  }
  EXPECT_LT(overlap, 0.7);
  EXPECT_GT(drips, 0.1);
}

// A fifth of the form is a void at the start.
TEST(Meshes, RefillWhatIsMissing) {
  const auto coverage = [](double refill) {
    Scene scene = flat(0);
    meshes::ControlMeshSettings& mesh = scene.directors[0].get<meshes::MeshesSettings>()->meshes[0];
    mesh.keys = {key(1, blob({0.64, 0.6, 0})), key(24, blob({0.64, 0.6, 0}))};
    mesh.refill = refill;
    shapes::Difference holed;
    holed.shapes = {scene.liquids[0].shape, ball({0.64, 0.6, 0}, 0.09)};
    scene.liquids[0].shape = {holed, {}};
    return run(scene, 20);
  };
  auto without = coverage(0), with = coverage(0.25);
  note("without", without["coverage"]), note("with", with["coverage"]), note("drift", with["volume_drift"]);
  EXPECT_LT(without["volume_drift"], -0.1);
  EXPECT_GT(with["coverage"], 0.97);
  EXPECT_NEAR(with["volume_drift"], 0, 0.04);
}

TEST(Meshes, GrowAndShrinkWithTheirVolume) {
  for (const double factor : {1.4, 0.75}) {
    Scene scene = flat(0);
    scene.directors[0].get<meshes::MeshesSettings>()->meshes[0].keys = {
        key(1, blob({0.64, 0.6, 0})), key(24, blob({0.64, 0.6, 0}, {factor, factor, 1}))};
    Stage stage(scene);
    const auto before = static_cast<double>(stage.solver().particles().size());
    Stage::FrameReport report = advance(stage, 23);
    auto figures = last_measures(report);
    note("overlap", figures["overlap"]);
    EXPECT_GT(figures["overlap"], 0.9) << factor;
    EXPECT_NEAR(static_cast<double>(stage.solver().particles().size()) / before, factor * factor,
                0.08 * factor * factor);
  }
}

TEST(Meshes, MoveFastWithSmallerSteps) {
  Scene scene = flat(0);
  scene.directors[0].get<meshes::MeshesSettings>()->meshes[0].keys = {key(1, blob({0.3, 0.6, 0})),
                                                                      key(7, blob({0.98, 0.6, 0}))};
  scene.liquids[0].shape.transform.translate = Animated<Vec3d>(Vec3d{0.3, 0.6, 0});
  Stage stage(scene);
  const Stage::FrameReport report = stage.advance();
  EXPECT_GE(report.steps, 5);
  auto figures = last_measures(advance(stage, 5));
  note("overlap", figures["overlap"]);
  EXPECT_GT(figures["overlap"], 0.9);
}

// A body rises from a pool: it takes along what it holds, and the pool closes behind it.
TEST(Meshes, RiseFromAPoolThatStaysAPool) {
  Scene scene = flat_pool_with_body();
  Stage stage(scene);
  auto figures = last_measures(advance(stage, 23));
  note("overlap", figures["overlap"]);
  EXPECT_GT(figures["overlap"], 0.85);
  const double level = surface_between(stage.solver().particles(), 0.05, 0.3, scene.solver.spacing);
  EXPECT_GT(level, 0.25);
  EXPECT_LT(level, 0.42);
}

TEST(Meshes, AreTheSameForAnyThreadsAndAfterAStop) {
  Scene scene = flat(0.5);
  expect_same_bytes(scene, 4);
}

TEST(Meshes, RefuseBadMeshes) {
  const TempFolder folder;
  const auto refused = [&](const Mesh& mesh, const std::string& word) {
    write_ply(mesh, folder / "bad.ply");
    Scene scene = flat(0);
    meshes::ControlMeshSettings settings;
    settings.shape = Shape{shapes::MeshFile{.file = folder / "bad.ply"}, {}};
    direct(scene, settings);
    try {
      Stage stage(scene);
      ADD_FAILURE() << "taken: " << word;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  };
  Mesh open = sphere_mesh({0.5, 0.5, 0}, 0.2, 0.05);
  open.triangles.pop_back();
  refused(open, "closed");
  Mesh inward = sphere_mesh({0.5, 0.5, 0}, 0.2, 0.05);
  for (Vec3i& t : inward.triangles) std::swap(t.x, t.y);
  refused(inward, "inward");
  Scene scene = flat(0);
  scene.solver.settings = sph::SphSettings{};
  EXPECT_THROW(Stage{scene}, InputError);  // has no pressure on a grid
}

}  // namespace
}  // namespace weir::run
