// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/surface/curvature.h"

#include <gtest/gtest.h>

#include <cmath>

#include "grid/liquid/scatter.h"
#include "poisson_problem.h"

namespace weir::grid {

namespace {

// A spheroid about x with these half axes (cells), filled with so many points a cell along each axis.
struct Spheroid {
  Spheroid(int dimensions, double along, double across, int points)
      : where(GridSpace{{}, 1, dimensions}), a(along), b(across) {
    const bool flat = dimensions == 2;
    const double reach = std::ceil(std::max(a, b) + 1), step = 1.0 / points, first = 0.5 * step - reach;
    std::vector<Vec3f> position;
    for (double z = flat ? 0 : first; z < (flat ? 0.5 * step : reach); z += step) {
      for (double y = first; y < reach; y += step) {
        for (double x = first; x < reach; x += step) {
          if (x * x / (a * a) + (y * y + z * z) / (b * b) > 1) continue;
          position.push_back({static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
        }
      }
    }
    std::vector<Vec3f> sorted;
    for (const uint32_t i : where.sort(position)) sorted.push_back(position[i]);
    where.build(sorted, 5);
    Scattered scattered;
    scatter(where, std::vector<Vec3f>(sorted.size()), {}, static_cast<float>(std::pow(points, dimensions)), scattered);
    for (float& v : scattered.volume) v = std::min(v, 1.0f);
    find_curvature(where.tiles(), scattered.volume, curvature);
  }

  // Found over exact near the surface: of its mean, and of how it changes from the poles to the equator.
  struct Ratios {
    double mean, change;
  };
  Ratios ratios() const {
    const bool flat = where.tiles().depth() == 1;
    std::vector<double> found, exact, mode;
    for_each_cell(where.tiles(), [&](const Vec3i& c) {
      const Vec3d p{c.x + 0.5, c.y + 0.5, flat ? 0 : c.z + 0.5};
      const double r = std::hypot(p.y, p.z), level = std::hypot(p.x / a, r / b);
      const float k = curvature[where.tiles().cell(c)];
      if (std::abs(level - 1) * b > 0.6 || k == kNoCurvature) return;
      const double along = a * level, across = b * level, angle = std::atan2(r / across, p.x / along);
      const double q = std::hypot(along * std::sin(angle), across * std::cos(angle));
      found.push_back(static_cast<double>(k));
      exact.push_back(along * across / (q * q * q) + (flat ? 0 : along / (across * q)));
      mode.push_back(std::cos(angle) * std::cos(angle));
    });
    double sums[3]{}, products[2]{};
    for (size_t i = 0; i < mode.size(); ++i) sums[0] += found[i], sums[1] += exact[i], sums[2] += mode[i];
    for (size_t i = 0; i < mode.size(); ++i) {
      const double m = mode[i] - sums[2] / static_cast<double>(mode.size());
      products[0] += found[i] * m, products[1] += exact[i] * m;
    }
    return {sums[0] / sums[1], products[0] / products[1]};
  }

  TiledParticles where;
  double a, b;
  std::vector<float> curvature;
};

}  // namespace

TEST(Curvature, OfSpheroids) {
  for (const int dimensions : {2, 3}) {
    for (const double radius : {5.0, 10.0}) {
      const Spheroid body(dimensions, 1.3 * radius, radius / (dimensions == 2 ? 1.3 : std::sqrt(1.3)), 2);
      const Spheroid::Ratios found = body.ratios();
      EXPECT_NEAR(found.mean, 1, 0.02) << dimensions << " " << radius;
      EXPECT_NEAR(found.change, 1, 0.09) << dimensions << " " << radius;
    }
  }
}

TEST(Curvature, AFlatSurfaceHasNone) {
  const Tiles tiles = tiles_around({0, 0, 0}, {31, 31, 15}, 3);
  std::vector<float> full(tiles.field_size(), 0.0f), curvature;
  for_each_cell(tiles, [&](const Vec3i& c) {
    full[tiles.cell(c)] = std::clamp(0.5f - 0.8f * (static_cast<float>(c.y) - 12.3f), 0.0f, 1.0f);
  });
  find_curvature(tiles, full, curvature);
  for (int x = 12; x < 20; ++x) {
    for (int y = 11; y < 14; ++y) EXPECT_NEAR(curvature[tiles.cell({x, y, 8})], 0, 1e-3);
    EXPECT_EQ(curvature[tiles.cell({x, 28, 8})], kNoCurvature);
  }
}

// Towards what takes no part a surface goes on as it is.
TEST(Curvature, UnknownCellsAreAsThoseBesideThem) {
  const Tiles tiles = tiles_around({0, 0, 0}, {15, 15, 0}, 2);
  std::vector<float> full(tiles.field_size(), 0.0f), known(full);
  for_each_cell(tiles, [&](const Vec3i& c) {
    known[tiles.cell(c)] = c.x >= 4 ? 1.0f : 0.0f;
    full[tiles.cell(c)] = c.x >= 4 && c.y < 8 ? 1.0f : 0.0f;
  });
  continue_fullness(tiles, known, full);
  EXPECT_EQ(full[tiles.cell({2, 4, 0})], 1);
  EXPECT_EQ(full[tiles.cell({2, 11, 0})], 0);
}

}  // namespace weir::grid
