// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A path: a curve that something is carried along, by the share of its length that is behind it.
//
//   Path path{.points = {{0, 1, 0}, {1, 1.5, 0}, {2, 1, 0}}, .align = true};
//   Affine placed = affine_at(path, 12);      // what is at zero goes on the curve, +x ahead
//
// The curve is a centripetal Catmull-Rom spline: it goes through its points, and neither overshoots nor loops between
// them. It is walked by its length, so its speed is that of `along` wherever the points are.

#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "weir/geometry/shapes/animated.h"

namespace weir {

// Shares run from 0 to 1; an open curve stays at its ends beyond them, a closed one goes round again.
class Curve {
 public:
  // Points that follow a like one are left out; of a single point, or of none, it stays where it is.
  Curve(std::span<const Vec3d> points, bool closed);

  double length() const { return length_.back(); }  // m
  Vec3d point(double share) const;
  Vec3d tangent(double share) const;  // unit
  // What turns +x ahead along the curve and +y up. It turns no more about the way ahead than brings it upright again
  // (parallel transport: the double reflection of Wang et al. 2008), so it has no flips where the curve is steep: after
  // half a loop it is upside down.
  Mat3d turn(double share) const;

  // Changes for a whole length.
  Vec3d point_rate(double share) const;
  Mat3d turn_rate(double share) const;

 private:
  struct Position {
    size_t piece;
    double t;
  };
  Position position_of(double share) const;
  void find_tangents();
  void find_ups();

  bool closed_;
  std::vector<Vec3d> point_, tangent_, up_;  // densely along the curve; up is across the tangent
  std::vector<double> length_;               // m up to each
};

struct Path {
  std::vector<Vec3d> points;              // m
  bool closed = false;                    // goes on from the last point to the first
  std::optional<Animated<double>> along;  // share of its length; none: it stays at the beginning
  bool align = false;

  bool operator==(const Path&) const = default;
  bool moves() const { return along && along->moves(); }
  std::shared_ptr<const Curve> curve() const { return made_.of(points, closed); }

  // The curve as it was made for these points: many ask for it.
  class Made {
   public:
    Made() = default;
    Made(const Made& other) : known_(other.known()) {}
    Made& operator=(const Made& other);
    bool operator==(const Made&) const { return true; }
    std::shared_ptr<const Curve> of(const std::vector<Vec3d>& points, bool closed) const;

   private:
    struct Known {
      std::vector<Vec3d> points;
      bool closed;
      Curve curve;
    };
    std::shared_ptr<const Known> known() const;

    mutable std::mutex mutex_;
    mutable std::shared_ptr<const Known> known_;
  };
  Made made_ = {};
};

// Where it takes what is at zero; without `align` it only moves.
Affine affine_at(const Path& path, double frame);
// How fast that changes, per frame; at a key where the motion has a kink, just after the key.
Affine affine_rate_at(const Path& path, double frame);

}  // namespace weir
