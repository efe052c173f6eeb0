// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The borders of a surface with holes, as closed loops of half-edges, and strips and caps that close them.

#pragma once

#include <algorithm>
#include <vector>

#include "tracked/triangle_surface.h"

namespace weir::tracked {

using Loop = std::vector<int32_t>;  // half-edges without a neighbour, each starting where the one before ends

// `open`: half-edges on a border, sorted; `is_open(h)` tells them from others. Every one is in one loop.
template <class IsOpen>
std::vector<Loop> find_loops(const HalfEdges& net, const std::vector<int32_t>& open, IsOpen&& is_open) {
  std::vector<Loop> loops;
  std::vector<uint8_t> seen(open.size(), 0);
  const auto slot = [&](int32_t h) {
    return static_cast<size_t>(std::lower_bound(open.begin(), open.end(), h) - open.begin());
  };
  for (size_t i = 0; i < open.size(); ++i) {
    if (seen[i]) continue;
    Loop loop;
    int32_t h = open[i];
    do {
      seen[slot(h)] = 1;
      loop.push_back(h);
      h = net.next(h);
      while (!is_open(h)) h = net.next(net.twin(h));
    } while (h != open[i]);
    loops.push_back(std::move(loop));
  }
  return loops;
}

// Gives every loop vertices of its own, and one vertex to every time that it passes: where two fans of triangles meet
// at a vertex, each gets a copy. Half-edges of the loops have no twins (-1).
void part_fans(TriangleSurface& surface, const std::vector<Loop>& loops);

// Closes the gap between two loops by a strip of triangles.
void sew(TriangleSurface& surface, const Loop& a, const Loop& b);

// Closes a loop by a fan of triangles around its middle.
void cap(TriangleSurface& surface, const Loop& loop);

}  // namespace weir::tracked
