// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Directed line segments in the plane in a tree of boxes, for two questions about a point: how far is the nearest
// segment, and how many times do they wind around it.

#pragma once

#include <cstdint>
#include <vector>

#include "geometry/shapes/outline.h"

namespace weir {

struct Segment2 {
  float ax, ay, bx, by;
};

class SegmentTree {
 public:
  explicit SegmentTree(std::vector<Segment2> segments);

  float distance(float x, float y) const;
  // Net count of segments that cross the ray from (x, y) along +x, upward ones positive: the winding number when the
  // segments form closed loops.
  int winding(float x, float y) const;

 private:
  struct Node {
    float lower_x, lower_y, upper_x, upper_y;
    uint32_t first, count;  // segments of a leaf
    uint32_t right;         // second child; the first follows its parent. 0 in a leaf
  };
  void build(uint32_t first, uint32_t count);

  std::vector<Segment2> segments_;
  std::vector<Node> nodes_;
};

// The segments of an outline, and of those only the pieces that part filled from empty: loops that overlap (letters of
// some fonts do) leave pieces inside the filled area that are no boundary.
std::vector<Segment2> segments_of(const Outline& outline);
std::vector<Segment2> boundary_of(const Outline& outline);

}  // namespace weir
