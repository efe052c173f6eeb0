// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/escape_field.h"

#include <cmath>

namespace weir::templates {

namespace {

constexpr int kFar = 1 << 14;
constexpr double kMostCells = 1 << 22;  // of a form strewn over a vast region, cells are made wider

int squared(const Vec3i& v) { return v.x * v.x + v.y * v.y + v.z * v.z; }

}  // namespace

EscapeField::EscapeField(std::span<const Vec3f> control, float support, int dimensions,
                         const std::function<bool(const Vec3f&)>& open)
    : width_(support), flat_(dimensions == 2) {
  Box3f box;
  for (const Vec3f& p : control) box.include(p);
  if (box.empty()) return;
  const auto size = static_cast<Vec3d>(box.upper - box.lower);
  const auto across = [&](double edge) { return edge / static_cast<double>(width_) + 3; };
  while (across(size.x) * across(size.y) * across(size.z) > kMostCells) width_ *= 2;
  lower_ = box.lower - Vec3f{width_, width_, flat_ ? 0 : width_};
  cells_ = cell_of(box.upper) + Vec3i{2, 2, flat_ ? 1 : 2};
  escape_.assign(index(cells_ - Vec3i{1, 1, 1}) + 1, {});
  for (size_t i = 0; i < escape_.size(); ++i) {
    if (!open(middle(cell(i)))) escape_[i] = {kFar, 0, 0};
  }
  for (const Vec3f& p : control) escape_[index(cell_of(p))] = {kFar, 0, 0};
  // A cell takes over the vector of one beside it. Going through the cells forward and backward, twice, carries vectors
  // across the whole form.
  for (int n = 0; n < 2; ++n) sweep(1), sweep(-1);
}

Vec3i EscapeField::cell_of(const Vec3f& x) const {
  const Vec3f at = (x - lower_) / width_;
  return {static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y)),
          flat_ ? 0 : static_cast<int>(std::floor(at.z))};
}

Vec3i EscapeField::cell(size_t index) const {
  const auto i = static_cast<int>(index);
  return {i % cells_.x, i / cells_.x % cells_.y, i / (cells_.x * cells_.y)};
}

void EscapeField::sweep(int direction) {
  const size_t count = escape_.size();
  for (size_t n = 0; n < count; ++n) {
    const Vec3i c = cell(direction > 0 ? n : count - 1 - n);
    Vec3i& escape = escape_[index(c)];
    if (escape == Vec3i{}) continue;
    for (int axis = 0; axis < (flat_ ? 2 : 3); ++axis) {
      for (const int side : {-1, 1}) {
        Vec3i step{};
        step[axis] = side;
        if (!has(c + step)) continue;
        const Vec3i through = escape_[index(c + step)] + step;
        if (squared(through) < squared(escape)) escape = through;
      }
    }
  }
}

Vec3f EscapeField::escape_from(const Vec3f& x) const {
  const Vec3i c = cell_of(x);
  if (escape_.empty() || !has(c)) return {};
  const Vec3i escape = escape_[index(c)];
  if (escape == Vec3i{} || squared(escape) >= kFar * kFar / 4) return {};
  Vec3f there = middle(c + escape);
  if (flat_) there.z = x.z;
  return there - x;
}

}  // namespace weir::templates
