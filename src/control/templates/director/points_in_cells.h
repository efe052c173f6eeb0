// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Points of a region sorted into cells as wide as a kernel's support, so that those around any place lie in a few runs
// of memory: three cells of a row lie beside each other, so there are three runs in 2D and nine in 3D.

#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "base/simd.h"
#include "base/vec.h"

namespace weir::templates {

class PointsInCells {
 public:
  explicit PointsInCells(float support) : support_(support), inverse_squared_(1 / (support * support)) {}

  void build(std::span<const Vec3f> points);

  size_t size() const { return order_.size(); }
  float support() const { return support_; }  // h
  // Place i holds the point with this index in what was built from.
  uint32_t index(size_t place) const { return order_[place]; }
  Vec3f position(size_t place) const { return {x_[place], y_[place], z_[place]}; }
  // Values of the points by place, with room behind them for a whole vector.
  template <class T, class Value>
  std::vector<T> by_place(Value&& value) const {
    std::vector<T> sorted(size() + simd::kLanes);
    for (size_t i = 0; i < size(); ++i) sorted[i] = value(order_[i]);
    return sorted;
  }

  // Points around x, a vector of them at a time: add(first place, difference point - x, squared distance, rest), with
  // rest = max(0, 1 - r^2 / h^2), 0 for lanes that are not to be counted.
  template <class Add>
  HWY_INLINE void add_around(const Vec3f& x, Add&& add) const {
    const simd::Lanes px = simd::set(x.x), py = simd::set(x.y), pz = simd::set(x.z);
    const simd::Lanes inverse = simd::set(inverse_squared_);
    visit_runs(x, [&](size_t begin, size_t end) {
      for (size_t k = begin; k < end; k += simd::kLanes) {
        const simd::Tag d;
        const simd::Lanes dx = hn::Sub(hn::LoadU(d, &x_[k]), px), dy = hn::Sub(hn::LoadU(d, &y_[k]), py);
        const simd::Lanes dz = hn::Sub(hn::LoadU(d, &z_[k]), pz);
        const simd::Lanes r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
        const simd::Lanes rest = hn::Max(simd::zero(), hn::NegMulAdd(r2, inverse, simd::set(1)));
        add(k, dx, dy, dz, r2, hn::IfThenElseZero(hn::FirstN(d, end - k), rest));
      }
    });
  }

  // Calls visit(place, squared distance) for the points closer to x than the support.
  template <class Visit>
  void visit(const Vec3f& x, Visit&& visit) const {
    visit_runs(x, [&](size_t begin, size_t end) {
      for (size_t k = begin; k < end; ++k) {
        const float r_squared = length_squared(position(k) - x);
        if (r_squared < support_ * support_) visit(static_cast<uint32_t>(k), r_squared);
      }
    });
  }

  // Distance of the nearest point, at most the support.
  float nearest(const Vec3f& x) const {
    float nearest = support_ * support_;
    visit(x, [&](uint32_t, float r_squared) { nearest = std::min(nearest, r_squared); });
    return std::sqrt(nearest);
  }

 private:
  Vec3i cell_of(const Vec3f& x) const {
    const Vec3f at = (x - lower_) * inverse_width_;
    return {static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y)), static_cast<int>(std::floor(at.z))};
  }
  template <class Run>
  HWY_INLINE void visit_runs(const Vec3f& x, Run&& run) const {
    // Points far away would not fit into an int.
    if (order_.empty() || !(length_squared(max(max(lower_ - x, x - upper_), Vec3f{})) < support_ * support_)) return;
    const Vec3i c = cell_of(x);
    const int x0 = std::max(c.x - 1, 0), x1 = std::min(c.x + 1, cells_.x - 1);
    if (x0 > x1) return;
    for (int z = std::max(c.z - 1, 0); z <= std::min(c.z + 1, cells_.z - 1); ++z) {
      for (int y = std::max(c.y - 1, 0); y <= std::min(c.y + 1, cells_.y - 1); ++y) {
        const size_t row = (static_cast<size_t>(z) * static_cast<size_t>(cells_.y) + static_cast<size_t>(y)) *
                           static_cast<size_t>(cells_.x);
        const uint32_t begin = begin_[row + static_cast<size_t>(x0)], end = begin_[row + static_cast<size_t>(x1) + 1];
        if (begin < end) run(begin, end);
      }
    }
  }

  float support_, inverse_squared_;
  float inverse_width_ = 1;  // of the cells
  Vec3f lower_, upper_;      // of the points
  Vec3i cells_;
  std::vector<uint32_t> begin_, order_;
  std::vector<float> x_, y_, z_;
};

}  // namespace weir::templates
