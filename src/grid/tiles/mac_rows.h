// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Velocities at eight points at once, looked up in and around one tile (see grid/tiles/mac.h), and where they were a
// step ago.

#pragma once

#include "grid/tiles/mac.h"
#include "grid/tiles/sample_rows.h"
#include "weir/base/vec.h"

namespace weir::grid {

inline Rows operator+(const Rows& a, const Rows& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Rows operator-(const Rows& a, const Rows& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Rows operator*(const Rows& a, float factor) { return {a.x * factor, a.y * factor, a.z * factor}; }
inline Rows operator+(const Rows& a, const Vec3f& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Rows operator-(const Rows& a, const Vec3f& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

// The eight cells of a row of a tile, at the point `in_cell` of each.
inline Rows row_of_cells(int y, int z, const Vec3f& in_cell) {
  constexpr Row kCount{0, 1, 2, 3, 4, 5, 6, 7};
  return Rows{kCount, simd::set(static_cast<float>(y)), simd::set(static_cast<float>(z))} + in_cell;
}

// Points beyond what a block can be asked for go to its border.
template <int margin>
Rows within_block(const Rows& at) {
  const Row low = simd::set(static_cast<float>(-margin)), high = simd::set(kTileSize + margin - 1.001f);
  return {limited(at.x, low, high), limited(at.y, low, high), limited(at.z, low, high)};
}

// Component `axis` around points in cells from the lower corner of the tile. Flat: z does not count.
template <bool flat, int margin>
Surroundings<flat, margin> around(const MacBlock<margin>& velocity, int axis, const Rows& at) {
  return {velocity.component[axis], within_block<margin>(at - face_middle(axis))};
}

template <bool flat, int margin>
Rows sample(const MacBlock<margin>& velocity, const Rows& at) {
  return {around<flat>(velocity, 0, at).linear(), around<flat>(velocity, 1, at).linear(),
          flat ? Row{} : around<flat>(velocity, 2, at).linear()};
}

// The same, and how much each component changes per cell along the axes.
template <bool flat, int margin>
Rows sample(const MacBlock<margin>& velocity, const Rows& at, Rows (&slope)[3]) {
  return {around<flat>(velocity, 0, at).linear(slope[0]), around<flat>(velocity, 1, at).linear(slope[1]),
          flat ? Row{} : around<flat>(velocity, 2, at).linear(slope[2])};
}

// Component `axis` at the point `in_cell` of the cells of a row, the middles or other faces: the mean of the one, two
// or four values beside it.
template <bool flat, int margin>
Row component_in_cells(const Block<margin>& component, int axis, const Vec3f& in_cell, int y, int z) {
  constexpr int kSteps[3]{1, Block<margin>::kSize, Block<margin>::kSize * Block<margin>::kSize};
  const Vec3f d = in_cell - face_middle(axis);
  int way[2]{}, found = 0;  // to the others, along the axes in which the points differ
  for (int a = 0; a < (flat ? 2 : 3); ++a) {
    if (d[a] != 0) way[found++] = d[a] < 0 ? -kSteps[a] : kSteps[a];
  }
  const float* own = component.values + Block<margin>::index(0, y, z);
  return 0.25f * ((simd::load(own) + simd::load(own + way[0])) +
                  (simd::load(own + way[1]) + simd::load(own + way[0] + way[1])));
}
template <bool flat, int margin>
Rows velocity_in_cells(const MacBlock<margin>& velocity, const Vec3f& in_cell, int y, int z) {
  const auto component = [&](int axis) {
    return component_in_cells<flat>(velocity.component[axis], axis, in_cell, y, z);
  };
  return {component(0), component(1), flat ? Row{} : component(2)};
}

// The way of a step through the velocity, `step` in cells a (unit of velocity): Ralston's Runge-Kutta method of third
// order (1962). `first` is the velocity at `point`.
template <bool flat, int margin>
Rows ralston_way(const MacBlock<margin>& velocity, const Rows& point, const Rows& first, float step) {
  const Rows k2 = sample<flat>(velocity, point + first * (0.5f * step));
  const Rows k3 = sample<flat>(velocity, point + k2 * (0.75f * step));
  return (first * 2.0f + k2 * 3.0f + k3 * 4.0f) * (step / 9);
}

// Where points were a step ago.
template <bool flat, int margin>
Rows departure(const MacBlock<margin>& velocity, const Rows& point, float step) {
  return point + ralston_way<flat>(velocity, point, sample<flat>(velocity, point), -step);
}

}  // namespace weir::grid
