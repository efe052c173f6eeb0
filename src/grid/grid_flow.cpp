// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/grid_flow.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"
#include "grid/liquid_shape.h"
#include "grid/redistance.h"
#include "grid/visit_cells.h"

namespace weir {

namespace {

// Of the free velocity, which is only ever a wish: project() has the last word. On the faces of a control mesh it is
// off by one hundredth of what it differs from the mesh's (docs/performance.md).
constexpr float kRoughness = 64;
// A cell in the air that is not further from the surface than this has some of the liquid below the surface in it.
constexpr float kSurfaceInCell = 0.5f;
constexpr float kFarthestSpread = 2;  // cells in a step

}  // namespace

void GridFlow::hold(std::span<const float> held) {
  if (!with_held_) {
    with_held_.emplace(SolidFaces{solids().open, {}, {}, solids().share, {}});
    with_held_->room.resize(tiles().field_size(), 1.0f);
    held_.assign(tiles().field_size(), 0.0f);
    held_tiles_.assign(tiles().size(), 0);
  }
  const size_t cells = tiles().cells_per_tile();
  std::vector<uint8_t> any(tiles().size() + 1, 0);
  parallel_for(
      tiles().size(),
      [&](size_t t) {
        const auto own = held.subspan(t * cells, cells);
        any[t] = std::any_of(own.begin(), own.end(), [](float h) { return h > 0; });
      },
      16);
  parallel_for(
      tiles().size(),
      [&](size_t t) {
        const auto below_has = [&](int x, int y, int z) { return any[tiles().neighbour(t, -x, -y, -z)]; };
        if (!any[t] && !below_has(1, 0, 0) && !below_has(0, 1, 0) && !below_has(0, 0, 1)) return;
        held_tiles_[t] = 1;
        Block<1> beside;
        beside.load(tiles(), t, held);
        visit_cells(tiles(), t, [&](int x, int y, int z, size_t i) {
          const bool own = held[i] > 0;
          if (own) with_held_->share[i] = 0, held_[i] = 1;
          const bool below[3]{beside.at(x - 1, y, z) > 0, beside.at(x, y - 1, z) > 0, beside.at(x, y, z - 1) > 0};
          for (size_t axis = 0; axis < static_cast<size_t>(tiles().dimensions()); ++axis) {
            if (own || below[axis]) with_held_->open.face[axis][i] = 0;
          }
        });
      },
      4);
  find_room(tiles(), *with_held_);
}

void GridFlow::find_surface() {
  const SolidFaces& around = with_held_ ? *with_held_ : solids();
  find_surface_distance(tiles(), volume_, around.room, distance_);
  if (with_held_) {
    parallel_for(tiles().cells(), [&](size_t i) {
      if (held_[i] > 0) distance_[i] = -1;
    });
  }
  const std::vector<float> holes = close_holes(tiles(), around, distance_);
  liquid_ = liquid_volume(tiles(), volume_, distance_, around.share);
  find_volume_sources(tiles(), volume_, around, distance_, holes, liquid_, static_cast<float>(space().cell), step(),
                      crowding_);
  sources_.assign(tiles().field_size(), 0.0f);
}

void GridFlow::find_free_flow() {
  if (free_projection_) return;
  ProjectionSettings rough = given_.pressure;
  rough.tolerance *= kRoughness;
  free_projection_.emplace(tiles(), distance_, FaceConditions{&solids().open, &solids().velocity});
  free_projection_->find_pressure(sources_, rough, velocity_, free_pressure_);
}

float GridFlow::free_velocity(size_t axis, size_t cell, size_t below) const {
  return velocity_.face[axis][cell] - free_projection_->rise_at(axis, cell, below, free_pressure_);
}

void GridFlow::start_prescribing() {
  if (prescribed_) return;
  prescribed_.emplace(Prescribed{with_held_ ? std::move(with_held_->open) : solids().open,
                                 solids().velocity,
                                 {},
                                 std::vector<uint8_t>(tiles().size(), 0)});
  prescribed_->carried.resize(tiles(), kFree);
}

void GridFlow::set_prescribed(size_t axis, size_t cell, float velocity, float passing) {
  const float open = solids().open.face[axis][cell];
  prescribed_->open.face[axis][cell] = 0;
  prescribed_->passing.face[axis][cell] = open * passing + (1 - open) * solids().velocity.face[axis][cell];
  prescribed_->carried.face[axis][cell] = velocity;
}

void GridFlow::prescribe(int axis, size_t cell, float velocity, float passing) {
  start_prescribing();
  prescribed_->tiles[cell / tiles().cells_per_tile()] = 1;
  set_prescribed(static_cast<size_t>(axis), cell, velocity, passing);
}

// Of a row: those of a held cell that no solid covers, until they are prescribed.
RowMask GridFlow::held_faces(size_t axis, size_t i) const {
  const auto row = [&](const MacField& field) { return load_row(field.face[axis].data() + i); };
  return (row(prescribed_->open) == 0) & (row(solids().open) > 0) & (row(prescribed_->carried) == kFree);
}

void GridFlow::prescribe_held(const HeldVelocity& find) {
  if (!with_held_) return;
  start_prescribing();
  const size_t cells = tiles().cells_per_tile();
  parallel_for(
      tiles().size(),
      [&](size_t t) {
        if (!held_tiles_[t]) return;
        prescribed_->tiles[t] = 1;
        std::array<float, kTileSize * kTileRows> velocity;
        for (size_t axis = 0; axis < static_cast<size_t>(tiles().dimensions()); ++axis) {
          bool found = false;
          visit_rows(tiles(), t, [&](int, int, size_t i) {
            const RowMask held = held_faces(axis, i);
            if (all(held == 0)) return;
            if (!found) find(t, static_cast<int>(axis), velocity);
            found = true;
            for (size_t n = 0; n < kTileSize; ++n) {
              const float v = velocity[i - t * cells + n];
              if (held[static_cast<int>(n)]) set_prescribed(axis, i + n, v, v);
            }
          });
        }
      },
      4);
}

FaceConditions GridFlow::faces() const {
  return prescribed_ ? FaceConditions{&prescribed_->open, &prescribed_->passing}
                     : FaceConditions{&solids().open, &solids().velocity};
}

PoissonSolver::Result GridFlow::project() {
  projection_.emplace(tiles(), distance_, faces());
  std::vector<float> pressure = free_pressure_;
  const PoissonSolver::Result result = projection_->solve(sources_, given_.pressure, velocity_, pressure);
  carry(velocity_);
  return result;
}

template <class Visit>
void GridFlow::visit_prescribed(const Visit& visit) const {
  if (!prescribed_) return;
  const size_t cells = tiles().cells_per_tile();
  parallel_for(
      tiles().size(),
      [&](size_t t) {
        if (!prescribed_->tiles[t]) return;
        for (size_t axis = 0; axis < static_cast<size_t>(tiles().dimensions()); ++axis) {
          for (size_t i = t * cells; i < (t + 1) * cells; ++i) {
            if (prescribed_->carried.face[axis][i] != kFree) visit(axis, i);
          }
        }
      },
      4);
}

void GridFlow::carry(MacField& velocity) const {
  visit_prescribed([&](size_t axis, size_t i) { velocity.face[axis][i] = prescribed_->carried.face[axis][i]; });
}

std::vector<float> GridFlow::plain_distance() const {
  std::vector<float> distance;
  find_surface_distance(tiles(), volume_, with_held_ ? with_held_->room : solids().room, distance);
  if (!with_held_) return distance;
  // Between held cells and walls there is little room, and few particles tell nothing: no holes are shown there.
  parallel_for(tiles().cells(), [&](size_t i) {
    if (held_[i] > 0) distance[i] = -1;
  });
  close_holes(tiles(), *with_held_, distance);
  // The blank tile holds nothing, but what is beyond the tiles beside held cells is held too.
  parallel_for(
      tiles().size(),
      [&](size_t t) {
        const auto is_missing = [&](int x, int y, int z) { return tiles().neighbour(t, x, y, z) == tiles().blank(); };
        const auto ends = [&](int n, int last) { return n == 0 ? -1 : n == last ? 1 : 0; };
        visit_cells(tiles(), t, [&](int x, int y, int z, size_t i) {
          if (held_[i] == 0) return;
          const int dx = ends(x, 7), dy = ends(y, 7), dz = tiles().depth() == 1 ? 0 : ends(z, 7);
          const bool at_end = is_missing(dx, 0, 0) || is_missing(0, dy, 0) || is_missing(0, 0, dz);
          distance[i] = at_end ? kNoDistance : -1;
        });
      },
      4);
  return distance;
}

void GridFlow::show_prescribed(MacField& velocity, MacField& weight) const {
  carry(velocity);
  visit_prescribed([&](size_t axis, size_t i) { weight.face[axis][i] = std::max(weight.face[axis][i], 1.0f); });
}

MacField GridFlow::known_faces(const MacField& weight) const {
  MacField known;
  known.resize(tiles());
  const size_t cells = tiles().cells_per_tile();
  parallel_for(
      tiles().size(),
      [&](size_t t) {
        const auto own = std::span(distance_).subspan(t * cells, cells);
        const bool deep = std::all_of(own.begin(), own.end(), [](float d) { return d < -kSurfaceInCell; });
        Block<2> liquid, distance;
        if (!deep) {
          liquid.load(tiles(), t, projection_->liquid());
          distance.load(tiles(), t, distance_);
        }
        for (int axis = 0; axis < tiles().dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          visit_cells(tiles(), t, [&](int x, int y, int z, size_t i) {
            const auto along = [&](const Block<2>& block, int way) {
              return block.at(x + (axis == 0 ? way : 0), y + (axis == 1 ? way : 0), z + (axis == 2 ? way : 0));
            };
            const auto hangs = [&] {
              return along(liquid, -1) + along(liquid, 0) == 0 &&
                     ((along(liquid, -2) > 0 && along(distance, -1) < kSurfaceInCell) ||
                      (along(liquid, 1) > 0 && along(distance, 0) < kSurfaceInCell));
            };
            const bool moves = weight.face[a][i] > 1e-6f && solids().open.face[a][i] > 0 && (deep || !hangs());
            known.face[a][i] = moves || is_prescribed(axis, i) ? 1.0f : 0.0f;
          });
        }
      },
      4);
  return known;
}

std::optional<MacField> GridFlow::spreading() {
  const auto most_of = [&](std::span<const float> field, float most) {
    return parallel_max(tiles().cells(), most, [&](size_t i) { return std::abs(field[i]); });
  };
  const ProjectionSettings settings = given_.pressure;
  if (most_of(crowding_, 0) <= settings.tolerance) return {};
  MacField way;
  way.resize(tiles());
  std::vector<float> pressure;
  projection_->spread(crowding_, settings, way, pressure);
  // All alike: cut off face by face it would crowd particles at other places.
  const float limit = kFarthestSpread * static_cast<float>(space().cell) / step();
  float farthest = 0;
  for (const std::vector<float>& face : way.face) farthest = most_of(face, farthest);
  const float share = std::min(1.0f, limit / std::max(farthest, 1e-30f));
  for (std::vector<float>& face : way.face) {
    parallel_for(tiles().cells(), [&](size_t i) { face[i] *= share; });
  }
  return way;
}

}  // namespace weir
