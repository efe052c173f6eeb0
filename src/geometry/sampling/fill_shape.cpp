// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/sampling/fill_shape.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/sampling/fit_lattice.h"
#include "geometry/sampling/measure_shape.h"
#include "geometry/sampling/sampling_limits.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

double volume_of_particle(const Filling& filling) {
  return std::pow(static_cast<double>(filling.spacing), filling.dimensions);
}

ShapeMeasure measure(const Field& field, const Filling& filling) {
  check_spacing(filling.spacing);
  const double enough =
      1.01 * std::min(static_cast<double>(filling.most) + 1, kMostCandidates) * volume_of_particle(filling);
  return measure_shape(field, filling.spacing, filling.dimensions, enough);
}

// Shapes in round numbers often have half a particle too much. Rounding must not decide about it.
size_t count_of(const ShapeMeasure& shape, const Filling& filling) {
  const double particles = shape.volume / volume_of_particle(filling);
  return static_cast<size_t>(std::max(0.0, particles + 0.5 - std::min(0.25, 1e-5 * particles)));
}

constexpr int32_t kPiece = 256;
constexpr float kFarthest = 1.01f;  // spacings outside the shape where points may still be taken
constexpr float kDeep = 3;          // spacings inside the shape from where on all points are taken

// Points that may be taken.
struct Candidates {
  std::vector<Vec3f> point;
  std::vector<uint64_t> order;  // smaller ones first; 0 deep inside
};

// Whole layers of a lattice can be equally far outside. Of these, some are taken evenly: Roberts' R3 sequence (2018,
// "The unreasonable effectiveness of quasirandom sequences"), by the index of the lattice point.
uint32_t turn(int64_t i, int64_t j, int64_t k) {
  const double r = 0.8191725134 * static_cast<double>(i) + 0.6710436067 * static_cast<double>(j) +
                   0.5497004779 * static_cast<double>(k);
  return static_cast<uint32_t>((r - std::floor(r)) * 4294967295.0);
}

// How far outside a point is in steps that rounding does not reach, then its turn.
uint64_t order_of(float distance, float spacing, uint32_t turn) {
  if (distance < -kDeep * spacing) return 0;
  const double steps = std::floor(64 * static_cast<double>(distance / spacing) + 0.25);
  return static_cast<uint64_t>(std::clamp(steps + 0x40000000, 0.0, 2147483647.0)) << 32 | turn;
}

void look(const Field& field, const Filling& filling, const LatticeGrid& grid, size_t row, Candidates& found) {
  std::array<Vec3f, kPiece> point;
  std::array<float, kPiece> distance;
  std::array<uint8_t, kPiece> blocked;
  const auto j = static_cast<int64_t>(row) % grid.count.y, k = static_cast<int64_t>(row) / grid.count.y;
  for (int32_t first = 0; first < grid.count.x; first += kPiece) {
    const auto n = static_cast<size_t>(std::min(kPiece, grid.count.x - first));
    for (size_t i = 0; i < n; ++i) point[i] = grid.position(first + static_cast<int64_t>(i), j, k);
    const std::array<Vec3f, kPiece> wished = point;
    blocked.fill(0);
    if (filling.make_room) filling.make_room({point.data(), n}, {blocked.data(), n});
    field.distance({point.data(), n}, {distance.data(), n});
    for (size_t i = 0; i < n; ++i) {
      if (blocked[i] || distance[i] > kFarthest * filling.spacing) continue;
      // Squeezed in beside a wall, a point is worse than one too many at a free surface.
      if (point[i] != wished[i]) distance[i] = kFarthest * filling.spacing;
      found.point.push_back(point[i]);
      found.order.push_back(order_of(distance[i], filling.spacing, turn(first + static_cast<int64_t>(i), j, k)));
    }
  }
}

std::vector<Vec3f> take(const Field& field, const Filling& filling, const LatticeGrid& grid, size_t count) {
  const size_t rows = grid.rows();
  std::vector<Candidates> of_row(rows);
  parallel_for(
      rows, [&](size_t row) { look(field, filling, grid, row, of_row[row]); }, 16);
  std::vector<uint64_t> order;  // of those that are not deep inside
  size_t deep = 0;
  for (const Candidates& c : of_row) {
    for (const uint64_t o : c.order) o == 0 ? static_cast<void>(++deep) : order.push_back(o);
  }
  const size_t missing = count > deep ? count - deep : 0;
  uint64_t last = std::numeric_limits<uint64_t>::max();
  if (order.size() > missing) {
    const auto nth = order.begin() + static_cast<std::ptrdiff_t>(missing);
    std::nth_element(order.begin(), nth, order.end());
    last = *nth;
  }
  std::vector<Vec3f> points;
  points.reserve(count);
  for (const Candidates& c : of_row) {
    for (size_t i = 0; i < c.point.size(); ++i) {
      if (c.order[i] < last) points.push_back(c.point[i]);
    }
  }
  return points;
}

// Nothing of a box is blocked but for rounding: its points are half a pitch inside.
std::vector<Vec3f> fill(const BoxRows& rows, const Filling& filling) {
  std::vector<Vec3f> points(rows.size());
  std::vector<uint8_t> blocked(points.size(), 0);
  parallel_for(rows.count(), [&](size_t row) { rows.place(row, points); });
  if (!filling.make_room) return points;
  parallel_for_blocks(points.size(), [&](size_t begin, size_t end) {
    filling.make_room(std::span(points).subspan(begin, end - begin), std::span(blocked).subspan(begin, end - begin));
  });
  size_t kept = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    if (!blocked[i]) points[kept++] = points[i];
  }
  points.resize(kept);
  return points;
}

}  // namespace

size_t count_filling(const Field& field, const Filling& filling) { return count_of(measure(field, filling), filling); }

std::vector<Vec3f> fill_shape(const Field& field, const Filling& filling) {
  const ShapeMeasure shape = measure(field, filling);
  const size_t count = count_of(shape, filling);
  if (count > filling.most) throw TooManyPoints(count, filling.spacing, filling.most);
  if (count == 0) return {};
  if (shape.is_box(filling.dimensions) && filling.lattice == Lattice::regular) {
    return fill(BoxRows(shape.box, static_cast<double>(filling.spacing), filling.dimensions, count), filling);
  }
  return take(field, filling, fit_lattice(shape, filling), count);
}

}  // namespace weir
