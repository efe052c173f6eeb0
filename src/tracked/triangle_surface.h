// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A closed triangle surface with data at its vertices: what the passes over a tracked surface work on.

#pragma once

#include <span>
#include <vector>

#include "tracked/half_edges.h"
#include "weir/base/parallel.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir::tracked {

struct TriangleSurface {
  HalfEdges net;
  std::vector<Vec3f> position;
  std::vector<int32_t> piece;                // connected pieces, as last found (pieces.h)
  bool pieces_known = false;                 // nothing has grown together or parted since
  std::vector<std::vector<float>> channels;  // further numbers of every vertex

  const Vec3f& at(int32_t v) const { return position[static_cast<size_t>(v)]; }
  const Vec3f& start(int32_t h) const { return at(net.from(h)); }
  Vec3f along(int32_t h) const { return at(net.to(h)) - at(net.from(h)); }
  // Twice its area long.
  Vec3f normal_of_triangle(int32_t h) const { return cross(along(h), at(net.to(net.next(h))) - start(h)); }
  // The sum over the triangles around a vertex, not of unit length.
  Vec3f normal_at(int32_t v) const {
    Vec3f sum;
    net.around(v, [&](int32_t h) { sum += normal_of_triangle(h); });
    return sum;
  }

  // A vertex in the middle of the edge, bulged as the normals at its ends say (a cubic curve along the surface), so
  // that splitting a curved surface does not make it thinner; its data are those of the middle. Not in any triangle
  // yet.
  int32_t add_middle(int32_t h);
  Vec3f middle(int32_t h) const;
  // A vertex with the data of another.
  int32_t add_copy(int32_t v);
  // What the vertex holds becomes the mean with that of the other.
  void mix_into(int32_t v, int32_t other);
  void compact();

  Mesh mesh() const;
};

// The numbers below `count` that `wanted` is true for, in order.
template <class Wanted>
std::vector<int32_t> where(size_t count, Wanted&& wanted) {
  constexpr size_t kAtOnce = 4096;
  std::vector<std::vector<int32_t>> found((count + kAtOnce - 1) / kAtOnce);
  parallel_for_blocks(
      count,
      [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
          if (wanted(static_cast<int32_t>(i))) found[begin / kAtOnce].push_back(static_cast<int32_t>(i));
        }
      },
      kAtOnce);
  std::vector<int32_t> all;
  for (const std::vector<int32_t>& some : found) all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace weir::tracked
