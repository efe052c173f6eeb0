// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Solids as the grid sees them, against shapes whose shares are known.

#include "grid/pressure/solid_faces.h"

#include <gtest/gtest.h>

#include <cmath>

#include "poisson_problem.h"

namespace weir::grid {

namespace {

SolidFaces faces_of(const Scene& scene, const GridSpace& space, const Tiles& tiles) {
  ShapeBuilder builder(static_cast<float>(scene.solver.spacing), scene.frames.rate);
  Solids solids(scene, builder);
  solids.move_to(scene.frames.first, scene.frames.first + 1);
  SolidFaces faces;
  find_solid_faces(solids, space, tiles, {}, faces);
  return faces;
}

Scene closed_box(int dimensions, const Vec3d& lower, const Vec3d& upper) {
  Scene scene;
  scene.dimensions = dimensions;
  scene.solver.spacing = 0.05;
  scene.domain = Domain{lower, upper, Walls::closed};
  return scene;
}

// Walls that lie exactly on faces: these are closed however the distances are rounded, and cells in edges and corners
// of the box are all open.
TEST(SolidFaces, WallsOnFacesAreClosed) {
  for (const int dimensions : {2, 3}) {
    const double cell = 0.1, half = dimensions == 2 ? 1 : 0;
    const Scene scene = closed_box(dimensions, {0, 0, -half}, {1, 0.7, 0.6 + half});
    const GridSpace space{{0, 0, 0}, cell, dimensions};
    const Tiles tiles = tiles_around({0, 0, 0}, {9, 6, 5}, dimensions);
    const SolidFaces faces = faces_of(scene, space, tiles);
    const Vec3i size{10, 7, dimensions == 2 ? 1 : 6};
    for_each_cell(tiles, [&](const Vec3i& c) {
      if (min(c, Vec3i{}) != Vec3i{} || max(c, size - Vec3i{1, 1, 1}) != size - Vec3i{1, 1, 1}) return;
      const size_t i = tiles.cell(c);
      EXPECT_NEAR(faces.share[i], 1, 2e-3);
      EXPECT_GE(faces.distance[i], 0.5 * cell - 1e-5);
      for (int axis = 0; axis < dimensions; ++axis) {
        const float open = faces.open.face[static_cast<size_t>(axis)][i];
        if (c[axis] == 0) {
          EXPECT_EQ(open, 0) << c.x << ' ' << c.y << ' ' << c.z;
        } else {
          EXPECT_NEAR(open, 1, 1e-3);
        }
      }
    });
  }
}

// Where walls cut cells, also where two and three of them meet: what is open is exact, and so is the room around the
// middles of cells, by which water is told from air.
TEST(SolidFaces, WallsThatCutCellsAreExact) {
  const Vec3d wall{0.03, 0.06, 0.08};
  const Tiles tiles = tiles_around({0, 0, 0}, {7, 7, 7}, 3);
  const SolidFaces faces = faces_of(closed_box(3, wall, {5, 5, 5}), {{0, 0, 0}, 0.1, 3}, tiles);
  // Of a hat one cell wide to either side of the middle of a cell, the part beyond the wall; cells beside each other.
  const auto beyond = [&](int axis, int cell) {
    const double way = std::min(std::abs(wall[axis] / 0.1 - cell - 0.5), 1.0), half = 0.5 * (1 - way) * (1 - way);
    return wall[axis] / 0.1 < cell + 0.5 ? 1 - half : half;
  };
  for_each_cell(tiles, [&](const Vec3i& c) {
    if (max(c, Vec3i{2, 2, 2}) != Vec3i{2, 2, 2} || min(c, Vec3i{}) != Vec3i{}) return;
    double share = 1, room = 1;
    for (int axis = 0; axis < 3; ++axis) {
      share *= c[axis] == 0 ? 1 - wall[axis] / 0.1 : 1;
      room *= beyond(axis, c[axis]);
    }
    const size_t i = tiles.cell(c);
    EXPECT_NEAR(faces.share[i], share, 1e-5) << c.x << ' ' << c.y << ' ' << c.z;
    EXPECT_NEAR(faces.room[i], room, 1e-5) << c.x << ' ' << c.y << ' ' << c.z;
    for (int axis = 0; axis < 3; ++axis) {
      const double open = c[axis] == 0 ? 0 : share;
      EXPECT_NEAR(faces.open.face[static_cast<size_t>(axis)][i], open, 1e-5) << c.x << ' ' << c.y << ' ' << c.z;
    }
  });
}

// A wall that cuts cells 3/10 of the way, along each axis; and a ball, whose volume the shares add up to.
TEST(SolidFaces, SharesAreThoseOfTheShapes) {
  for (int axis = 0; axis < 3; ++axis) {
    Vec3d lower{-5, -5, -5};
    lower[axis] = 0.03;
    const Tiles tiles = tiles_around({0, 0, 0}, {7, 7, 7}, 3);
    const SolidFaces faces = faces_of(closed_box(3, lower, {5, 5, 5}), {{0, 0, 0}, 0.1, 3}, tiles);
    Vec3i cell{4, 4, 4};
    cell[axis] = 0;
    EXPECT_NEAR(faces.share[tiles.cell(cell)], 0.7, 2e-3);
  }
  Scene scene;
  scene.solver.spacing = 0.05;
  scene.solids.push_back({"ball", {shapes::Sphere{{0.81, 0.77, 0.79}, 0.43}, {}}, {}});
  const Tiles tiles = tiles_around({0, 0, 0}, {15, 15, 15}, 3);
  const SolidFaces faces = faces_of(scene, {{0, 0, 0}, 0.1, 3}, tiles);
  double closed = 0;
  for_each_cell(tiles, [&](const Vec3i& c) { closed += 1 - static_cast<double>(faces.share[tiles.cell(c)]); });
  const double exact = 4.0 / 3 * 3.14159265 * std::pow(4.3, 3);
  EXPECT_NEAR(closed / exact, 1, 0.04);
}

// What a solid that moves has left behind, or comes to, is looked at again; the rest is kept. Both are as found anew.
TEST(SolidFaces, KeepsWhatNothingMovesNear) {
  Scene scene = closed_box(3, {0, 0, 0}, {8, 2, 2});
  Solid ball;
  ball.shape.kind = shapes::Sphere{.radius = 0.35};
  ball.shape.transform.translate = Animated<Vec3d>({{1, {2, 1, 1}}, {5, {4, 1, 1}}}, Interpolation::linear);
  scene.solids.push_back(ball);
  const GridSpace space{{0, 0, 0}, 0.1, 3};
  const Tiles tiles = tiles_around({0, 0, 0}, {79, 19, 19}, 3);
  ShapeBuilder builder(0.05f, scene.frames.rate);
  Solids solids(scene, builder);
  SolidFaces kept, before;
  for (double frame = 1; frame < 5; frame += 0.5) {
    solids.move_to(frame, frame + 0.5);
    std::swap(kept, before);
    find_solid_faces(solids, space, tiles, before.share.empty() ? KnownSolids{} : KnownSolids{&tiles, &before}, kept);
    SolidFaces anew;
    find_solid_faces(solids, space, tiles, {}, anew);
    for (size_t axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(kept.open.face[axis], anew.open.face[axis]) << frame;
      EXPECT_EQ(kept.velocity.face[axis], anew.velocity.face[axis]) << frame;
    }
    EXPECT_EQ(kept.distance, anew.distance) << frame;
    EXPECT_EQ(kept.room, anew.room) << frame;
    EXPECT_FALSE(solids.moves_near({{7, 0, 0}, {8, 1, 1}}, 1.0f));
    EXPECT_TRUE(solids.moves_near({{1.5f, 0, 0}, {4.5f, 2, 2}}, 0.1f));
  }
}

}  // namespace

}  // namespace weir::grid
