// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The point of a mesh that is closest to a given one, by a tree of boxes around its triangles. Every node has eight
// children and every leaf eight triangles, laid out so that the compiler handles all eight at once.

#pragma once

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "weir/geometry/mesh/mesh.h"

namespace weir {

// Eight triangles, laid out so that the compiler handles all at once.
struct EightTriangles {
  static constexpr int kWidth = 8;
  float a[3][kWidth], ab[3][kWidth], ac[3][kWidth];  // a corner and the sides to the other two

  void set(int lane, const Vec3f& corner, const Vec3f& second, const Vec3f& third);
  // Squared distances of p to all of them.
  void distances_squared(const Vec3f& p, std::array<float, kWidth>& d) const;
};

class TriangleTree {
 public:
  explicit TriangleTree(const Mesh& mesh);

  struct Hit {
    float distance_squared = std::numeric_limits<float>::infinity();
    int32_t triangle = -1;  // of triangles at the same distance, the one with the lowest index; -1 in an empty mesh
    int32_t leaf = -1;      // where the tree keeps it
  };
  Hit closest(const Vec3f& p) const { return closest(p, Hit()); }
  // `near`: the hit of a point nearby makes the search short. The result is the same.
  Hit closest(const Vec3f& p, const Hit& near) const {
    return closest(p, near, std::numeric_limits<float>::infinity());
  }
  // The same where a triangle is not further away than the root of `most_squared`; else there is none.
  Hit closest(const Vec3f& p, const Hit& near, float most_squared) const;

 private:
  static constexpr int kWidth = EightTriangles::kWidth;
  static constexpr int32_t kNone = std::numeric_limits<int32_t>::max();

  struct Node {
    float lower[3][kWidth], upper[3][kWidth];
    int32_t child[kWidth];  // a node; a leaf as its complement; or kNone
  };
  struct Leaf : EightTriangles {
    int32_t triangle[kWidth];
  };
  struct Builder;

  void find_boxes();
  Box3f box_of(int32_t child) const;
  void look_at(int32_t leaf, const Vec3f& p, Hit& best) const;

  std::vector<Node> nodes_;  // the root first
  std::vector<Leaf> leaves_;
};

// The weights of the triangle's corners in its point closest to p.
Vec3f weights_of_closest(const Vec3f& p, const Vec3f& a, const Vec3f& b, const Vec3f& c);

}  // namespace weir
