// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/polygons.h"

#include <bit>
#include <unordered_map>

#include "base/hash.h"
#include "geometry/mesh/orient.h"

namespace weir {

void Polygons::add_face(const std::vector<int32_t>& face) {
  if (face.size() < 3) return;
  corners.insert(corners.end(), face.begin(), face.end());
  face_end.push_back(static_cast<int32_t>(corners.size()));
}

bool Polygons::same_faces(const Polygons& other) const {
  return positions.size() == other.positions.size() && corners == other.corners && face_end == other.face_end;
}

namespace {

struct PositionHash {
  size_t operator()(const Vec3f& p) const {
    uint64_t hash = 0;
    for (int axis = 0; axis < 3; ++axis) hash = mix_bits(hash ^ std::bit_cast<uint32_t>(p[axis])) + 0x9E3779B97F4A7C15u;
    return hash;
  }
};

void weld(const std::vector<Vec3f>& positions, Topology& topology) {
  std::unordered_map<Vec3f, int32_t, PositionHash> known;
  known.reserve(positions.size());
  topology.vertex.reserve(positions.size());
  for (size_t i = 0; i < positions.size(); ++i) {
    const Vec3f key = positions[i] + Vec3f{};  // -0 and 0 are one point
    const auto [entry, added] = known.try_emplace(key, static_cast<int32_t>(topology.position.size()));
    if (added) topology.position.push_back(static_cast<int32_t>(i));
    topology.vertex.push_back(entry->second);
  }
}

// The polygon's area vector (Newell): its direction is the normal of the plane that fits a bent polygon.
Vec3d area_vector(const std::vector<Vec3d>& p) {
  Vec3d sum;
  for (size_t i = 0; i < p.size(); ++i) sum += cross(p[i] - p[0], p[(i + 1) % p.size()] - p[0]);
  return sum;
}

bool in_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& normal) {
  return dot(cross(b - a, p - a), normal) >= 0 && dot(cross(c - b, p - b), normal) >= 0 &&
         dot(cross(a - c, p - c), normal) >= 0;
}

// Cuts off corners that hold no other corner (Meisters 1975). What is left when none can be found crosses itself; it
// is cut as a fan, which still covers every edge once.
class EarClipper {
 public:
  EarClipper(std::vector<Vec3d> positions, std::vector<int32_t> names)
      : position_(std::move(positions)), name_(std::move(names)), normal_(area_vector(position_)) {}

  void run(std::vector<Vec3i>& triangles) {
    while (name_.size() > 3) {
      size_t ear = 1;
      while (ear <= name_.size() && !is_ear(ear % name_.size())) ++ear;
      cut(ear % name_.size(), triangles);
    }
    triangles.push_back({name_[0], name_[1], name_[2]});
  }

 private:
  size_t before(size_t i) const { return (i + name_.size() - 1) % name_.size(); }
  size_t after(size_t i) const { return (i + 1) % name_.size(); }

  bool is_ear(size_t i) const {
    const Vec3d &a = position_[before(i)], &b = position_[i], &c = position_[after(i)];
    if (dot(cross(b - a, c - a), normal_) <= 0) return false;
    for (size_t other = 0; other < name_.size(); ++other) {
      if (other == i || other == before(i) || other == after(i)) continue;
      const Vec3d& p = position_[other];
      if (p != a && p != b && p != c && in_triangle(p, a, b, c, normal_)) return false;
    }
    return true;
  }

  void cut(size_t i, std::vector<Vec3i>& triangles) {
    triangles.push_back({name_[before(i)], name_[i], name_[after(i)]});
    position_.erase(position_.begin() + static_cast<std::ptrdiff_t>(i));
    name_.erase(name_.begin() + static_cast<std::ptrdiff_t>(i));
  }

  std::vector<Vec3d> position_;
  std::vector<int32_t> name_;
  Vec3d normal_;
};

}  // namespace

Topology topology_of(const Polygons& polygons) {
  Topology topology;
  weld(polygons.positions, topology);
  std::vector<Vec3i> triangles;
  int32_t begin = 0;
  for (const int32_t end : polygons.face_end) {
    std::vector<int32_t> names;
    std::vector<Vec3d> positions;
    for (int32_t i = begin; i < end; ++i) {
      const auto corner = static_cast<size_t>(polygons.corners[static_cast<size_t>(i)]);
      names.push_back(topology.vertex[corner]);
      positions.push_back(static_cast<Vec3d>(polygons.positions[corner]));
    }
    EarClipper(std::move(positions), std::move(names)).run(triangles);
    begin = end;
  }
  topology.triangles.reserve(triangles.size());
  for (const Vec3i& t : triangles) {
    if (t.x != t.y && t.y != t.z && t.z != t.x) topology.triangles.push_back(t);
  }
  Mesh mesh = mesh_of(polygons, topology);
  if (orient(mesh)) topology.triangles = std::move(mesh.triangles);
  return topology;
}

Mesh mesh_of(const Polygons& polygons, const Topology& topology) {
  Mesh mesh;
  mesh.positions.reserve(topology.position.size());
  for (const int32_t p : topology.position) mesh.positions.push_back(polygons.positions[static_cast<size_t>(p)]);
  if (!polygons.velocities.empty()) {
    mesh.velocities.reserve(topology.position.size());
    for (const int32_t p : topology.position) mesh.velocities.push_back(polygons.velocities[static_cast<size_t>(p)]);
  }
  mesh.triangles = topology.triangles;
  return mesh;
}

}  // namespace weir
