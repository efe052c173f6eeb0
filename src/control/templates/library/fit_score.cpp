// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/fit_score.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace weir::templates {

FitCloud merged(const FitCloud& cloud, double cell, int dimensions) {
  struct Sum {
    Vec3d position{}, velocity{};
    double volume = 0;
  };
  std::map<std::tuple<int, int, int>, Sum> sums;
  const auto index = [&](float x) { return static_cast<int>(std::floor(static_cast<double>(x) / cell)); };
  for (size_t i = 0; i < cloud.size(); ++i) {
    const Vec3f& p = cloud.position[i];
    Sum& sum = sums[{index(p.x), index(p.y), dimensions == 3 ? index(p.z) : 0}];
    const auto volume = static_cast<double>(cloud.volume[i]);
    sum.position += Vec3d(p) * volume;
    sum.velocity += Vec3d(cloud.velocity[i]) * volume;
    sum.volume += volume;
  }
  FitCloud result;
  for (const auto& [at, sum] : sums) {
    result.position.push_back(Vec3f(sum.position / sum.volume));
    result.velocity.push_back(Vec3f(sum.velocity / sum.volume));
    result.volume.push_back(static_cast<float>(sum.volume));
  }
  return result;
}

FitGrid::Cells::Cells(const Vec3i& low, const Vec3i& upper) : lower(low) {
  for (int axis = 0; axis < 3; ++axis) size[axis] = std::max(0, upper[axis] - lower[axis] + 1);
  const size_t count = static_cast<size_t>(size.x) * static_cast<size_t>(size.y) * static_cast<size_t>(size.z);
  filled.assign(count, 0);
  motion.assign(count, Vec3f{});
}

// Cell i is centred at i cells from the origin.
FitGrid::Cells FitGrid::cells_around(const Box3d& box) const {
  Vec3i lower{}, upper{};
  for (int axis = 0; axis < dimensions_; ++axis) {
    lower[axis] = static_cast<int>(std::floor(box.lower[axis] / cell_));
    upper[axis] = static_cast<int>(std::ceil(box.upper[axis] / cell_));
  }
  return Cells(lower, upper);
}

// Linearly onto the cells around it: what moves by a little changes the shares by a little.
void FitGrid::spread(Cells& cells, const Vec3f& position, const Vec3f& velocity, float volume) const {
  int base[3] = {0, 0, 0};
  float share[3] = {0, 0, 0};
  for (int axis = 0; axis < dimensions_; ++axis) {
    const float at = position[axis] / static_cast<float>(cell_);
    base[axis] = static_cast<int>(std::floor(at));
    share[axis] = at - std::floor(at);
  }
  const float whole = volume / static_cast<float>(std::pow(cell_, dimensions_));
  for (int corner = 0; corner < 1 << dimensions_; ++corner) {
    float part = whole;
    int at[3] = {0, 0, 0};
    for (int axis = 0; axis < dimensions_; ++axis) {
      const bool upper = corner >> axis & 1;
      at[axis] = base[axis] + (upper ? 1 : 0);
      part *= upper ? share[axis] : 1 - share[axis];
    }
    if (!cells.contains(at[0], at[1], at[2])) continue;
    const size_t cell = cells.at(at[0], at[1], at[2]);
    cells.filled[cell] += part;
    cells.motion[cell] += velocity * part;
  }
}

FitGrid::FitGrid(const FitLiquid& liquid, const Box3d& box, double cell)
    : cell_(cell),
      dimensions_(liquid.dimensions),
      still_(static_cast<float>(liquid.still)),
      liquid_(cells_around(box)) {
  const auto volume = static_cast<float>(std::pow(liquid.spacing, dimensions_));
  for (size_t i = 0; i < liquid.position.size(); ++i) {
    spread(liquid_, liquid.position[i], liquid.velocity[i], volume);
  }
}

FitScore FitGrid::compare(const FitCloud& points, const Affine& placed, const Box3d& region,
                          const Vec3d& offset) const {
  Affine moved = placed;
  moved.offset += offset;
  Box3d flat = region;
  if (dimensions_ == 2) flat.lower.z = flat.upper.z = 0;
  Cells own = cells_around(moved.box(flat));
  const auto shift = Vec3f(offset);
  for (size_t i = 0; i < points.size(); ++i) {
    spread(own, points.position[i] + shift, points.velocity[i], points.volume[i]);
  }
  const Affine back = moved.inverse();
  double both = 0, either = 0, different = 0, motion = 0;
  for (int z = own.lower.z; z < own.lower.z + own.size.z; ++z) {
    for (int y = own.lower.y; y < own.lower.y + own.size.y; ++y) {
      for (int x = own.lower.x; x < own.lower.x + own.size.x; ++x) {
        if (!flat.contains(back.point(Vec3d{cell_ * x, cell_ * y, cell_ * z}))) continue;
        const size_t cell = own.at(x, y, z);
        const float here = std::min(1.0f, own.filled[cell]);
        const bool known = liquid_.contains(x, y, z);
        const size_t there_cell = known ? liquid_.at(x, y, z) : 0;
        const float there = known ? std::min(1.0f, liquid_.filled[there_cell]) : 0;
        either += static_cast<double>(std::max(here, there));
        const auto shared = static_cast<double>(std::min(here, there));
        if (shared <= 0) continue;
        both += shared;
        const Vec3f a = own.motion[cell] / own.filled[cell],
                    b = liquid_.motion[there_cell] / liquid_.filled[there_cell];
        different += shared * static_cast<double>(length_squared(a - b));
        motion += shared * static_cast<double>(length_squared(a) + length_squared(b) + still_ * still_);
      }
    }
  }
  if (both <= 0) return {};
  return {both / either, std::max(0.0, 1 - different / motion)};
}

}  // namespace weir::templates
