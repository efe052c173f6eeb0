// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/creases.h"

#include <string>
#include <utility>

namespace weir::render {

namespace {

constexpr float kCosineOfCrease = 0.766f;  // 40 degrees

bool in_range(const Mesh& mesh, const Vec3i& t) {
  const auto count = static_cast<int>(mesh.positions.size());
  return min_component(t) >= 0 && max_component(t) < count;
}

const Vec3f& corner(const Mesh& mesh, const Vec3i& t, int k) { return mesh.positions[static_cast<size_t>(t[k])]; }

Vec3f area_normal(const Mesh& mesh, const Vec3i& t) {
  return cross(corner(mesh, t, 1) - corner(mesh, t, 0), corner(mesh, t, 2) - corner(mesh, t, 0));
}

}  // namespace

WorldMesh with_creases(const Mesh& mesh, size_t material) {
  std::vector<std::vector<uint32_t>> around(mesh.positions.size());
  std::vector<Vec3f> normal(mesh.triangles.size());
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Vec3i& t = mesh.triangles[i];
    if (!in_range(mesh, t)) continue;
    normal[i] = area_normal(mesh, t);
    for (int k = 0; k < 3; ++k) around[static_cast<size_t>(t[k])].push_back(static_cast<uint32_t>(i));
  }
  WorldMesh result;
  result.material = material;
  const bool moves = mesh.velocities.size() == mesh.positions.size();
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Vec3i& t = mesh.triangles[i];
    if (!in_range(mesh, t)) continue;
    const auto first = static_cast<int>(result.mesh.positions.size());
    const Vec3f own = normalized(normal[i]);
    for (int k = 0; k < 3; ++k) {
      Vec3f sum;
      for (const uint32_t other : around[static_cast<size_t>(t[k])]) {
        if (dot(normalized(normal[other]), own) > kCosineOfCrease) sum += normal[other];
      }
      result.mesh.positions.push_back(corner(mesh, t, k));
      if (moves) result.mesh.velocities.push_back(mesh.velocities[static_cast<size_t>(t[k])]);
      result.normals.push_back(length_squared(sum) > 0 ? normalized(sum) : own);
    }
    result.mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return result;
}

WorldMesh with_flat_parts(Mesh mesh, size_t material, const std::function<bool(const Vec3i&)>& is_flat) {
  const bool moves = mesh.velocities.size() == mesh.positions.size();
  const bool painted = mesh.colours.size() == mesh.positions.size();
  std::vector<Vec3f> sums(mesh.positions.size());
  std::vector<std::pair<Vec3i*, Vec3f>> flat;
  for (Vec3i& t : mesh.triangles) {
    if (!in_range(mesh, t)) continue;
    const Vec3f normal = area_normal(mesh, t);
    if (is_flat(t)) {
      flat.emplace_back(&t, normalized(normal));
    } else {
      for (int k = 0; k < 3; ++k) sums[static_cast<size_t>(t[k])] += normal;
    }
  }
  for (Vec3f& n : sums) n = normalized(n);
  for (auto& [t, normal] : flat) {
    for (int k = 0; k < 3; ++k) {
      const auto old = static_cast<size_t>((*t)[k]);
      (*t)[k] = static_cast<int>(mesh.positions.size());
      mesh.positions.push_back(Vec3f(mesh.positions[old]));
      if (moves) mesh.velocities.push_back(Vec3f(mesh.velocities[old]));
      if (painted) mesh.colours.push_back(Vec3f(mesh.colours[old]));
      sums.push_back(normal);
    }
  }
  return {std::move(mesh), std::move(sums), material};
}

}  // namespace weir::render
