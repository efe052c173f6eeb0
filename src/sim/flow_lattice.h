// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Points for a stream: a lattice of one point per spacing^dimensions that has no layers across the flow, nor along
// it. Every thin slice of it holds as many points as the next, and however far the stream is drawn out by its fall,
// its points stay evenly spread: rows of a grid would open into rungs.
//
// In 3D it is the lattice of the integers of the cubic field of 2 cos(2 pi / 7), each with its conjugates as
// coordinates (Frolov 1976, "Upper error bounds for quadrature formulas on function classes"; Skriganov 1994,
// "Constructions of uniform distributions in terms of the geometry of numbers"). The product of a point's coordinates
// is at least a fixed number, and no stretch along the axes changes that product: so no stretch can bring points close
// together, nor open a hole. The units of the field give it many equivalent forms; this is the one whose points are
// farthest apart, 1.02 spacings. In 2D it is the square lattice, turned by the angle whose tangent is the golden ratio
// minus 1.

#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "weir/base/vec.h"

namespace weir {

class FlowLattice {
 public:
  // `flow`: which way the stream goes; `thin`: across which it is thinnest, so that this is one of the lattice's axes
  // too. Only their directions count.
  FlowLattice(double spacing, int dimensions, const Vec3d& flow, const Vec3d& thin);

  // Calls visit(point) for the points inside a box, where (0, 0, 0) is a point, in a fixed order; in 2D for those at
  // z = 0.
  template <class Visit>
  void visit_in(const Box3d& box, Visit&& visit) const {
    const Range a = range(0, box), b = range(1, box), c = dimensions_ == 3 ? range(2, box) : Range{0, 0};
    for (int64_t k = c.first; k <= c.last; ++k) {
      for (int64_t j = b.first; j <= b.last; ++j) {
        const Vec3d start = basis_[1] * static_cast<double>(j) + basis_[2] * static_cast<double>(k);
        const Range row = clip(start, a, box);
        for (int64_t i = row.first; i <= row.last; ++i) visit(start + basis_[0] * static_cast<double>(i));
      }
    }
  }

 private:
  struct Range {
    int64_t first, last;
  };
  Range range(size_t axis, const Box3d& box) const;  // of an index, in a box
  Range clip(const Vec3d& start, Range row, const Box3d& box) const;

  int dimensions_;
  std::array<Vec3d, 3> basis_;    // from a point to its neighbours
  std::array<Vec3d, 3> inverse_;  // dot(inverse[i], x) is index i of a point x
};

}  // namespace weir
