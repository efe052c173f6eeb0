// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/mesh/cube_cases.h"

#include <algorithm>

namespace weir {

namespace {

// Corners of the faces, counter-clockwise seen from outside the cube.
constexpr int kFaces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

int edge_between(int a, int b) {
  for (int edge = 0; edge < 12; ++edge) {
    const int from = edge_corner(edge), to = from | 1 << edge / 4;
    if ((from == a && to == b) || (from == b && to == a)) return edge;
  }
  return -1;
}

bool in_one_face(int edge_a, int edge_b) {
  for (const auto& face : kFaces) {
    int found = 0;
    for (int k = 0; k < 4; ++k) {
      const int edge = edge_between(face[k], face[(k + 1) % 4]);
      found += edge == edge_a || edge == edge_b;
    }
    if (found == 2) return true;
  }
  return false;
}

// For every cut edge, the next one of its loop; -1 for the others.
std::array<int, 12> next_edges(int inside) {
  std::array<int, 12> next;
  next.fill(-1);
  const auto is_inside = [&](int corner) { return (inside >> corner & 1) != 0; };
  for (const auto& face : kFaces) {
    for (int k = 0; k < 4; ++k) {  // a run of inside corners begins after corner k
      if (is_inside(face[k]) || !is_inside(face[(k + 1) % 4])) continue;
      int last = k + 1;
      while (is_inside(face[(last + 1) % 4])) ++last;
      next[static_cast<size_t>(edge_between(face[k], face[(k + 1) % 4]))] =
          edge_between(face[last % 4], face[(last + 1) % 4]);
    }
  }
  return next;
}

// The triangles between corners `from` to `to` of the loop whose sides lie in a face least often; returns how often.
int cut(const std::vector<int>& loop, size_t from, size_t to, std::vector<std::array<uint8_t, 3>>& triangles) {
  if (to - from < 2) return 0;
  int fewest = 1000;
  std::vector<std::array<uint8_t, 3>> best;
  for (size_t middle = from + 1; middle < to; ++middle) {
    std::vector<std::array<uint8_t, 3>> trial{
        {static_cast<uint8_t>(loop[from]), static_cast<uint8_t>(loop[middle]), static_cast<uint8_t>(loop[to])}};
    int bad = 0;
    if (middle - from > 1) bad += in_one_face(loop[from], loop[middle]);
    if (to - middle > 1) bad += in_one_face(loop[middle], loop[to]);
    bad += cut(loop, from, middle, trial);
    bad += cut(loop, middle, to, trial);
    if (bad >= fewest) continue;
    fewest = bad;
    best = trial;
  }
  triangles.insert(triangles.end(), best.begin(), best.end());
  return fewest;
}

CubeCase make_case(int inside) {
  CubeCase result;
  std::array<int, 12> next = next_edges(inside);
  for (size_t start = 0; start < 12; ++start) {
    std::vector<int> loop;
    for (size_t edge = start; next[edge] >= 0;) {
      loop.push_back(static_cast<int>(edge));
      const size_t following = static_cast<size_t>(next[edge]);
      next[edge] = -1;
      edge = following;
    }
    if (!loop.empty()) cut(loop, 0, loop.size() - 1, result.triangles);
  }
  return result;
}

}  // namespace

const std::array<CubeCase, 256>& cube_cases() {
  static const std::array<CubeCase, 256> cases = [] {
    std::array<CubeCase, 256> made;
    for (int inside = 0; inside < 256; ++inside) made[static_cast<size_t>(inside)] = make_case(inside);
    return made;
  }();
  return cases;
}

}  // namespace weir
