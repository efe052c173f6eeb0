// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/patch.h"

#include <algorithm>
#include <cmath>

#include "geometry/mesh/cube_cases.h"

namespace weir::tracked {

namespace {

// Vertices stay so far from the corners, in voxels, that the triangles around them do not collapse.
constexpr double kMargin = 0.04;

class PatchMaker {
 public:
  PatchMaker(const CellSet& cells, const Crossings& crossings, const CornerLattice& lattice, const Disagreement* guide)
      : cells_(cells), crossings_(crossings), lattice_(lattice), guide_(guide) {}

  Patch make() {
    judge_corners();
    for (size_t i = 0; i < cells_.size(); ++i) add_cell(static_cast<int32_t>(i));
    join_triangles();
    return std::move(patch_);
  }

 private:
  using Verdict = Disagreement::Verdict;

  void judge_corners() {
    for (size_t i = 0; i < cells_.size(); ++i) {
      for (int n = 0; n < 8; ++n) corners_.add(cells_[i] + Vec3i{n & 1, n >> 1 & 1, n >> 2});
    }
    verdict_.resize(corners_.size());
    parallel_for(corners_.size(), [&](size_t i) {
      const bool inside = crossings_.winding(corners_[i]) > 0;
      verdict_[i] = guide_ ? guide_->at(corners_[i], inside) : Verdict{.inside = inside};
    });
    vertex_.assign(3 * corners_.size(), -1);
  }

  void add_cell(int32_t number) {
    const Vec3i cell = cells_[static_cast<size_t>(number)];
    size_t inside = 0;
    int32_t corner[8];
    for (int n = 0; n < 8; ++n) {
      corner[n] = corners_.find(cell + Vec3i{n & 1, n >> 1 & 1, n >> 2});
      inside |= static_cast<size_t>(verdict_[static_cast<size_t>(corner[n])].inside) << n;
    }
    for (const std::array<uint8_t, 3>& edges : cube_cases()[inside].triangles) {
      int32_t v[3];
      for (size_t k = 0; k < 3; ++k) v[k] = vertex_on(edges[k] / 4, corner[edge_corner(edges[k])]);
      patch_.net.add_triangle(v[0], v[1], v[2]);
      patch_.cell.push_back(number);
    }
  }

  int32_t vertex_on(int axis, int32_t corner) {
    int32_t& vertex = vertex_[static_cast<size_t>(3 * corner + axis)];
    if (vertex >= 0) return vertex;
    vertex = patch_.net.add_vertex();
    const Vec3i low = corners_[static_cast<size_t>(corner)];
    Vec3i high = low;
    ++high[axis];
    const Verdict& a = verdict_[static_cast<size_t>(corner)];
    const Verdict& b = verdict_[static_cast<size_t>(corners_.find(high))];
    const Crossing* crossing = crossings_.on_edge(axis, low);
    double part = 0.5;
    if (crossing) {
      part = crossing->along - low[axis];
    } else if (a.by_guide && b.by_guide && a.distance != b.distance) {
      part = static_cast<double>(a.distance / (a.distance - b.distance));
    }
    Vec3d point = static_cast<Vec3d>(low);
    point[axis] += std::clamp(part, kMargin, 1 - kMargin);
    patch_.position.push_back(lattice_.to_world(point));
    patch_.old_triangle.push_back(crossing ? crossing->triangle : -1);
    return vertex;
  }

  // Sides that run along the same edge in opposite directions are twins.
  void join_triangles() {
    std::vector<std::pair<uint64_t, int32_t>> sides(patch_.net.half_edges());
    parallel_for(sides.size(), [&](size_t i) {
      const auto h = static_cast<int32_t>(i);
      const auto a = static_cast<uint64_t>(patch_.net.from(h)), b = static_cast<uint64_t>(patch_.net.to(h));
      sides[i] = {std::min(a, b) << 32 | std::max(a, b), h};
    });
    std::sort(sides.begin(), sides.end());
    for (size_t i = 0; i + 1 < sides.size(); ++i) {
      if (sides[i].first == sides[i + 1].first) patch_.net.join(sides[i].second, sides[i + 1].second);
    }
  }

  const CellSet& cells_;
  const Crossings& crossings_;
  const CornerLattice& lattice_;
  const Disagreement* guide_;
  CellSet corners_;
  std::vector<Verdict> verdict_;
  std::vector<int32_t> vertex_;  // on the three edges that leave every corner
  Patch patch_;
};

}  // namespace

Patch make_patch(const CellSet& cells, const Crossings& crossings, const CornerLattice& lattice,
                 const Disagreement* guide) {
  return PatchMaker(cells, crossings, lattice, guide).make();
}

}  // namespace weir::tracked
