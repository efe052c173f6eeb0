// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/loops.h"

#include <limits>
#include <unordered_set>

namespace weir::tracked {

void part_fans(TriangleSurface& surface, const std::vector<Loop>& loops) {
  HalfEdges& net = surface.net;
  std::unordered_set<int32_t> taken;
  for (const Loop& loop : loops) {
    for (size_t i = 0; i < loop.size(); ++i) {
      const int32_t v = net.from(loop[i]), last = loop[(i + loop.size() - 1) % loop.size()];
      const bool is_first = taken.insert(v).second;
      const int32_t own = is_first ? v : surface.add_copy(v);
      for (int32_t h = net.next(last);; h = net.next(net.twin(h))) {  // the fan, from the last edge to this one
        net.set_from(h, own);
        if (h == loop[i]) break;
      }
      net.set_leaving(own, loop[i]);
    }
  }
}

namespace {

// Where the two loops come closest.
std::pair<size_t, size_t> closest(const TriangleSurface& surface, const Loop& a, const Loop& b) {
  std::pair<size_t, size_t> best{0, 0};
  float least = std::numeric_limits<float>::max();
  const size_t stride = std::max<size_t>(1, a.size() * b.size() / 1'000'000);  // of long loops, some are enough
  for (size_t i = 0; i < a.size(); i += stride) {
    for (size_t j = 0; j < b.size(); ++j) {
      const float away = length_squared(surface.start(a[i]) - surface.start(b[j]));
      if (away < least) least = away, best = {i, j};
    }
  }
  return best;
}

}  // namespace

// Going along a, b goes backwards. Every triangle has a rung from a to b and one back; the second of each is the twin
// of the first of the next.
void sew(TriangleSurface& surface, const Loop& a, const Loop& b) {
  HalfEdges& net = surface.net;
  const auto [first_i, first_j] = closest(surface, a, b);
  const auto edge_a = [&, n = first_i](size_t i) { return a[(n + i) % a.size()]; };
  const auto edge_b = [&, n = first_j](size_t j) { return b[(n + 2 * b.size() - 1 - j) % b.size()]; };
  std::vector<int32_t> at_a, at_b;  // vertices, with the first again at the end
  for (size_t i = 0; i <= a.size(); ++i) at_a.push_back(net.from(edge_a(i)));
  at_b.push_back(net.from(b[first_j]));
  for (size_t j = 0; j < b.size(); ++j) at_b.push_back(net.from(edge_b(j)));
  const auto away = [&](size_t i, size_t j) { return length_squared(surface.at(at_a[i]) - surface.at(at_b[j])); };
  int32_t very_first = -1, last_rung = -1;
  size_t i = 0, j = 0, left_a_at = 0, left_b_at = 0;
  while (i < a.size() || j < b.size()) {
    // No loop comes round to its first vertex beside the vertex of the other where it left it: there would be two edges
    // between them.
    const bool a_may = i < a.size() && (i + 1 < a.size() || j > left_a_at);
    const bool b_may = j < b.size() && (j + 1 < b.size() || i > left_b_at);
    const bool on_a = !b_may || (a_may && away(i + 1, j) < away(i, j + 1));
    if (on_a && i == 0) left_a_at = j;
    if (!on_a && j == 0) left_b_at = i;
    int32_t in, out;
    if (on_a) {
      const int32_t t = net.add_triangle(at_a[i + 1], at_a[i], at_b[j]);
      net.join(t, edge_a(i));
      in = t + 1, out = t + 2;
      ++i;
    } else {
      const int32_t t = net.add_triangle(at_b[j], at_b[j + 1], at_a[i]);
      net.join(t, edge_b(j));
      out = t + 1, in = t + 2;
      ++j;
    }
    last_rung < 0 ? void(very_first = in) : net.join(last_rung, in);
    last_rung = out;
  }
  net.join(last_rung, very_first);
}

void cap(TriangleSurface& surface, const Loop& loop) {
  HalfEdges& net = surface.net;
  Vec3f sum;
  for (const int32_t h : loop) sum += surface.start(h);
  const int32_t middle = surface.add_copy(net.from(loop.front()));
  surface.position[static_cast<size_t>(middle)] = sum / static_cast<float>(loop.size());
  int32_t very_first = -1, last = -1;
  for (const int32_t h : loop) {
    const int32_t t = net.add_triangle(net.to(h), net.from(h), middle);
    net.join(t, h);
    last < 0 ? void(very_first = t + 1) : net.join(last, t + 1);
    last = t + 2;
  }
  net.join(last, very_first);
}

}  // namespace weir::tracked
