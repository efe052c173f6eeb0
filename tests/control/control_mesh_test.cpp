// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Control meshes before any liquid is there: keys of different connectivity, and what the grid sees of a mesh.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "control/meshes/control_mesh.h"
#include "control/meshes/correspond.h"
#include "control/meshes/mesh_measures.h"
#include "control/meshes/mesh_raster.h"
#include "geometry/mesh/triangle_tree.h"
#include "geometry/shapes/tessellate.h"
#include "painted_ply.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/geometry/mesh/mesh_io.h"

namespace weir::meshes {
namespace {

double farthest(const Mesh& surface, const Mesh& of) {
  const TriangleTree tree(surface);
  float most = 0;
  for (const Vec3f& p : of.positions) most = std::max(most, tree.closest(p).distance_squared);
  return std::sqrt(static_cast<double>(most));
}

TEST(Correspondence, DrawsOneMeshOverStarShapedBodies) {
  std::vector<Mesh> meshes{sphere_mesh({}, 0.5, 0.05), box_mesh({{0.1, -0.4, -0.3}, {1, 0.4, 0.3}}),
                           capsule_mesh({0, -0.6, 0}, {0, 0.6, 0}, 0.2, 0.04)};
  const std::vector<Mesh> given = meshes;
  make_correspondence(meshes);
  for (size_t k = 0; k < meshes.size(); ++k) {
    ASSERT_EQ(meshes[k].triangles, meshes[0].triangles);
    ASSERT_EQ(meshes[k].positions.size(), meshes[0].positions.size());
    EXPECT_TRUE(is_closed(meshes[k]));
    EXPECT_NEAR(volume(meshes[k]) / volume(given[k]), 1, 0.05) << k;
    EXPECT_LT(farthest(given[k], meshes[k]), 0.03) << k;  // on the body
    EXPECT_LT(farthest(meshes[k], given[k]), 0.1) << k;   // and all over it, but for corners
  }
}

TEST(Correspondence, RefusesBodiesThatAreNotAlike) {
  std::vector<Mesh> meshes{sphere_mesh({}, 0.5, 0.05), torus_mesh(0.5, 0.1, 0.04)};
  EXPECT_THROW(make_correspondence(meshes), InputError);
}

TEST(MeshRaster, KnowsDistancesAndSharesOfABall) {
  const grid::GridSpace space{{0, 0, 0}, 0.05, 3};
  const Vec3d centre{0.51, 0.48, 0.53};
  const double radius = 0.31;
  const MeshRaster raster(sphere_mesh(centre, radius, 0.02), space);
  double filled = 0, wanted = 0;
  const Vec3i counts = raster.counts();
  for (int i = 0; i < counts.x * counts.y * counts.z; ++i) {
    const Vec3i c = raster.lower() + Vec3i{i % counts.x, i / counts.x % counts.y, i / counts.x / counts.y};
    const uint32_t n = raster.number(c);
    const Vec3d middle = (static_cast<Vec3d>(c) + Vec3d{0.5, 0.5, 0.5}) * 0.05;
    const double exact = (length(middle - centre) - radius) / 0.05;
    if (std::abs(exact) < 0.85) {
      EXPECT_NEAR(static_cast<double>(raster.distance()[n]), exact, 0.05);
    }
    if (std::abs(exact) > 1.8) {
      EXPECT_NEAR(raster.wanted()[n], exact < 0 ? 1.0f : 0.0f, 0.02f);
    }
    if (std::abs(exact - 0.5) > 0.05) {
      EXPECT_EQ(raster.body()[n] != 0, exact < 0.5);
    }
    filled += static_cast<double>(raster.share()[n]);
    wanted += static_cast<double>(raster.wanted()[n]);
  }
  const double exact = 4.0 / 3 * kPi * std::pow(radius / 0.05, 3);
  EXPECT_NEAR(filled / exact, 1, 0.01);
  EXPECT_NEAR(wanted / exact, 1, 0.005);
}

// Distances by the points of a mesh, against those by a tree over all its triangles.
void expect_distances(const Mesh& mesh, double worst, double mean) {
  const grid::GridSpace space{{0, 0, 0}, 0.05, 3};
  const MeshRaster raster(mesh, space);
  const TriangleTree tree(raster.mesh());
  double most = 0, sum = 0, count = 0;
  for (size_t n = 1; n < raster.cells(); ++n) {
    const float exact =
        std::sqrt(tree.closest(static_cast<Vec3f>(raster.cell(n)) + Vec3f{0.5f, 0.5f, 0.5f}).distance_squared);
    const double off = static_cast<double>(std::abs(raster.distance()[n])) - std::min(static_cast<double>(exact), 1.25);
    EXPECT_LT(std::abs(off), 0.16);
    if (exact < 0.85f) most = std::max(most, off), sum += off, ++count;
  }
  EXPECT_LT(most, worst);
  EXPECT_LT(sum / count, mean);
}

TEST(MeshRaster, FindsTheClosestTriangles) {
  expect_distances(capsule_mesh({0.3, 0.31, 0.33}, {0.8, 0.72, 0.58}, 0.13, 0.02), 1e-3, 1e-5);  // finer than cells
  expect_distances(sphere_mesh({0.5, 0.5, 0.5}, 0.4, 0.2), 0.02, 1e-3);                          // coarser
  expect_distances(box_mesh({{0.21, 0.22, 0.23}, {1.02, 0.83, 0.64}}), 1e-3, 1e-5);              // twelve triangles
  Mesh slivers = capsule_mesh({0.3, 0.31, 0.33}, {0.8, 0.72, 0.58}, 0.13, 0.02);
  for (Vec3f& p : slivers.positions) p.x *= 3, p.z = 0.3f + 0.3f * p.z;
  expect_distances(slivers, 0.15, 2e-3);
}

TEST(MeshRaster, KeepsAThinLimbInOnePiece) {
  const grid::GridSpace space{{0, 0, 0}, 0.05, 3};
  const MeshRaster raster(capsule_mesh({0.2, 0.31, 0.33}, {0.9, 0.72, 0.58}, 0.012, 0.01), space);  // half a cell thick
  std::vector<uint8_t> left = raster.body();
  const auto first = static_cast<uint32_t>(std::find(left.begin(), left.end(), 1) - left.begin());
  std::vector<uint32_t> stack{first};
  left[first] = 0;
  while (!stack.empty()) {
    const uint32_t i = stack.back();
    stack.pop_back();
    for (int axis = 0; axis < 3; ++axis) {
      for (const uint32_t n : {raster.beside(i, axis, -1), raster.beside(i, axis, 1)}) {
        if (left[n]) left[n] = 0, stack.push_back(n);
      }
    }
  }
  EXPECT_EQ(std::count(left.begin(), left.end(), 1), 0);
}

// Nothing of where the mesh was before is left.
// Cells around it count too: a plate has hardly a volume, however wide it is.
TEST(MeshRaster, RefusesAPlateTooWideForMemory) {
  const grid::GridSpace space{{}, 0.1, 3};
  EXPECT_THROW(MeshRaster(box_mesh({{0, 0, 0}, {1e4, 1e4, 1e-4}}), space), InputError);
}

TEST(MeshRaster, FindsTheSameWhenAMeshHasMoved) {
  const grid::GridSpace space{{0, 0, 0}, 0.05, 3};
  const Mesh at_first = capsule_mesh({0.3, 0.31, 0.33}, {0.8, 0.72, 0.58}, 0.13, 0.02);
  Mesh moved = at_first;
  for (Vec3f& p : moved.positions) p = Vec3f{p.y, 1.1f - p.x, p.z * 1.2f + 0.013f};
  MeshRaster raster(at_first, space);
  raster.put(moved, space);
  const MeshRaster anew(moved, space);
  EXPECT_EQ(raster.distance(), anew.distance());
  EXPECT_EQ(raster.wanted(), anew.wanted());
  EXPECT_EQ(raster.body(), anew.body());
}

// Particles on a lattice fill a mesh; half of them fill half of it.
TEST(MeshFit, MeasuresWhatParticlesFill) {
  const grid::GridSpace space{{0, 0, 0}, 0.04, 3};
  const MeshRaster raster(box_mesh({{0.2, 0.2, 0.2}, {1, 1, 1}}), space);
  Particles full, half;
  for (int i = 0; i < 40 * 40 * 40; ++i) {
    const Vec3f p =
        Vec3f{0.21f, 0.21f, 0.21f} +
        Vec3f{static_cast<float>(i % 40), static_cast<float>(i / 40 % 40), static_cast<float>(i / 1600)} * 0.02f;
    full.position.push_back(p);
    if (p.y < 0.6f) half.position.push_back(p);
  }
  const MeshFit whole = measure_fit(raster, space, 8, full), part = measure_fit(raster, space, 8, half);
  EXPECT_GT(whole.overlap(), 0.97);
  EXPECT_NEAR(whole.volume_drift(), 0, 0.03);
  EXPECT_NEAR(part.coverage(), 0.5, 0.02);
  EXPECT_LT(part.spill(), 0.01);
  EXPECT_NEAR(part.overlap(), 0.5, 0.02);
}

// A pool around the mesh is no liquid that it has spilled; a film around it is.
TEST(MeshFit, LeavesOutAPoolAroundTheMesh) {
  const grid::GridSpace space{{0, 0, 0}, 0.04, 3};
  const Vec3d centre{0.6, 0.6, 0.6};
  const MeshRaster raster(sphere_mesh(centre, 0.3, 0.02), space);
  const auto filled = [&](double radius) {
    Particles particles;
    for (int i = 0; i < 60 * 60 * 60; ++i) {
      const Vec3d p = (Vec3d{i % 60 + 0.5, i / 60 % 60 + 0.5, i / 3600 + 0.5}) * 0.02;
      if (length(p - centre) < radius) particles.position.push_back(static_cast<Vec3f>(p));
    }
    return measure_fit(raster, space, 8, particles);
  };
  EXPECT_GT(filled(0.3).overlap(), 0.95);
  EXPECT_GT(filled(0.6).overlap(), 0.95);  // fifteen cells of water all around
  EXPECT_LT(filled(0.6).spill(), 0.03);
  EXPECT_LT(filled(0.34).overlap(), 0.85);  // one cell too thick
  EXPECT_GT(filled(0.34).spill(), 0.15);
}

TEST(ControlMesh, MovesWithTheVelocitiesThatBringItAlong) {
  Scene scene;
  ControlMeshSettings settings;
  Shape ball{shapes::Sphere{{}, 0.3}, {}};
  ball.transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {13, {1.2, 0, 0}}}, Interpolation::linear);
  settings.shape = ball;
  ControlMesh mesh(settings, scene, "here");
  const Mesh now = mesh.at(4, 4.5), later = mesh.at(4.5);
  for (size_t i = 0; i < now.positions.size(); ++i) {
    const Vec3f there = now.positions[i] + now.velocities[i] * static_cast<float>(0.5 / scene.frames.rate);
    EXPECT_LT(length(there - later.positions[i]), 1e-5f);
  }
  EXPECT_NEAR(mesh.speed(4), 0.1 * scene.frames.rate, 1e-3);
}

// Numbers of a file stay with their vertices through a morph, and go over evenly from key to key.
TEST(ControlMesh, KeepsWhatIsPaintedOnItsVertices) {
  const TempFolder folder;
  ControlMeshSettings settings;
  for (const int k : {0, 1}) {
    const Mesh mesh = sphere_mesh({0.3 * k, 0, 0}, 0.3, 0.05);
    Painted painted;
    for (const Vec3f& p : mesh.positions) {
      painted.looseness.push_back(p.y > 0 ? 0.25f + 0.5f * static_cast<float>(k) : 0.0f);
      painted.waves.push_back(p.y > 0 ? 1.0f : 0.0f);
    }
    const std::filesystem::path file = folder / fmt::format("key{}.ply", k);
    write_painted(mesh, painted, file);
    MeshKey key;
    key.frame = 1 + 8 * k;
    key.shape = {shapes::MeshFile{.file = file}, {}};
    settings.keys.push_back(key);
  }
  const Scene scene;
  ControlMesh control(settings, scene, "here");
  const Mesh mesh = control.at(5);
  const std::vector<float> tightness = control.tightness(mesh, 5), still = control.without_waves(mesh, 5);
  ASSERT_EQ(tightness.size(), mesh.positions.size());
  for (size_t i = 0; i < tightness.size(); ++i) {
    if (std::abs(mesh.positions[i].y) < 0.01f) continue;
    const bool upper = mesh.positions[i].y > 0;
    EXPECT_NEAR(tightness[i], upper ? 0.5f : 1.0f, 1e-5f);  // half way from 0.75 to 0.25
    EXPECT_EQ(still[i], upper ? 0.0f : 1.0f);
  }
}

TEST(ControlMesh, RefusesBadPaint) {
  const TempFolder folder;
  const Mesh mesh = sphere_mesh({}, 0.3, 0.05);
  Painted painted{std::vector<float>(mesh.positions.size(), 0.5f), std::vector<float>(mesh.positions.size(), 1.0f)};
  for (const float bad : {1.5f, -0.1f, std::numeric_limits<float>::quiet_NaN()}) {
    painted.looseness[7] = bad;
    write_painted(mesh, painted, folder / "bad.ply");
    ControlMeshSettings settings;
    settings.shape = Shape{shapes::MeshFile{.file = folder / "bad.ply"}, {}};
    try {
      const ControlMesh control(settings, Scene{}, "here");
      ADD_FAILURE() << "taken: " << bad;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("vertex 8 has \"looseness\""), std::string::npos) << error.what();
    }
  }
}

// Balls of two different meshes, one a frame, that grow and move: velocities come from one file to the next.
TEST(ControlMesh, IsLedFromFileToFileOfDifferentMeshes) {
  const TempFolder folder;
  for (int i = 0; i < 4; ++i) {
    write_obj(sphere_mesh({0.02 * i, 0, 0}, 0.3, i % 2 ? 0.03 : 0.04), folder / fmt::format("ball_{:02}.obj", i + 1));
  }
  ControlMeshSettings settings;
  settings.shape = Shape{shapes::MeshFile{.file = folder / "ball_##.obj"}, {}};
  const Scene scene;
  ControlMesh control(settings, scene, "here");
  const Mesh mesh = control.at(2.5, 2.75);
  EXPECT_NEAR(volume(mesh) / volume(sphere_mesh({}, 0.3, 0.03)), 1, 0.02);
  const Box3f box = bounds(mesh);
  EXPECT_NEAR(box.upper.x, 0.33, 0.003);  // half way between the files
  EXPECT_NEAR(box.lower.x, -0.27, 0.003);
  double farthest = 0;
  for (size_t i = 0; i < mesh.positions.size(); ++i) {  // what moves the surface is the speed along its normal
    const Vec3f normal = normalized(mesh.positions[i] - Vec3f{0.03f, 0, 0});
    const double error = std::abs(static_cast<double>(dot(mesh.velocities[i], normal)) -
                                  0.02 * scene.frames.rate * static_cast<double>(normal.x));
    farthest = std::max(farthest, error);
  }
  EXPECT_LT(farthest, 0.25 * 0.02 * scene.frames.rate);  // chords of the meshes are up to 0.002 m off
}

}  // namespace
}  // namespace weir::meshes
