// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/mesh/mesh_edges.h"

#include <algorithm>

namespace weir {

std::vector<EdgeUse> edge_uses(const Mesh& mesh) {
  // A directed edge as one number: lower vertex, higher vertex, direction in the last bit.
  std::vector<uint64_t> keys;
  keys.reserve(mesh.triangles.size() * 3);
  for (const Vec3i& t : mesh.triangles) {
    for (int side = 0; side < 3; ++side) {
      const int32_t a = t[side], b = t[(side + 1) % 3];
      if (a == b) continue;
      const auto [low, high] = std::minmax(a, b);
      keys.push_back(static_cast<uint64_t>(low) << 32 | static_cast<uint64_t>(high) << 1 | (a > b ? 1u : 0u));
    }
  }
  std::sort(keys.begin(), keys.end());
  std::vector<EdgeUse> uses;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (i == 0 || keys[i] >> 1 != keys[i - 1] >> 1) uses.emplace_back();
    ++(keys[i] & 1 ? uses.back().backward : uses.back().forward);
  }
  return uses;
}

size_t unbalanced_edges(const Mesh& mesh) {
  const std::vector<EdgeUse> uses = edge_uses(mesh);
  return static_cast<size_t>(
      std::count_if(uses.begin(), uses.end(), [](const EdgeUse& use) { return !use.balanced(); }));
}

}  // namespace weir
