// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/points_in_cells.h"

namespace weir::templates {

namespace {

constexpr double kMostCells = 1 << 26;  // of points strewn over a vast region, cells are made wider

}  // namespace

void PointsInCells::build(std::span<const Vec3f> points) {
  order_.resize(points.size());
  if (points.empty()) return;
  lower_ = upper_ = points[0];
  for (const Vec3f& p : points) lower_ = min(lower_, p), upper_ = max(upper_, p);
  const auto size = static_cast<Vec3d>(upper_ - lower_);
  auto width = static_cast<double>(support_);
  const auto count = [&] { return (size.x / width + 1) * (size.y / width + 1) * (size.z / width + 1); };
  while (count() > kMostCells) width *= 2;
  inverse_width_ = static_cast<float>(1 / width);
  cells_ = cell_of(upper_) + Vec3i{1, 1, 1};
  // A counting sort: begin_[c + 1] is where cell c goes on being filled, and in the end where it ends.
  begin_.assign(static_cast<size_t>(cells_.x) * static_cast<size_t>(cells_.y) * static_cast<size_t>(cells_.z) + 2, 0);
  std::vector<uint32_t> cell(points.size());
  for (size_t i = 0; i < points.size(); ++i) {
    const Vec3i c = cell_of(points[i]);
    cell[i] = static_cast<uint32_t>((c.z * cells_.y + c.y) * cells_.x + c.x);
    ++begin_[cell[i] + 2];
  }
  for (size_t c = 2; c < begin_.size(); ++c) begin_[c] += begin_[c - 1];
  for (size_t i = 0; i < points.size(); ++i) order_[begin_[cell[i] + 1]++] = static_cast<uint32_t>(i);
  x_ = by_place<float>([&](uint32_t i) { return points[i].x; });
  y_ = by_place<float>([&](uint32_t i) { return points[i].y; });
  z_ = by_place<float>([&](uint32_t i) { return points[i].z; });
}

}  // namespace weir::templates
