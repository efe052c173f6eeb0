// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/mesh_raster.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "base/parallel.h"
#include "geometry/winding.h"

namespace weir {

namespace {

constexpr int kMargin = 3;             // cells around the mesh that are in the box
constexpr float kFlatHalf = 2.75f;     // cells: half the thickness that a mesh gets where the grid is flat
constexpr int kPlanesBelow = 6;        // of lattices, below z = 0 where the grid is flat
constexpr double kMostCells = 2e8;     // of a box
constexpr float kBodyDistance = 0.5f;  // cells that the body reaches beyond the mesh

Vec3i floor_of(const Vec3f& v) {
  return {static_cast<int>(std::floor(v.x)), static_cast<int>(std::floor(v.y)), static_cast<int>(std::floor(v.z))};
}

// On a flat grid only the cut matters: what is thick enough has its caps out of the way.
void flatten(Mesh& mesh) {
  float most = 1e-20f;
  for (const Vec3f& p : mesh.positions) most = std::max(most, std::abs(p.z));
  for (Vec3f& p : mesh.positions) p.z *= kFlatHalf / most;
  for (Vec3f& v : mesh.velocities) v.z = 0;
}

// Of four half cells in a row, each 0 or 1: eight times what they weigh in a hat about the middle of the cell that the
// inner two make up (1/4 and 3/4 of the way from it: 3/8, 1/8), and how many of the inner two are 1.
struct RowOfHalves {
  uint32_t hats, own;
};
RowOfHalves look_at(const uint8_t* halves) {
  uint32_t four;
  std::memcpy(&four, halves, 4);
  return {(four * 0x01030301u) >> 24, (four >> 8 & 1) + (four >> 16 & 1)};
}

}  // namespace

void MeshRaster::put(const Mesh& mesh, const GridSpace& space, bool afresh) {
  const bool known = tree_ && mesh.triangles == mesh_.triangles;
  place_box(mesh, space);
  if (afresh || !known) {
    tree_.emplace(mesh_);
  } else {
    tree_->move_to(mesh_);
  }
  find_inside();
  find_distances();
  find_shares();
  find_body();
}

void MeshRaster::set_velocities(const std::vector<Vec3f>& velocities) {
  mesh_.velocities = velocities;
  if (!flat_) return;
  for (Vec3f& v : mesh_.velocities) v.z = 0;
}

void MeshRaster::place_box(const Mesh& mesh, const GridSpace& space) {
  flat_ = space.dimensions == 2;
  if (mesh_.triangles != mesh.triangles) mesh_.triangles = mesh.triangles;
  mesh_.positions.resize(mesh.positions.size());
  mesh_.velocities = mesh.velocities;
  parallel_for(mesh.positions.size(), [&](size_t i) {
    mesh_.positions[i] = static_cast<Vec3f>((static_cast<Vec3d>(mesh.positions[i]) - space.origin) / space.cell);
  });
  if (flat_) flatten(mesh_);
  const Box3f box = bounds(mesh_);
  const double cells = static_cast<double>(box.size().x) * static_cast<double>(box.size().y) *
                       (flat_ ? 1 : static_cast<double>(box.size().z));
  if (!(cells < kMostCells))
    throw InputError("", "a control mesh is so large that the grid around it does not fit in memory");
  lower_ = floor_of(box.lower) - Vec3i{kMargin, kMargin, kMargin};
  counts_ = floor_of(box.upper) - lower_ + Vec3i{kMargin + 1, kMargin + 1, kMargin + 1};
  if (flat_) lower_.z = 0, counts_.z = 1;
}

// Of a flat grid only the plane z = 0 of a lattice counts; the mesh must lie within the lattice.
void MeshRaster::find_inside() {
  const auto find = [&](Vec3d first, double width, Vec3i counts, std::vector<uint8_t>& inside) {
    if (flat_) first.z = -width * kPlanesBelow, counts.z = 2 * kPlanesBelow + 1;
    WindingLines(mesh_, first, width, counts).fill(inside);
    if (!flat_) return;
    const size_t plane = static_cast<size_t>(counts.x) * static_cast<size_t>(counts.y);
    inside.erase(inside.begin(), inside.begin() + static_cast<std::ptrdiff_t>(plane * kPlanesBelow));
    inside.resize(plane);
  };
  const Vec3d lower = static_cast<Vec3d>(lower_);
  find(lower + Vec3d{0.25, 0.25, 0.25}, 0.5, counts_ * 2, halves_);
  find(lower + Vec3d{0.5, 0.5, 0.5}, 1, counts_, inside_);
}

void MeshRaster::find_distances() {
  distance_.resize(inside_.size());
  triangle_.resize(inside_.size());
  const Vec3f first = static_cast<Vec3f>(lower_) + Vec3f{0.5f, 0.5f, flat_ ? 0.0f : 0.5f};
  tree_->closest_on_lattice(first, counts_, kBand, distance_, triangle_);
  parallel_for(distance_.size(), [&](size_t i) {
    const float far = std::sqrt(distance_[i]);
    distance_[i] = inside_[i] ? -far : far;
  });
}

void MeshRaster::find_shares() {
  share_.resize(inside_.size()), wanted_.resize(inside_.size());
  const auto hx = static_cast<size_t>(2 * counts_.x), hy = static_cast<size_t>(2 * counts_.y);
  constexpr uint32_t hat[4] = {1, 3, 3, 1}, own[4] = {0, 1, 1, 0};
  parallel_for(inside_.size(), [&](size_t i) {
    share_[i] = wanted_[i] = inside_[i] ? 1.0f : 0.0f;
    if (triangle_[i] < 0) return;
    const Vec3i c = place(i);  // near cells are not at the ends of the box
    const auto x = static_cast<size_t>(2 * c.x - 1), y = static_cast<size_t>(2 * c.y - 1);
    uint32_t all = 0, hats = 0;
    for (size_t dz = flat_ ? 1 : 0; dz < (flat_ ? 2 : 4); ++dz) {
      const size_t z = flat_ ? 0 : static_cast<size_t>(2 * c.z - 1) + dz;
      for (size_t dy = 0; dy < 4; ++dy) {
        const RowOfHalves row = look_at(&halves_[x + hx * (y + dy + hy * z)]);
        hats += (flat_ ? 1 : hat[dz]) * hat[dy] * row.hats;
        all += own[dz] * own[dy] * row.own;
      }
    }
    share_[i] = static_cast<float>(all) / (flat_ ? 4 : 8);
    wanted_[i] = static_cast<float>(hats) / (flat_ ? 64 : 512);
  });
}

void MeshRaster::find_body() {
  body_.resize(distance_.size());
  parallel_for(distance_.size(), [&](size_t i) { body_[i] = distance_[i] < kBodyDistance; });
  // Air pockets between parts of the mesh that no cell separates: closed on both sides along an axis.
  closed_ = body_;
  parallel_for(distance_.size(), [&](size_t i) {
    if (body_[i] || distance_[i] > 1) return;
    const Vec3i c = place(i);
    for (int axis = 0; axis < 3; ++axis) {
      if (c[axis] == 0 || c[axis] + 1 >= counts_[axis]) continue;
      if (body_[i - step(axis)] && body_[i + step(axis)]) closed_[i] = 1;
    }
  });
  body_.swap(closed_);
  cells_.clear();
  for (size_t i = 0; i < distance_.size(); ++i) {
    if (distance_[i] < kBand) cells_.push_back(static_cast<uint32_t>(i));
  }
}

MeshRaster::Closest MeshRaster::closest(const Vec3f& g, size_t cell, size_t other) const {
  const bool own =
      triangle_[cell] >= 0 && (triangle_[other] < 0 || std::abs(distance_[cell]) <= std::abs(distance_[other]));
  const auto triangle = static_cast<size_t>(triangle_[own ? cell : other]);
  const Vec3i& t = mesh_.triangles[triangle];
  const Vec3f &a = mesh_.positions[static_cast<size_t>(t.x)], &b = mesh_.positions[static_cast<size_t>(t.y)],
              &c = mesh_.positions[static_cast<size_t>(t.z)];
  return {triangle, weights_of_closest(g, a, b, c), normalized(cross(b - a, c - a))};
}

Vec3f MeshRaster::velocity(const Closest& at) const {
  const Vec3i& t = mesh_.triangles[at.triangle];
  Vec3f sum;
  for (int c = 0; c < 3; ++c) sum += mesh_.velocities[static_cast<size_t>(t[c])] * at.weights[c];
  return sum;
}

float MeshRaster::value(const Closest& at, const std::vector<float>& of_vertices) const {
  const Vec3i& t = mesh_.triangles[at.triangle];
  float sum = 0;
  for (int c = 0; c < 3; ++c) sum += of_vertices[static_cast<size_t>(t[c])] * at.weights[c];
  return sum;
}

}  // namespace weir
