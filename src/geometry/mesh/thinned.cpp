// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/mesh/thinned.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace weir {

namespace {

Mesh in_cells(const Mesh& mesh, double cell) {
  const Vec3f lower = bounds(mesh).lower;
  const auto inverse = static_cast<float>(1 / cell);
  std::unordered_map<uint64_t, int32_t> vertex_of_cell;
  std::vector<int32_t> vertex(mesh.positions.size());
  std::vector<Vec3d> sum;
  std::vector<int> count;
  for (size_t i = 0; i < vertex.size(); ++i) {
    const Vec3f at = (mesh.positions[i] - lower) * inverse;
    const uint64_t key =
        static_cast<uint64_t>(at.x) << 42 | static_cast<uint64_t>(at.y) << 21 | static_cast<uint64_t>(at.z);
    const auto [known, is_new] = vertex_of_cell.try_emplace(key, static_cast<int32_t>(sum.size()));
    if (is_new) {
      sum.emplace_back();
      count.push_back(0);
    }
    vertex[i] = known->second;
    sum[static_cast<size_t>(vertex[i])] += Vec3d(mesh.positions[i]);
    ++count[static_cast<size_t>(vertex[i])];
  }
  Mesh result;
  for (size_t v = 0; v < sum.size(); ++v) result.positions.push_back(Vec3f(sum[v] / static_cast<double>(count[v])));
  for (const Vec3i& t : mesh.triangles) {
    const Vec3i merged{vertex[static_cast<size_t>(t.x)], vertex[static_cast<size_t>(t.y)],
                       vertex[static_cast<size_t>(t.z)]};
    if (merged.x != merged.y && merged.y != merged.z && merged.z != merged.x) result.triangles.push_back(merged);
  }
  return result;
}

}  // namespace

Mesh thinned(const Mesh& mesh, size_t triangles) {
  Mesh plain{mesh.positions, mesh.triangles, {}, {}};
  if (plain.triangles.size() <= triangles) return plain;
  // An even mesh has about two triangles a cell that its surface passes; a few tries find how it is here.
  double cell = std::sqrt(2 * area(mesh) / static_cast<double>(triangles));
  const double least = static_cast<double>(max_component(bounds(mesh).size())) / 2e6;
  for (int attempt = 0; attempt < 4; ++attempt) {
    Mesh thin = in_cells(mesh, std::max(cell, least));
    const double much = static_cast<double>(thin.triangles.size()) / static_cast<double>(triangles);
    if (much <= 1.1) return thin;
    cell *= std::sqrt(much) * 1.05;
    plain = std::move(thin);
  }
  return plain;
}

}  // namespace weir
