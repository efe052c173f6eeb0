// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/mesh/winding.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir {

namespace {

// Steps of the integer grid in a voxel. With up to 2^15 voxels across, products of differences stay below 2^62.
constexpr int64_t kSteps = 1 << 14;

struct Corner {
  int64_t u, v;     // across the lines, in steps
  double position;  // along the lines, in voxels
};

// Twice the area of (a, b, p): its sign tells on which side of the line from a to b the point p is.
int64_t area_of(const Corner& a, const Corner& b, int64_t u, int64_t v) {
  return (b.u - a.u) * (v - a.v) - (b.v - a.v) * (u - a.u);
}

// The side of p moved by (e, e^2) for an infinitely small e: 0 only where a and b are one point.
int side_of(int64_t area, const Corner& a, const Corner& b) {
  if (area != 0) return area > 0 ? 1 : -1;
  if (a.v != b.v) return a.v > b.v ? 1 : -1;
  return (b.u > a.u) - (b.u < a.u);
}

int64_t floor_steps(int64_t steps) { return (steps >= 0 ? steps : steps - kSteps + 1) / kSteps; }
int64_t ceil_steps(int64_t steps) { return -floor_steps(-steps); }

// The lines u that may cross the triangle on the row v (in steps): a narrow range also where the triangle is a sliver
// across its box.
struct Range {
  int64_t first, last;
};
Range lines_on_row(const Corner (&t)[3], int64_t v) {
  double low = 1e300, high = -1e300;
  for (int k = 0; k < 3; ++k) {
    const Corner &a = t[k], &b = t[(k + 1) % 3];
    if (std::min(a.v, b.v) > v || std::max(a.v, b.v) < v) continue;
    const double along = a.v == b.v ? 0 : static_cast<double>(v - a.v) / static_cast<double>(b.v - a.v);
    const double u = static_cast<double>(a.u) + along * static_cast<double>(b.u - a.u);
    low = std::min(low, a.v == b.v ? static_cast<double>(std::min(a.u, b.u)) : u);
    high = std::max(high, a.v == b.v ? static_cast<double>(std::max(a.u, b.u)) : u);
  }
  constexpr double margin = 4;  // steps: more than the rounding above
  return {ceil_steps(static_cast<int64_t>(low - margin)), floor_steps(static_cast<int64_t>(high + margin))};
}

int64_t rounded(double x) { return static_cast<int64_t>(std::floor(x + 0.5)); }

// visit(u, row, position along the line, sign) for every crossing of the triangle with lines of a lattice.
template <class Visit>
void for_crossings(const Corner (&t)[3], int32_t lines_u, int32_t lines_v, Visit&& visit) {
  const auto [low, high] = std::minmax({t[0].v, t[1].v, t[2].v});
  const int64_t first = std::max<int64_t>(0, ceil_steps(low)), last = std::min<int64_t>(lines_v - 1, floor_steps(high));
  for (int64_t row = first; row <= last; ++row) {
    const Range range = lines_on_row(t, row * kSteps);
    for (int64_t u = std::max<int64_t>(0, range.first); u <= std::min<int64_t>(lines_u - 1, range.last); ++u) {
      int64_t area[3];
      int sides = 0;
      for (int k = 0; k < 3; ++k) {
        area[k] = area_of(t[k], t[(k + 1) % 3], u * kSteps, row * kSteps);
        sides += side_of(area[k], t[k], t[(k + 1) % 3]);
      }
      if (sides != 3 && sides != -3) continue;
      const double total = static_cast<double>(area[0] + area[1] + area[2]);
      double position = 0;
      for (int k = 0; k < 3; ++k) position += static_cast<double>(area[(k + 1) % 3]) * t[k].position;
      visit(static_cast<int32_t>(u), static_cast<int32_t>(row), position / total, sides / 3);
    }
  }
}

}  // namespace

WindingLines::WindingLines(const Mesh& mesh, const Vec3d& lower, double voxel, const Vec3i& counts,
                           std::optional<int> axis)
    : counts_(counts) {
  axis_ = axis ? *axis : counts.x >= counts.y && counts.x >= counts.z ? 0 : counts.y >= counts.z ? 1 : 2;
  axis_u_ = (axis_ + 1) % 3;
  axis_v_ = (axis_ + 2) % 3;
  lines_u_ = counts[axis_u_];
  lines_v_ = counts[axis_v_];

  const size_t lines = static_cast<size_t>(lines_u_) * static_cast<size_t>(lines_v_);
  std::vector<Corner> corners(mesh.positions.size());
  parallel_for(corners.size(), [&](size_t i) {
    const Vec3d q = (static_cast<Vec3d>(mesh.positions[i]) - lower) / voxel;
    corners[i] = {rounded(q[axis_u_] * kSteps), rounded(q[axis_v_] * kSteps), q[axis_]};
  });
  struct Hit {
    uint32_t line;
    Crossing crossing;
  };
  constexpr size_t kTriangles = 256;  // a block
  std::vector<std::vector<Hit>> blocks((mesh.triangles.size() + kTriangles - 1) / kTriangles);
  begin_.assign(lines + 1, 0);
  parallel_for_blocks(
      mesh.triangles.size(),
      [&](size_t begin, size_t end) {
        std::vector<Hit>& hits = blocks[begin / kTriangles];
        for (size_t i = begin; i < end; ++i) {
          const Vec3i& t = mesh.triangles[i];
          const auto corner = [&](int k) { return corners[static_cast<size_t>(t[k])]; };
          for_crossings({corner(0), corner(1), corner(2)}, lines_u_, lines_v_,
                        [&](int32_t u, int32_t v, double position, int32_t sign) {
                          hits.push_back({static_cast<uint32_t>(line_of(u, v)), {position, sign}});
                          std::atomic_ref(begin_[hits.back().line]).fetch_add(1, std::memory_order_relaxed);
                        });
        }
      },
      kTriangles);
  uint32_t sum = 0;
  for (uint32_t& b : begin_) b = sum += b;  // the end of every line; filling moves it to the begin
  crossings_.resize(sum);
  parallel_for(
      blocks.size(),
      [&](size_t block) {
        for (const Hit& hit : blocks[block]) {
          const uint32_t at = std::atomic_ref(begin_[hit.line]).fetch_sub(1, std::memory_order_relaxed) - 1;
          crossings_[at] = hit.crossing;
        }
      },
      16);
  // Threads fill a line in any order; sorted, the order is always the same.
  parallel_for(lines, [&](size_t line) {
    std::sort(crossings_.begin() + begin_[line], crossings_.begin() + begin_[line + 1],
              [](const Crossing& a, const Crossing& b) {
                return a.position != b.position ? a.position < b.position : a.sign < b.sign;
              });
  });
}

bool WindingLines::inside(const Vec3i& lattice_point) const {
  const size_t line = line_of(lattice_point[axis_u_], lattice_point[axis_v_]);
  const auto position = static_cast<double>(lattice_point[axis_]);
  int32_t winding = 0;
  for (uint32_t i = begin_[line]; i < begin_[line + 1] && crossings_[i].position < position; ++i)
    winding += crossings_[i].sign;
  return winding != 0;
}

void WindingLines::for_runs(const Visit& visit) const {
  const auto along = static_cast<double>(counts_[axis_]);
  parallel_for(static_cast<size_t>(lines_u_) * static_cast<size_t>(lines_v_), [&](size_t line) {
    int32_t winding = 0;
    for (uint32_t i = begin_[line]; i + 1 < begin_[line + 1]; ++i) {
      winding += crossings_[i].sign;
      if (winding == 0) continue;
      // From the first point beyond this crossing to the last one that is not beyond the next.
      const double from = std::floor(crossings_[i].position) + 1, to = std::floor(crossings_[i + 1].position);
      const auto first = static_cast<int64_t>(std::max(from, 0.0)),
                 last = static_cast<int64_t>(std::min(to, along - 1));
      const auto u = static_cast<int>(line % static_cast<size_t>(lines_u_));
      if (first <= last) visit(u, static_cast<int>(line / static_cast<size_t>(lines_u_)), first, last);
    }
  });
}

void WindingLines::fill(std::vector<uint8_t>& inside) const {
  const size_t step[3] = {1, static_cast<size_t>(counts_.x),
                          static_cast<size_t>(counts_.x) * static_cast<size_t>(counts_.y)};
  inside.assign(step[2] * static_cast<size_t>(counts_.z), 0);
  for_runs([&](int u, int v, int64_t first, int64_t last) {
    uint8_t* line = inside.data() + static_cast<size_t>(u) * step[axis_u_] + static_cast<size_t>(v) * step[axis_v_];
    for (int64_t k = first; k <= last; ++k) line[static_cast<size_t>(k) * step[axis_]] = 1;
  });
}

}  // namespace weir
