// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/sampling/fit_lattice.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weir {

namespace {

constexpr double kRounding = 1e-3;     // of a pitch; less is not told apart
constexpr double kEvenError = 5e-3;    // of the number of points, for which all rows may be alike
constexpr double kUneven = 4e-3;       // cost of rows that differ: that of one axis stretched by 6 %
constexpr double kWrongDensity = 9.0;  // cost of a wrong density, against that of a stretched axis

double squared(double x) { return x * x; }
double stretch_cost(double pitch, double wanted) { return squared(std::log(pitch / wanted)); }

// Whole numbers around how often `pitch` fits.
std::array<double, 4> around(double size, double pitch) {
  const double fits = std::floor(size / pitch + kRounding);
  return {std::max(1.0, fits - 1), std::max(1.0, fits), fits + 1, fits + 2};
}

double snapped(double pitch, double wanted) { return std::abs(pitch - wanted) < kRounding * wanted ? wanted : pitch; }

// Axes from the shortest to the longest; x is the last of those that are alike.
std::array<int, 3> by_length(const Vec3d& size, double spacing, int dimensions) {
  std::array<int, 3> axes{2, 1, 0};
  const auto rounded = [&](int axis) {
    return dimensions == 2 && axis == 2 ? -1.0 : std::round(size[axis] / (kRounding * spacing));
  };
  std::stable_sort(axes.begin(), axes.end(), [&](int a, int b) { return rounded(a) < rounded(b); });
  return axes;
}

// Layers along the two shorter axes, and points in a row along the longest.
struct BoxCounts {
  double cost = 1e30;
  double layers, rows, in_row;
  bool even;
};

BoxCounts choose_counts(const Vec3d& size, double spacing, int dimensions) {
  const double volume = std::pow(spacing, dimensions);
  BoxCounts best;
  const auto offer = [&](double layers, double rows) {
    const double between = size.x / layers, apart = size.y / rows;
    const double pitch = volume / (dimensions == 3 ? between * apart : apart);
    const double in_row = size.z / pitch, whole = std::max(1.0, std::round(in_row));
    BoxCounts c{0, layers, rows, in_row, std::abs(whole / in_row - 1) < kEvenError};
    if (c.even) c.in_row = whole;
    if (dimensions == 3) c.cost += stretch_cost(between, spacing);
    c.cost += stretch_cost(apart, spacing) + stretch_cost(size.z / c.in_row, spacing) + (c.even ? 0 : kUneven);
    if (c.cost < best.cost - 1e-9) best = c;
  };
  if (dimensions == 2) {
    for (const double rows : around(size.y, spacing)) offer(1, rows);
    return best;
  }
  for (const double layers : around(size.x, spacing)) {
    for (const double rows : around(size.y, std::sqrt(volume * layers / size.x))) offer(layers, rows);
  }
  return best;
}

}  // namespace

BoxRows::BoxRows(const Box3d& box, double spacing, int dimensions, size_t points)
    : box_(box), points_(points), grid_{{spacing, spacing, spacing}, {}, {1, 1, 1}, {}, dimensions - 1} {
  const std::array<int, 3> axis = by_length(box.size(), spacing, dimensions);
  const Vec3d size{box.size()[axis[0]], box.size()[axis[1]], box.size()[axis[2]]};
  const BoxCounts counts = choose_counts(size, spacing, dimensions);
  even_ = counts.even;
  row_axis_ = even_ ? 0 : axis[2];
  const auto lay = [&](int along, double n) {
    grid_.pitch[along] = snapped(box.size()[along] / n, spacing);
    grid_.lay(along, box.lower[along], n, Lattice::regular);
  };
  if (dimensions == 3) lay(axis[0], counts.layers);
  lay(axis[1], counts.rows);
  if (even_) lay(axis[2], counts.in_row);
  for (int along = 0; along < 3; ++along) {
    if (along != row_axis_) rows_ *= static_cast<size_t>(grid_.count[along]);
  }
}

void BoxRows::place(size_t row, std::span<Vec3f> points) const {
  const int a = row_axis_ == 0 ? 1 : 0, b = row_axis_ == 2 ? 1 : 2;  // the other axes
  Vec3<int64_t> index{};
  index[a] = static_cast<int64_t>(row) % grid_.count[a];
  index[b] = static_cast<int64_t>(row) / grid_.count[a];
  if (even_) {
    const auto n = static_cast<size_t>(grid_.count.x);
    for (size_t i = 0; i < n; ++i) points[row * n + i] = grid_.position(static_cast<int64_t>(i), index.y, index.z);
    return;
  }
  const size_t first = first_of(row), n = first_of(row + 1) - first;
  const double pitch = box_.size()[row_axis_] / static_cast<double>(std::max<size_t>(n, 1));
  const Vec3f start = grid_.position(index.x, index.y, index.z);
  for (size_t i = 0; i < n; ++i) {
    points[first + i] = start;
    points[first + i][row_axis_] = static_cast<float>(box_.lower[row_axis_] + (static_cast<double>(i) + 0.5) * pitch);
  }
}

LatticeGrid fit_lattice(const ShapeMeasure& shape, const Filling& filling) {
  const int dimensions = filling.dimensions;
  const Vec3d size = shape.box.size();
  // Of a body-centred (2D: hexagonal) lattice a point has the volume spacing^dimensions when its neighbours are
  // farther apart: it packs 3 sqrt(3) / 4 (2D: 2 / sqrt(3)) times as many points of the same distance.
  const double packing = dimensions == 2 ? 2 / std::sqrt(3.0) : 0.75 * std::sqrt(3.0);
  const double apart = static_cast<double>(filling.spacing) *
                       (filling.lattice == Lattice::regular ? 1 : std::pow(packing, 1.0 / dimensions));
  const Vec3d wanted = lattice_pitch(static_cast<double>(static_cast<float>(apart)), filling.lattice, dimensions);

  // Axes that need not fit make up for the others' stretch.
  std::array<std::array<double, 4>, 3> choice;
  int loose = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const bool fits = axis < dimensions && shape.flat[static_cast<size_t>(axis)];
    choice[static_cast<size_t>(axis)] = fits ? around(size[axis], wanted[axis]) : std::array<double, 4>{};
    loose += axis < dimensions && !fits;
  }
  Vec3d best_count{}, pitch = wanted;
  double best = 1e30;
  const auto offer = [&](const Vec3d& count) {
    double cost = 0, stretch = 0;
    Vec3d p = wanted;
    for (int axis = 0; axis < dimensions; ++axis) {
      if (count[axis] == 0) continue;
      p[axis] = size[axis] / count[axis];
      stretch += std::log(p[axis] / wanted[axis]);
      cost += stretch_cost(p[axis], wanted[axis]);
    }
    cost += loose > 0 ? squared(stretch) / loose : kWrongDensity * squared(stretch);
    if (cost >= best - 1e-9) return;
    best = cost;
    best_count = count;
    for (int axis = 0; axis < dimensions; ++axis) {
      if (count[axis] == 0) p[axis] = wanted[axis] * std::exp(-stretch / loose);
      pitch[axis] = snapped(p[axis], wanted[axis]);
    }
  };
  for (const double x : choice[0]) {
    for (const double y : choice[1]) {
      for (const double z : choice[2]) offer({x, y, z});
    }
  }

  // One layer more at either end, for points that are missing elsewhere.
  LatticeGrid grid{pitch, {}, {1, 1, 1}, {}, dimensions - 1};
  for (int axis = 0; axis < dimensions; ++axis) {
    const bool fits = best_count[axis] > 0;
    const double inside = fits ? best_count[axis] : std::max(1.0, std::ceil(size[axis] / pitch[axis] - kRounding));
    const double start = fits ? shape.box.lower[axis] : shape.box.centre()[axis] - inside * pitch[axis] / 2;
    grid.lay(axis, start - pitch[axis], inside + 2, filling.lattice);
  }
  return grid;
}

}  // namespace weir
