// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/guide_level_set.h"

#include <algorithm>
#include <cmath>

namespace weir::tracked {

namespace {

constexpr float kReach = 2;  // cells around a disagreement in which the level set has a say

Vec3d middle_of(const Vec3i& cell) { return static_cast<Vec3d>(cell) + Vec3d{0.5, 0.5, 0.5}; }

// All cells around it are in the set too.
bool is_deep(const CellSet& cells, const Vec3i& cell) {
  for (int n = 0; n < 27; ++n) {
    if (!cells.contains(cell + Vec3i{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1})) return false;
  }
  return true;
}

}  // namespace

Disagreement::Disagreement(const GuideLevelSet& guide, const Crossings& crossings, const CornerLattice& lattice)
    : guide_(guide), crossings_(crossings), lattice_(lattice) {
  std::vector<Vec3f> middles(guide.where.size());
  std::vector<float> distance(middles.size());
  std::vector<uint8_t> inside(middles.size());
  parallel_for_blocks(middles.size(), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      middles[i] = guide.cells.to_world(middle_of(guide.where[i]));
      inside[i] = inside_mesh(guide.where[i]);
    }
    guide.distance(std::span(middles).subspan(begin, end - begin), std::span(distance).subspan(begin, end - begin));
  });
  for (size_t i = 0; i < middles.size(); ++i) {
    if (!inside[i] && distance[i] < -guide.lacking) missing_.add(guide.where[i]);
    if (inside[i] && distance[i] > guide.surplus) surplus_.add(guide.where[i]);
  }
  spread(missing_, false);
  spread(surplus_, true);
}

bool Disagreement::inside_mesh(const Vec3i& cell) const {
  const Vec3d g = lattice_.to_lattice(guide_.cells.to_world(middle_of(cell)));
  return crossings_.winding(static_cast<Vec3i>(Vec3d{std::round(g.x), std::round(g.y), std::round(g.z)})) > 0;
}

// Into the depth, where nobody has looked.
void Disagreement::spread(CellSet& cells, bool inside) const {
  for (size_t i = 0; i < cells.size(); ++i) {
    const Vec3i cell = cells[i];
    for (int n = 0; n < 6; ++n) {
      Vec3i beside = cell;
      beside[n / 2] += n % 2 ? 1 : -1;
      if (cells.contains(beside)) continue;
      const Vec3f p = guide_.cells.to_world(middle_of(beside));
      float distance = 0;
      guide_.distance(std::span(&p, 1), std::span(&distance, 1));
      const bool differs = inside ? distance > guide_.surplus : distance < -guide_.lacking;
      if (differs && inside_mesh(beside) == inside) cells.add(beside);
    }
  }
}

float Disagreement::fading(const CellSet& cells, const Vec3f& p) const {
  if (cells.size() == 0) return 1;
  const Vec3d g = guide_.cells.to_lattice(p);
  const Vec3i own = guide_.cells.cell_of(p);
  double nearest = kReach * kReach;
  constexpr int reach = static_cast<int>(kReach);
  for (int z = -reach; z <= reach; ++z) {
    for (int y = -reach; y <= reach; ++y) {
      for (int x = -reach; x <= reach; ++x) {
        const Vec3i cell = own + Vec3i{x, y, z};
        const double away = length_squared(middle_of(cell) - g);
        if (away < nearest && cells.contains(cell)) nearest = away;
      }
    }
  }
  return std::clamp(static_cast<float>(std::sqrt(nearest)) - 1, 0.0f, 1.0f);
}

Disagreement::Verdict Disagreement::at(const Vec3i& corner, bool inside_mesh) const {
  Verdict verdict{.inside = inside_mesh};
  if (!any()) return verdict;
  const Vec3f p = lattice_.to_world(static_cast<Vec3d>(corner));
  const float missing = inside_mesh ? 1.0f : fading(missing_, p), surplus = inside_mesh ? fading(surplus_, p) : 1.0f;
  if (missing >= 1 && surplus >= 1) return verdict;
  float distance = 0;
  guide_.distance(std::span(&p, 1), std::span(&distance, 1));
  verdict.by_guide = true;
  verdict.distance = distance + (inside_mesh ? -guide_.surplus * surplus : guide_.lacking * missing);
  verdict.inside = verdict.distance < 0;
  return verdict;
}

void Disagreement::changed_in(const Vec3i& cell, std::vector<Vec3i>& changed) const {
  const double size = guide_.cells.voxel;
  const Vec3i low = lattice_.cell_of(guide_.cells.to_world(static_cast<Vec3d>(cell)));
  const auto wide = static_cast<int32_t>(std::ceil(size / lattice_.voxel));
  const int32_t side = wide + 2;  // corners
  std::vector<uint8_t> before, after;
  for (int32_t i = 0; i < side * side * side; ++i) {
    const Vec3i corner = low + Vec3i{i % side, i / side % side, i / side / side};
    before.push_back(crossings_.winding(corner) > 0);
    after.push_back(at(corner, before.back() != 0).inside);
  }
  for (int32_t i = 0; i < (side - 1) * (side - 1) * (side - 1); ++i) {
    const Vec3i own{i % (side - 1), i / (side - 1) % (side - 1), i / (side - 1) / (side - 1)};
    int was = 0, is = 0, different = 0;
    for (int n = 0; n < 8; ++n) {
      const Vec3i c = own + Vec3i{n & 1, n >> 1 & 1, n >> 2};
      const auto at_corner = static_cast<size_t>(c.x + side * (c.y + side * c.z));
      was += before[at_corner];
      is += after[at_corner];
      different += before[at_corner] != after[at_corner];
    }
    if (different > 0 && (was % 8 != 0 || is % 8 != 0)) changed.push_back(low + own);
  }
}

std::vector<Vec3i> Disagreement::changed_cells() const {
  CellSet near;
  constexpr int reach = static_cast<int>(kReach);
  for (const CellSet* cells : {&missing_, &surplus_}) {
    for (size_t i = 0; i < cells->size(); ++i) {
      if (is_deep(*cells, (*cells)[i])) continue;
      for (int n = 0; n < 125; ++n) {
        near.add((*cells)[i] + Vec3i{n % 5 - reach, n / 5 % 5 - reach, n / 25 - reach});
      }
    }
  }
  std::vector<std::vector<Vec3i>> changed(near.size());
  parallel_for(
      near.size(), [&](size_t i) { changed_in(near[i], changed[i]); }, 8);
  std::vector<Vec3i> all;
  for (const std::vector<Vec3i>& some : changed) all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace weir::tracked
