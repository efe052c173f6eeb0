// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The streams of a morph: one row of numbers a coordinate (3 * vertex + axis), its free frames side by side, so that
// every pass does sixteen frames at once and never gathers.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "control/meshes/morph_time.h"
#include "weir/base/vec.h"

namespace weir::meshes {

constexpr size_t kFrameLanes = 16;

struct MorphRows {
  size_t rows = 0, stride = 0;  // stride: frames, rounded up to whole lanes
  std::vector<float> value;

  MorphRows() = default;
  MorphRows(size_t coordinates, size_t frames)
      : rows(coordinates), stride((frames + kFrameLanes - 1) / kFrameLanes * kFrameLanes), value(rows * stride, 0.0f) {}
  float* row(size_t r) { return &value[r * stride]; }
  const float* row(size_t r) const { return &value[r * stride]; }
};

// Triangles around each vertex, as the pair of corners that follows it.
struct MeshRings {
  MeshRings(std::span<const Vec3i> triangles, size_t vertices);
  std::vector<uint32_t> begin;
  std::vector<uint32_t> corners;
};

// dVolume / dx: a third of the area vectors around a vertex; `flat` leaves the z part out. Also the sum over all rows
// of x times that, by frame.
void find_slopes(const MeshRings& rings, const MorphRows& x, bool flat, MorphRows& slope);

// Sums over rows of a * b, by frame.
std::vector<double> frame_products(const MorphRows& a, const MorphRows& b);

// Sums over the rows of the given vertices of slope(t) * slope(s) / mass: symmetric, stride x stride.
DenseMatrix slope_products(const MorphRows& slope, std::span<const float> mass, std::span<const uint32_t> vertices);

// x goes `share` of the way to from - inverse (lambda slope) / mass, in the rows of the given vertices. Returns the
// largest change of x.
float move_rows(const MorphRows& from, const DenseMatrix& inverse, std::span<const double> lambda,
                const MorphRows& slope, std::span<const float> mass, std::span<const uint32_t> vertices, float share,
                MorphRows& x);

}  // namespace weir::meshes
