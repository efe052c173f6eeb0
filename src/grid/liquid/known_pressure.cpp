// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/known_pressure.h"

#include <algorithm>

#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

static constexpr float kNone = 1e30f;

// A pressure of 1 m/s takes that much off a velocity in a step: dt p / (density cell).
void KnownPressure::keep(const GridFlow& flow, double density) {
  const auto pascal = static_cast<float>(density * flow.space().cell / static_cast<double>(flow.step()));
  pressure_.resize(flow.tiles().cells());
  parallel_for(pressure_.size(),
               [&](size_t i) { pressure_[i] = flow.has_pressure()[i] > 0 ? flow.pressure()[i] * pascal : kNone; });
}

PressurePoints KnownPressure::in(const TiledParticles& where, const Box3f& box) const {
  const Tiles& tiles = where.tiles();
  const GridSpace& space = where.space();
  PressurePoints points{static_cast<float>(space.cell), {}, {}};
  if (pressure_.size() != tiles.cells()) return points;  // before the first step
  const Vec3f lower = space.to_grid(box.lower), upper = space.to_grid(box.upper);
  const int axes = tiles.dimensions();
  for (size_t t = 0; t < tiles.size(); ++t) {
    const auto first = static_cast<Vec3f>(tiles.first_cell(t));
    bool meets = true;
    for (int axis = 0; axis < axes; ++axis) meets &= first[axis] < upper[axis] && first[axis] + kTileSize > lower[axis];
    if (!meets) continue;
    visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
      if (pressure_[i] == kNone) return;
      const Vec3f at = first + Vec3f{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f,
                                     axes == 2 ? 0 : static_cast<float>(z) + 0.5f};
      for (int axis = 0; axis < axes; ++axis) {
        if (at[axis] < lower[axis] || at[axis] > upper[axis]) return;
      }
      points.position.push_back(space.to_world(at));
      points.pressure.push_back(pressure_[i]);
    });
  }
  return points;
}

}  // namespace weir::grid
