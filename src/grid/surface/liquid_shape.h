// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the liquid is, from how full of particles cells are. The share of a hat-shaped neighbourhood that lies in the
// liquid tells the distance of a flat surface exactly, at any height within a cell, and noise in the particles'
// positions moves it little; a union of balls has neither virtue. Fewer particles than fill half of such a
// neighbourhood are spray: they fly freely.

#pragma once

#include <span>
#include <vector>

#include "grid/pressure/solid_faces.h"
#include "grid/tiles/row.h"

namespace weir::grid {

// Distance of the surface from the middles of cells, in cells, from -1 (deep inside) to 1, by how full they are. A hat
// of half width 1 over a half-space: its share is (1 - d)^2 / 2 at a distance d outside, and the rest of it inside.
inline Row surface_distance(const Row& filled) {
  const Row share = simd::max(simd::min(filled, simd::set(1)), simd::set(0));
  const RowMask outside = share < 0.5f;
  const Row way = simd::sqrt(2 * (outside ? share : 1 - share));
  return outside ? 1 - way : way - 1;
}

// The same of a field: `volume` as scatter() finds
// it, `room` the share of it that solids leave open.
void find_surface_distance(const Tiles& tiles, std::span<const float> volume, std::span<const float> room,
                           std::vector<float>& distance);

// Holes one cell wide in the liquid, and cells of which a solid leaves so little that few particles in them say
// nothing, are liquid with room left: without pressure, all that is crowded would rush into them. Returns 1 for these
// cells.
std::vector<float> close_holes(const Tiles& tiles, const SolidFaces& solids, std::vector<float>& distance);

// Cells of liquid, outside solids: what the surface encloses, and particles so far from it that they are none of it.
// Only where the surface passes is a cell partly full: hollows without a surface do not count.
struct LiquidVolume {
  double inside = 0, spray = 0;
};
LiquidVolume liquid_volume(const Tiles& tiles, std::span<const float> volume, std::span<const float> distance,
                           std::span<const float> share);

// Flow (m/s) that cells must give off so that crowded ones become right again, and empty ones deep inside fill: a part
// of the error a step, which takes `step` seconds; `cell` is its width (m). Particles drift apart and together a
// little in every step, and nothing else would ever bring them back.
// `holes` as close_holes() finds them: they fill. `now` as liquid_volume() finds it.
void find_volume_sources(const Tiles& tiles, std::span<const float> volume, const SolidFaces& solids,
                         std::span<const float> distance, std::span<const float> holes, const LiquidVolume& now,
                         float cell, float step, std::vector<float>& sources);

}  // namespace weir::grid
