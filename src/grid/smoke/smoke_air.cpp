// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/smoke/smoke_air.h"

#include <algorithm>

#include "grid/tiles/extrapolate.h"
#include "grid/tiles/halo.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr size_t kTilesAtOnce = 4;
constexpr int kLayers = 3;  // cells into solids in which fields are continued

// The rows below (upwards 0) or above (1) along an axis.
const float* row_beside(const Halo& halo, int axis, int upwards, int y, int z) {
  const int way = 2 * upwards - 1;
  return axis == 0 ? halo.row(y, z) + way : axis == 1 ? halo.row(y + way, z) : halo.row(y, z + way);
}

}  // namespace

void SmokeAir::build(const Solids& solids, const Tiles& tiles) {
  tiles_ = &tiles;
  projection_.reset();
  find_solid_faces(solids, space_, tiles, {}, solids_);
  close_faces_at_walls();
  distance_.assign(tiles.field_size(), -1.0f);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const auto outside = [&](int x, int y, int z) {
          return tiles.neighbour(t, x, y, z) == tiles.blank() &&
                 (!walls_ || limits_.contain(tiles.coordinate(t) + Vec3i{x, y, z}));
        };
        for (int axis = 0; axis < tiles.dimensions(); ++axis) {
          for (const int side : {-1, 1}) {
            if (!outside(axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0)) continue;
            const int layer = side < 0 ? 0 : kTileSize - 1;
            visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
              if (Vec3i{x, y, z}[axis] == layer) distance_[i] = 0;
            });
          }
        }
      },
      kTilesAtOnce);
  projection_.emplace(tiles, distance_, FaceConditions{&solids_.open, &solids_.velocity});
  find_air();
}

// Where walls coincide with the end of tiles, there is no tile beyond them to have their faces.
void SmokeAir::close_faces_at_walls() {
  if (!walls_) return;
  for (size_t t = 0; t < tiles_->size(); ++t) {
    for (int axis = 0; axis < tiles_->dimensions(); ++axis) {
      if (tiles_->coordinate(t)[axis] != limits_.lower[axis]) continue;
      std::vector<float>& open = solids_.open.face[static_cast<size_t>(axis)];
      visit_cells(*tiles_, t, [&](int x, int y, int z, size_t i) {
        if (Vec3i{x, y, z}[axis] == 0) open[i] = 0;
      });
    }
  }
}

// Which cells are no solid, and which faces the pressure acts on.
void SmokeAir::find_air() {
  std::vector<float> air(tiles_->field_size(), 0.0f);
  free_.assign(tiles_->field_size(), 0.0f);
  parallel_for(tiles_->cells(), [&](size_t i) {
    air[i] = projection_->is_liquid(i) ? 1.0f : 0.0f;
    free_[i] = projection_->is_liquid(i) || (distance_[i] == 0 && solids_.distance[i] > 0) ? 1.0f : 0.0f;
  });
  any_solid_ = std::find(free_.begin(), free_.begin() + static_cast<ptrdiff_t>(tiles_->cells()), 0.0f) !=
               free_.begin() + static_cast<ptrdiff_t>(tiles_->cells());
  known_.resize(*tiles_);
  parallel_for(
      tiles_->size(),
      [&](size_t t) {
        Halo halo;
        halo.load(*tiles_, t, air);
        for (int axis = 0; axis < tiles_->dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          visit_cells(*tiles_, t, [&](int x, int y, int z, size_t i) {
            const bool beside_air = air[i] > 0 || row_beside(halo, axis, 0, y, z)[x] > 0;
            known_.face[a][i] = beside_air && solids_.open.face[a][i] > 0 ? 1.0f : 0.0f;
          });
        }
      },
      kTilesAtOnce);
}

PoissonSolver::Result SmokeAir::project(const ProjectionSettings& settings, MacField& velocity,
                                        std::vector<float>& pressure) {
  return projection_->solve({}, settings, velocity, pressure);
}

void SmokeAir::continue_velocity(MacField& velocity) const {
  for (size_t axis = 0; axis < static_cast<size_t>(tiles_->dimensions()); ++axis) {
    std::vector<float> known = known_.face[axis];
    extrapolate(*tiles_, kLayers, known, velocity.face[axis]);
  }
  if (any_solid_ || walls_)
    slip_along(solids_, *tiles_, static_cast<float>(space_.cell), SolidMotion::counts, velocity);
}

void SmokeAir::continue_into_solids(std::vector<float>& field) const {
  if (!any_solid_) return;
  std::vector<float> known = free_;
  extrapolate(*tiles_, kLayers, known, field);
}

double SmokeAir::sum(std::span<const float> field) const {
  return parallel_sum<double>(tiles_->cells(), [&](size_t i) { return free_[i] * field[i]; });
}

void SmokeAir::clear_solids(std::vector<float>& field) const {
  if (!any_solid_) return;
  parallel_for(tiles_->cells(), [&](size_t i) { field[i] *= free_[i]; });
}

}  // namespace weir::grid
