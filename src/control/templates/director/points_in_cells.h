// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Points sorted into cells as wide as a kernel's support, so that those around any other lie in a few runs of memory,
// three in 2D and nine in 3D, and a vector of them is looked at together.

#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "base/float4.h"
#include "geometry/sampling/cell_rows.h"
#include "weir/base/vec.h"

namespace weir::templates {

class PointsInCells {
 public:
  explicit PointsInCells(float support)
      : support_(support),
        inverse_squared_(1 / (support * support)),
        cells_per_metre_(static_cast<float>(1 / static_cast<double>(support))) {}

  void build(std::span<const Vec3f> points);

  size_t size() const { return rows_.order().size(); }
  float support() const { return support_; }  // h
  // A slot holds the point with this index in what was built from.
  uint32_t index(size_t slot) const { return rows_.order()[slot]; }
  Vec3f position(size_t slot) const { return {x_[slot], y_[slot], z_[slot]}; }
  // Values of the points by slot, with room behind them for a whole vector.
  template <class T, class Value>
  std::vector<T> by_slot(Value&& value) const {
    std::vector<T> sorted(size() + simd::kLanes);
    for (size_t i = 0; i < size(); ++i) sorted[i] = value(index(i));
    return sorted;
  }

  // Points around x, a vector of them at a time: add(first slot, difference point - x, squared distance, rest), with
  // rest = max(0, 1 - r^2 / h^2), 0 for lanes that are not to be counted.
  template <class Add>
  WEIR_INLINE void add_around(const Vec3f& x, Add&& add) const {
    const simd::Lanes px = simd::set(x.x), py = simd::set(x.y), pz = simd::set(x.z);
    const simd::Lanes inverse = simd::set(inverse_squared_);
    visit_runs(x, [&](size_t begin, size_t end) {
      for (size_t k = begin; k < end; k += simd::kLanes) {
        const simd::Lanes dx = simd::load(&x_[k]) - px, dy = simd::load(&y_[k]) - py;
        const simd::Lanes dz = simd::load(&z_[k]) - pz;
        const simd::Lanes r2 = simd::mul_add(dx, dx, simd::mul_add(dy, dy, dz * dz));
        const simd::Lanes rest = simd::max(simd::zero(), simd::neg_mul_add(r2, inverse, simd::set(1)));
        add(k, dx, dy, dz, r2, simd::first(end - k) ? rest : simd::zero());
      }
    });
  }

  // Calls visit(slot, squared distance) for the points closer to x than the support.
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
  CellRows::Cell cell_of(const Vec3f& x) const {
    return CellRows::cell_at(static_cast<Vec3d>((x - lower_) * cells_per_metre_));
  }
  template <class Run>
  WEIR_INLINE void visit_runs(const Vec3f& x, Run&& run) const {
    const CellRows::Cell centre = cell_of(x), one{1, 1, 1};
    rows_.visit_box(centre - one, centre + one, run);
  }

  float support_, inverse_squared_, cells_per_metre_;
  Vec3f lower_;  // of the points
  CellRows rows_;
  std::vector<float> x_, y_, z_;
};

}  // namespace weir::templates
