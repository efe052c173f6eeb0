// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Phases on the grid against flows whose answer is known.

#include <gtest/gtest.h>

#include "grid/liquid/liquid_phases.h"
#include "poisson_problem.h"

namespace weir::grid {

namespace {

constexpr int kCells = 32;
constexpr double kCell = 1.0 / kCells;

// Two liquids on top of each other between level walls, far to both sides: particles on a lattice, two a cell along
// each axis.
struct Layers {
  // `own`: viscosities of the layers that particles have of their own; empty: those of the phases.
  Layers(double low, double middle, double high, const Scene& scene, const std::vector<float>& own = {})
      : phases(scene) {
    std::vector<Vec3f> position;
    for (double y = low + 0.25 * kCell; y < high; y += 0.5 * kCell) {
      for (double x = -2.5; x < 2.5; x += 0.5 * kCell) {
        position.push_back({static_cast<float>(x + 0.25 * kCell), static_cast<float>(y), 0});
      }
    }
    const std::span<const uint32_t> order = where.sort(position);
    std::vector<Vec3f> sorted;
    std::vector<uint8_t> phase;
    std::vector<float> viscosity;
    for (const uint32_t i : order) {
      sorted.push_back(position[i]);
      phase.push_back(position[i].y > static_cast<float>(middle));
      if (!own.empty()) viscosity.push_back(own[phase.back()]);
    }
    where.build(sorted, 4);
    const Tiles& tiles = where.tiles();
    scatter(where, std::vector<Vec3f>(sorted.size()), {}, 4, scattered, phases.densities(phase));
    phases.locate(where, phase, viscosity);
    solids.open.resize(tiles, 1);
    solids.velocity.resize(tiles, 0);
    solids.distance.assign(tiles.field_size(), 1);
    distance.assign(tiles.field_size(), -1);
    std::fill(distance.begin() + static_cast<ptrdiff_t>(tiles.cells()), distance.end(), 1.0f);
    for_each_cell(tiles, [&](const Vec3i& c) {
      const size_t i = tiles.cell(c);
      const auto gap = [&](double y) { return std::min(y - low, high - y); };
      solids.distance[i] = static_cast<float>(gap((c.y + 0.5) * kCell));
      solids.open.face[0][i] = static_cast<float>(std::clamp(0.5 + gap((c.y + 0.5) * kCell) / kCell, 0.0, 1.0));
      solids.open.face[1][i] = gap(c.y * kCell) > 1e-9 ? 1.0f : 0.0f;
      if (c.y * kCell > middle) solids.velocity.face[0][i] = 1;  // the upper wall
    });
    velocity.resize(tiles);
    phases.complete(tiles, distance, scattered);
  }
  // After a step as long as this only the steady flow is left.
  void settle() {
    constexpr double kLong = 1e3;
    phases.viscosity(where.tiles(), distance, solids, kCell, scattered).solve(phases.spread(kLong), {}, velocity);
  }
  double at(int y) const { return static_cast<double>(velocity.face[0][where.tiles().cell({0, y, 0})]); }

  TiledParticles where{GridSpace{{}, kCell, 2}};
  LiquidPhases phases;
  Scattered scattered;
  SolidFaces solids;
  std::vector<float> distance;
  MacField velocity;
};

Scene two_phases(double density, double viscosity) {
  Scene scene;
  scene.phases = {{.name = "first", .density = 1, .viscosity = 1},
                  {.name = "second", .density = density, .viscosity = viscosity}};
  return scene;
}

}  // namespace

// Dragged along by the upper wall, both liquids bear the same stress: each moves in a straight line, with slopes as 1
// to their viscosities.
TEST(PhaseViscosity, CouetteFlowOfTwoLayers) {
  for (const double viscosity : {0.1, 1.0, 20.0}) {
    for (const double part : {0.0, 0.5}) {  // of a cell
      const double low = 4 * kCell, middle = (12 + part) * kCell, high = 24 * kCell;
      Layers layers(low, middle, high, two_phases(0.5, viscosity));
      layers.settle();
      const double lower = 1 / (middle - low), upper = viscosity / (high - middle);  // what each resists
      const double between = upper / (lower + upper);
      for (int y = 4; y < 24; ++y) {
        const double h = (y + 0.5) * kCell;
        const double exact = h < middle ? between * (h - low) / (middle - low)
                                        : between + (1 - between) * (h - middle) / (high - middle);
        EXPECT_NEAR(layers.at(y), exact, 0.01) << viscosity << " " << part << " " << y;
      }
    }
  }
}

// The same where viscosities are those of particles, as heat or thickness makes them.
TEST(ParticleViscosity, CouetteFlowOfTwoLayers) {
  for (const double viscosity : {0.1, 1.0, 20.0}) {
    for (const double part : {0.0, 0.5}) {
      const double low = 4 * kCell, middle = (12 + part) * kCell, high = 24 * kCell;
      Layers layers(low, middle, high, two_phases(1, 1), {1, static_cast<float>(viscosity)});
      layers.settle();
      const double lower = 1 / (middle - low), upper = viscosity / (high - middle);
      const double between = upper / (lower + upper);
      for (int y = 4; y < 24; ++y) {
        const double h = (y + 0.5) * kCell;
        if (std::abs(h - middle) < 1.5 * kCell) continue;  // there the grid rounds the bend off
        const double exact = h < middle ? between * (h - low) / (middle - low)
                                        : between + (1 - between) * (h - middle) / (high - middle);
        EXPECT_NEAR(layers.at(y), exact, 0.01) << viscosity << " " << part << " " << y;
      }
    }
  }
}

// The density of a face is the mass around it over the volume.
TEST(PhaseDensity, LightnessOfFaces) {
  Layers layers(4 * kCell, 12 * kCell, 24 * kCell, two_phases(0.25, 1));
  const auto lightness = [&](size_t axis, int y) {
    return layers.scattered.lightness.face[axis][layers.where.tiles().cell({0, y, 0})];
  };
  EXPECT_NEAR(lightness(1, 8), 1, 1e-5);
  EXPECT_NEAR(lightness(1, 20), 4, 1e-5);
  EXPECT_NEAR(lightness(1, 12), 1 / 0.625, 1e-5);
  EXPECT_NEAR(lightness(0, 8), 1, 1e-5);
  // An eighth of the hat around the middle of the last cell below the interface lies above it.
  EXPECT_NEAR(lightness(0, 11), 1 / (0.875 + 0.125 * 0.25), 1e-4);
  // Where liquid has no particles, faces are as those beside them.
  EXPECT_NEAR(lightness(1, 3), 1, 1e-5);
}

}  // namespace weir::grid
