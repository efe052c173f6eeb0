// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The 256 ways a surface can pass through a cube whose corners are inside or outside, as triangles between the cube's
// edges (marching cubes, Lorensen & Cline 1987). The table is made, not copied: on every face, a line cuts each run of
// inside corners off the others, which both cubes at the face see alike, so the surface closes; the lines join to loops
// around the cube, and the loops are cut into triangles whose sides never lie in a face, where they could meet a side
// of the neighbouring cube: so no edge has more than two triangles.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace weir {

// Corner c is at (c & 1, c >> 1 & 1, c >> 2). Edge 4 a + n runs along axis a from the corner edge_corner(4 a + n).
constexpr int edge_corner(int edge) {
  const int axis = edge / 4, n = edge % 4;
  const int low = axis == 0 ? 2 : 1, high = axis == 2 ? 2 : 4;  // bits of the two other axes
  return (n & 1 ? low : 0) | (n & 2 ? high : 0);
}

struct CubeCase {
  std::vector<std::array<uint8_t, 3>> triangles;  // edges; counter-clockwise seen from outside
};

// Bit c of the number is set where corner c is inside.
const std::array<CubeCase, 256>& cube_cases();

}  // namespace weir
