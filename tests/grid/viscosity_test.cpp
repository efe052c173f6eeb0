// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Viscosity against flows whose answer is known.

#include "grid/pressure/face_viscosity.h"

#include <gtest/gtest.h>

#include <random>

#include "poisson_problem.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// Cells of width 1/n, all liquid and far from solids unless told otherwise.
struct ThickLiquid {
  // `further`: cells more on both sides along x, for what must not feel the ends.
  ThickLiquid(int cells, int dimensions, int further = 0)
      : h(1.0 / cells),
        tiles(tiles_around({-8 - further, -8, -8}, {cells + 7 + further, cells + 7, cells + 7}, dimensions)) {
    solids.open.resize(tiles, 1);
    solids.velocity.resize(tiles, 0);
    solids.distance.assign(tiles.field_size(), 1);
    solids.room.assign(tiles.field_size(), 1);
    distance.assign(tiles.field_size(), -1);
    std::fill(distance.begin() + static_cast<ptrdiff_t>(tiles.cells()), distance.end(), 1.0f);
    velocity.resize(tiles);
  }
  Vec3d face_point(const Vec3i& c, int axis) const {
    return static_cast<Vec3d>(static_cast<Vec3f>(c) + face_middle(axis)) * h;
  }
  template <class Flow>
  void set_velocity(Flow&& flow) {
    for_each_cell(tiles, [&](const Vec3i& c) {
      for (int axis = 0; axis < tiles.dimensions(); ++axis) {
        velocity.face[static_cast<size_t>(axis)][tiles.cell(c)] = static_cast<float>(flow(face_point(c, axis))[axis]);
      }
    });
  }
  // `gap(p)`: m to a solid, negative in it; walls move along x with speed(p). All solids are level: what closes a face
  // is the gap at its middle.
  template <class Gap, class Speed>
  void set_solids(Gap&& gap, Speed&& speed) {
    for_each_cell(tiles, [&](const Vec3i& c) {
      const size_t i = tiles.cell(c);
      solids.distance[i] = static_cast<float>(gap((static_cast<Vec3d>(c) + Vec3d{0.5, 0.5, 0.5}) * h));
      for (int axis = 0; axis < tiles.dimensions(); ++axis) {
        const auto a = static_cast<size_t>(axis);
        const Vec3d p = face_point(c, axis);
        const double open = axis == 1 ? (gap(p) > 1e-9) : std::clamp(0.5 + gap(p) / h, 0.0, 1.0);
        solids.open.face[a][i] = static_cast<float>(open);
        if (open < 1) solids.velocity.face[a][i] = axis == 0 ? static_cast<float>(speed(p)) : 0.0f;
      }
    });
  }
  Viscosity::Result solve(double spread, float tolerance = 1e-5f) {
    Viscosity viscosity(tiles, distance, solids, static_cast<float>(h));
    return viscosity.solve(static_cast<float>(spread), {.tolerance = tolerance, .max_iterations = 1000}, velocity);
  }
  float at(int axis, const Vec3i& c) const { return velocity.face[static_cast<size_t>(axis)][tiles.cell(c)]; }

  double h;
  Tiles tiles;
  SolidFaces solids;
  std::vector<float> distance;
  MacField velocity;
};

// u = sin(k y) along x: an implicit step makes it 1 / (1 + spread k^2) as strong.
TEST(Viscosity, AShearWaveDecaysAsItShould) {
  for (const int dimensions : {2, 3}) {
    ThickLiquid liquid(32, dimensions);
    const double k = 2 * kPi, spread = 0.01;
    liquid.set_velocity([&](const Vec3d& p) { return Vec3d{std::sin(k * p.y), 0, 0}; });
    liquid.solve(spread);
    // Far from the ends of the tiles, where it is cut off.
    for (int y = 12; y < 20; ++y) {
      const double exact = std::sin(k * (y + 0.5) / 32) / (1 + spread * k * k);
      EXPECT_NEAR(liquid.at(0, {16, y, dimensions == 2 ? 0 : 16}), exact, 0.01);
    }
  }
}

// Sheared flow between a wall at rest and one that moves becomes a straight line, also when the walls lie anywhere
// between the faces.
TEST(Viscosity, CouetteFlowIsAStraightLine) {
  for (const double shift : {0.0, 0.2, 0.4}) {
    ThickLiquid liquid(32, 2, 64);
    const double low = (4 + shift) / 32, high = (24 + shift) / 32;
    liquid.set_solids([&](const Vec3d& p) { return std::min(p.y - low, high - p.y); },
                      [&](const Vec3d& p) { return p.y > 0.5 ? 1.0 : 0.0; });
    const auto exact = [&](double y) { return (y - low) / (high - low); };
    liquid.solve(100);  // from rest: after so long a step nothing else is left
    for (int y = 6; y < 23; ++y) EXPECT_NEAR(liquid.at(0, {16, y, 0}), exact((y + 0.5) / 32), 0.01) << shift;
  }
}

// Driven evenly between two walls: a parabola, to second order.
TEST(Viscosity, PoiseuilleFlowIsAParabola) {
  double worst[2]{};
  for (const int n : {16, 32}) {
    ThickLiquid liquid(n, 2, 3 * n);
    const double spread = 100, push = 1 / spread;  // a step as long as this has only the steady flow left
    liquid.set_solids([](const Vec3d& p) { return std::min(p.y, 1 - p.y); }, [](const Vec3d&) { return 0.0; });
    liquid.set_velocity([&](const Vec3d&) { return Vec3d{spread * push, 0, 0}; });
    liquid.solve(spread, 1e-7f);
    for (int y = 0; y < n; ++y) {
      const double p = (y + 0.5) / n;
      worst[n / 32] = std::max(worst[n / 32], std::abs(liquid.at(0, {n / 2, y, 0}) - 0.5 * push * p * (1 - p)));
    }
  }
  EXPECT_LT(worst[1], 0.02 * 0.125 / 100);
  EXPECT_LT(worst[1], 0.35 * worst[0]);
}

// A free ball of honey that turns goes on turning: its surface bears no stress.
TEST(Viscosity, TurningIsLeftAlone) {
  for (const int dimensions : {2, 3}) {
    ThickLiquid liquid(24, dimensions);
    for_each_cell(liquid.tiles, [&](const Vec3i& c) {
      Vec3d p = (static_cast<Vec3d>(c) + Vec3d{0.5, 0.5, 0.5}) * liquid.h - Vec3d{0.5, 0.5, 0.5};
      if (dimensions == 2) p.z = 0;
      liquid.distance[liquid.tiles.cell(c)] = static_cast<float>(std::clamp((length(p) - 0.35) / liquid.h, -1.0, 1.0));
    });
    liquid.set_velocity([](const Vec3d& p) { return Vec3d{-(p.y - 0.5), p.x - 0.5, 0}; });
    const MacField before = liquid.velocity;
    liquid.solve(1e4, 1e-6f);
    for (size_t a = 0; a < 2; ++a) {
      for (size_t i = 0; i < liquid.tiles.cells(); ++i) {
        EXPECT_NEAR(liquid.velocity.face[a][i], before.face[a][i], 1e-3);
      }
    }
  }
}

// Whatever the flow, viscosity takes energy away and never momentum.
TEST(Viscosity, TakesEnergyAndKeepsMomentum) {
  ThickLiquid liquid(16, 3);
  for_each_cell(liquid.tiles, [&](const Vec3i& c) {
    const bool inside = min_component(c) >= 0 && max_component(c) < 16;
    liquid.distance[liquid.tiles.cell(c)] = inside ? -1.0f : 1.0f;
  });
  std::mt19937 random(7);
  for (std::vector<float>& f : liquid.velocity.face) {
    for (float& v : f) v = static_cast<float>(random() % 2000) / 1000 - 1;
  }
  const auto sums = [&](double& momentum, double& energy) {
    momentum = energy = 0;
    for (int z = 0; z < 16; ++z) {
      for (int y = 0; y < 16; ++y) {
        for (int x = 0; x <= 16; ++x) {
          const double m = x == 0 || x == 16 ? 0.5 : 1, v = liquid.at(0, {x, y, z});
          momentum += m * v, energy += m * v * v;
        }
      }
    }
  };
  double momentum[2], energy[2];
  sums(momentum[0], energy[0]);
  for (const double spread : {1e-3, 1.0, 1e3}) {
    liquid.solve(spread);
    sums(momentum[1], energy[1]);
    EXPECT_LT(energy[1], energy[0]);
    EXPECT_NEAR(momentum[1], momentum[0], 5);  // of 4000 faces; edges and corners hold a little
    energy[0] = energy[1];
  }
}

TEST(Viscosity, SameBytesForAnyNumberOfThreads) {
  std::vector<float> results[2];
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    ThickLiquid liquid(24, 3);
    liquid.set_velocity([](const Vec3d& p) { return Vec3d{std::sin(9 * p.y * p.x), std::cos(7 * p.z), p.x * p.y}; });
    liquid.solve(0.01);
    results[threads - 1] = liquid.velocity.face[1];
  }
  EXPECT_EQ(results[0], results[1]);
}

}  // namespace

}  // namespace weir::grid
