// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/crossings.h"

#include <algorithm>
#include <cmath>

namespace weir::tracked {

namespace {

using Integers = Vec3<int64_t>;

constexpr int64_t kUnits = 4096;        // a voxel; corners are at kUnits * i + 1
constexpr uint32_t kMiddle = 1u << 31;  // makes coordinates of lines positive

Integers on_fine_grid(const CornerLattice& lattice, const Vec3f& p) {
  const Vec3d g = lattice.to_lattice(p) * (0.5 * kUnits);
  return {2 * std::llround(g.x), 2 * std::llround(g.y), 2 * std::llround(g.z)};
}

// The lowest corner not below, and the highest not above, a coordinate on the fine grid.
int64_t corner_from(int64_t coordinate) { return (coordinate - 1 + kUnits - 1) >> 12; }
int64_t corner_until(int64_t coordinate) { return (coordinate - 1) >> 12; }

struct Side {
  int64_t value;  // twice the area that the line's point spans with the side
  bool left;      // ties: as if the point lay to the left of the way from the lower vertex to the higher
};

Side side_of(const Integers& p, const Integers& q, bool rising, int u, int w, int64_t line_u, int64_t line_w) {
  const int64_t value = (q[u] - p[u]) * (line_w - p[w]) - (q[w] - p[w]) * (line_u - p[u]);
  return {value, value > 0 || (value == 0 && rising)};
}

// Calls found(u, w, along, change) for every line along the axis that passes the triangle.
template <class Found>
void cross_triangle(const Integers (&p)[3], const Vec3i& vertex, int axis, Found&& found) {
  const int u = (axis + 1) % 3, w = (axis + 2) % 3;
  const auto [low_u, high_u] = std::minmax({p[0][u], p[1][u], p[2][u]});
  const auto [low_w, high_w] = std::minmax({p[0][w], p[1][w], p[2][w]});
  for (int64_t i = corner_from(low_u); i <= corner_until(high_u); ++i) {
    for (int64_t j = corner_from(low_w); j <= corner_until(high_w); ++j) {
      const int64_t line_u = kUnits * i + 1, line_w = kUnits * j + 1;
      const Side a = side_of(p[0], p[1], vertex.x < vertex.y, u, w, line_u, line_w);
      const Side b = side_of(p[1], p[2], vertex.y < vertex.z, u, w, line_u, line_w);
      if (a.left != b.left) continue;
      const Side c = side_of(p[2], p[0], vertex.z < vertex.x, u, w, line_u, line_w);
      if (a.left != c.left) continue;
      const auto wa = static_cast<double>(a.value), wb = static_cast<double>(b.value),
                 wc = static_cast<double>(c.value);
      const double along = (wb * static_cast<double>(p[0][axis]) + wc * static_cast<double>(p[1][axis]) +
                            wa * static_cast<double>(p[2][axis])) /
                           (wa + wb + wc);
      found(static_cast<int32_t>(i), static_cast<int32_t>(j), (along - 1) / kUnits, a.left ? -1 : 1);
    }
  }
}

}  // namespace

uint64_t Crossings::line_of(int32_t u, int32_t w) {
  return uint64_t{static_cast<uint32_t>(u) + kMiddle} << 32 | (static_cast<uint32_t>(w) + kMiddle);
}

Crossings::Crossings(const TriangleSurface& surface, const CornerLattice& lattice) {
  std::vector<Integers> fine(surface.position.size());
  parallel_for(fine.size(), [&](size_t v) { fine[v] = on_fine_grid(lattice, surface.position[v]); });
  constexpr size_t kAtOnce = 4096;
  const size_t triangles = surface.net.triangles();
  std::vector<std::array<std::vector<Crossing>, 3>> some((triangles + kAtOnce - 1) / kAtOnce);
  parallel_for_blocks(
      triangles,
      [&](size_t begin, size_t end) {
        for (size_t t = begin; t < end; ++t) {
          if (!surface.net.alive(t)) continue;
          const Vec3i v = surface.net.triangle(t);
          const Integers p[3] = {fine[static_cast<size_t>(v.x)], fine[static_cast<size_t>(v.y)],
                                 fine[static_cast<size_t>(v.z)]};
          for (int axis = 0; axis < 3; ++axis) {
            cross_triangle(p, v, axis, [&](int32_t i, int32_t j, double along, int change) {
              some[begin / kAtOnce][static_cast<size_t>(axis)].push_back(
                  {line_of(i, j), along, static_cast<int32_t>(t), change});
            });
          }
        }
      },
      kAtOnce);
  parallel_for(
      3,
      [&](size_t axis) {
        std::vector<Crossing>& all = all_[axis];
        for (const auto& part : some) all.insert(all.end(), part[axis].begin(), part[axis].end());
        std::sort(all.begin(), all.end(), [](const Crossing& a, const Crossing& b) {
          return a.line != b.line ? a.line < b.line : a.along != b.along ? a.along < b.along : a.triangle < b.triangle;
        });
        for (size_t i = 0; i < all.size(); ++i) {
          if (i == 0 || all[i].line != all[i - 1].line) first_[axis].push_back(static_cast<uint32_t>(i));
        }
        first_[axis].push_back(static_cast<uint32_t>(all.size()));
      },
      1);
}

Vec3i Crossings::corner_of(int axis, const Crossing& crossing) {
  Vec3i corner;
  corner[axis] = static_cast<int32_t>(std::floor(crossing.along));
  corner[(axis + 1) % 3] = static_cast<int32_t>(static_cast<uint32_t>(crossing.line >> 32) - kMiddle);
  corner[(axis + 2) % 3] = static_cast<int32_t>(static_cast<uint32_t>(crossing.line) - kMiddle);
  return corner;
}

std::span<const Crossing> Crossings::through(int axis, const Vec3i& corner) const {
  const std::vector<Crossing>& all = all_[static_cast<size_t>(axis)];
  const std::vector<uint32_t>& first = first_[static_cast<size_t>(axis)];
  const uint64_t line = line_of(corner[(axis + 1) % 3], corner[(axis + 2) % 3]);
  const auto found = std::lower_bound(first.begin(), first.end() - 1, line,
                                      [&](uint32_t i, uint64_t wanted) { return all[i].line < wanted; });
  if (found == first.end() - 1 || all[*found].line != line) return {};
  return {all.data() + found[0], all.data() + found[1]};
}

int Crossings::winding(const Vec3i& corner) const {
  int sum = 0;
  for (const Crossing& crossing : through(0, corner)) {
    if (crossing.along >= corner.x) break;
    sum += crossing.change;
  }
  return sum;
}

const Crossing* Crossings::on_edge(int axis, const Vec3i& corner) const {
  int sum = 0;
  const Crossing* found = nullptr;
  for (const Crossing& crossing : through(axis, corner)) {
    if (crossing.along >= corner[axis] + 1) break;
    const bool was_inside = sum > 0;
    sum += crossing.change;
    if (crossing.along >= corner[axis] && was_inside != (sum > 0)) found = &crossing;
  }
  return found;
}

}  // namespace weir::tracked
