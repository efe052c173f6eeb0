// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/projection.h"

#include <algorithm>

#include "base/parallel.h"
#include "grid/halo.h"
#include "grid/visit_cells.h"

namespace weir {

namespace {

constexpr size_t kTilesAtOnce = 4;
constexpr float kNearest = kNearestSurface;
bool is_air(float distance) { return distance >= -kNearest; }

// The cell below along an axis, in a halo.
float below(const Halo& halo, int axis, int x, int y, int z) {
  return axis == 0 ? halo.row(y, z)[x - 1] : axis == 1 ? halo.row(y - 1, z)[x] : halo.row(y, z - 1)[x];
}
float above(const Halo& halo, int axis, int x, int y, int z) {
  return axis == 0 ? halo.row(y, z)[x + 1] : axis == 1 ? halo.row(y + 1, z)[x] : halo.row(y, z + 1)[x];
}

// How far the surface is on the way from a liquid cell to one in the air, or a little beyond that.
float way_to_surface(float liquid, float air) {
  return std::min(liquid / std::min(liquid - air, -1e-6f), 1 / (1 - kNearest));
}

}  // namespace

Projection::Projection(const Tiles& tiles, std::span<const float> distance, const FaceConditions& faces)
    : tiles_(tiles), distance_(distance), faces_(faces), liquid_(tiles.field_size(), 0.0f), matrix_(tiles) {
  find_liquid();
  build_matrix();
  solver_ = std::make_unique<PoissonSolver>(matrix_);
}

// Cells in the liquid that have an open face.
void Projection::find_liquid() {
  parallel_for(
      tiles_.size(),
      [&](size_t t) {
        Halo open;
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          open.load(tiles_, t, faces_.open->face[static_cast<size_t>(axis)]);
          visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
            if (!is_air(distance_[i]) && (open.row(y, z)[x] > 0 || above(open, axis, x, y, z) > 0)) liquid_[i] = 1;
          });
        }
      },
      kTilesAtOnce);
}

void Projection::build_matrix() {
  parallel_for(
      tiles_.size(),
      [&](size_t t) {
        Halo open, liquid, distance;
        liquid.load(tiles_, t, liquid_);
        distance.load(tiles_, t, distance_);
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          open.load(tiles_, t, faces_.open->face[a]);
          visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
            if (liquid_[i] == 0) return;
            const float own = distance_[i], lower = open.row(y, z)[x], upper = above(open, axis, x, y, z);
            if (below(liquid, axis, x, y, z) != 0) {
              matrix_.face[a][i] = lower;
            } else if (const float beyond = below(distance, axis, x, y, z); is_air(beyond)) {
              matrix_.ground[i] += lower / way_to_surface(own, beyond);
            }
            const float beyond = above(distance, axis, x, y, z);
            if (above(liquid, axis, x, y, z) == 0 && is_air(beyond))
              matrix_.ground[i] += upper / way_to_surface(own, beyond);
          });
        }
      },
      kTilesAtOnce);
  matrix_.sort_tiles(1);
}

// b: what flows into each cell, through the open part of its faces and with what closes the rest.
void Projection::find_flow(const MacField& velocity, std::span<float> b) const {
  parallel_for(
      tiles_.size(),
      [&](size_t t) {
        Halo open, wall, own;
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          open.load(tiles_, t, faces_.open->face[a]);
          wall.load(tiles_, t, faces_.velocity->face[a]);
          own.load(tiles_, t, velocity.face[a]);
          const auto flow = [](float share, float liquid, float solid) { return share * liquid + (1 - share) * solid; };
          visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
            if (liquid_[i] == 0) return;
            b[i] += flow(open.row(y, z)[x], own.row(y, z)[x], wall.row(y, z)[x]) -
                    flow(above(open, axis, x, y, z), above(own, axis, x, y, z), above(wall, axis, x, y, z));
          });
        }
      },
      kTilesAtOnce);
}

void Projection::subtract_gradient(std::span<const float> pressure, MacField& velocity) const {
  parallel_for(
      tiles_.size(),
      [&](size_t t) {
        Halo liquid, distance, p;
        liquid.load(tiles_, t, liquid_);
        distance.load(tiles_, t, distance_);
        p.load(tiles_, t, pressure);
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
            const bool upper = liquid_[i] != 0, lower = below(liquid, axis, x, y, z) != 0;
            if ((!upper && !lower) || faces_.open->face[a][i] == 0) return;
            const float up = p.row(y, z)[x], down = below(p, axis, x, y, z);
            const float d_up = distance.row(y, z)[x], d_down = below(distance, axis, x, y, z);
            // Beyond the surface the pressure goes on as a straight line through 0 at the surface.
            if (upper && lower) {
              velocity.face[a][i] -= up - down;
            } else if (upper && is_air(d_down)) {
              velocity.face[a][i] -= up / way_to_surface(d_up, d_down);
            } else if (lower && is_air(d_up)) {
              velocity.face[a][i] += down / way_to_surface(d_down, d_up);
            }
          });
        }
      },
      kTilesAtOnce);
}

PoissonSolver::Result Projection::solve_for(std::span<const float> sources, const ProjectionSettings& settings,
                                            std::span<float> b, MacField& velocity, std::vector<float>& pressure) {
  pressure.resize(tiles_.field_size(), 0.0f);
  parallel_for(tiles_.field_size(), [&](size_t i) { pressure[i] *= liquid_[i]; });
  if (!sources.empty()) parallel_for(tiles_.cells(), [&](size_t i) { b[i] += liquid_[i] * sources[i]; });
  const PoissonSolver::Result result = solver_->solve(b, {settings.tolerance, settings.max_iterations}, pressure);
  subtract_gradient(pressure, velocity);
  return result;
}

PoissonSolver::Result Projection::solve(std::span<const float> sources, const ProjectionSettings& settings,
                                        MacField& velocity, std::vector<float>& pressure) {
  std::vector<float> b(tiles_.field_size(), 0.0f);
  find_flow(velocity, b);
  return solve_for(sources, settings, b, velocity, pressure);
}

PoissonSolver::Result Projection::spread(std::span<const float> sources, const ProjectionSettings& settings,
                                         MacField& velocity, std::vector<float>& pressure) {
  std::vector<float> b(tiles_.field_size(), 0.0f);
  return solve_for(sources, settings, b, velocity, pressure);
}

}  // namespace weir
