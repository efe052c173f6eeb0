// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/mesh_raster.h"

#include <algorithm>
#include <cmath>

#include "geometry/mesh/triangle_tree.h"
#include "geometry/mesh/winding.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

constexpr int kMargin = 3;             // cells around the mesh that are in the box
constexpr float kFlatHalf = 2.75f;     // cells: half the thickness that a mesh gets where the grid is flat
constexpr int kPlanesBelow = 6;        // of lattices, below z = 0 where the grid is flat
constexpr double kMostCells = 2e8;     // of a box
constexpr float kBodyDistance = 0.5f;  // cells that the body reaches beyond the mesh
constexpr float kFarPoint = NearestTriangles::kReach * NearestTriangles::kReach;
constexpr float kFarEnough = 0.95f;  // cells from the closest point, from which on it stands for the mesh
constexpr float kAside = 0.1f;       // square of how far such a point is aside of the closest one, in the mean
constexpr uint64_t kNowhere = uint64_t{0x7f800000u} << 32;  // infinitely far

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

// How full a hat of half width 1, or a cell, is at a distance from a plane surface. Along every direction a hat is as
// wide (its variance is 1/6), and so is a cell.
float hat_in(float distance) {
  const float out = std::min(1.0f, std::abs(distance)), less = 0.5f * (1 - out) * (1 - out);
  return distance < 0 ? 1 - less : less;
}
float cell_in(float distance) { return std::clamp(0.5f - distance, 0.0f, 1.0f); }

}  // namespace

void MeshRaster::put(const Mesh& mesh, const grid::GridSpace& space) {
  lay_out_box(mesh, space);
  find_points();
  find_inside();
  number_cells();
  find_distances();
  find_shares();
  find_body();
}

void MeshRaster::set_velocities(const std::vector<Vec3f>& velocities) {
  mesh_.velocities = velocities;
  if (!flat_) return;
  for (Vec3f& v : mesh_.velocities) v.z = 0;
}

void MeshRaster::lay_out_box(const Mesh& mesh, const grid::GridSpace& space) {
  flat_ = space.dimensions == 2;
  if (mesh_.triangles != mesh.triangles) mesh_.triangles = mesh.triangles;
  mesh_.positions.resize(mesh.positions.size());
  mesh_.velocities = mesh.velocities;
  parallel_for(mesh.positions.size(), [&](size_t i) {
    mesh_.positions[i] = static_cast<Vec3f>((static_cast<Vec3d>(mesh.positions[i]) - space.origin) / space.cell);
  });
  if (flat_) flatten(mesh_);
  const Box3f box = bounds(mesh_);
  const auto along = [&](int axis) { return static_cast<double>(box.size()[axis]) + 2 * kMargin + 1; };
  const double cells = along(0) * along(1) * (flat_ ? 1 : along(2));  // of a plate too, however thin
  if (!(cells < kMostCells))
    throw InputError("", "a control mesh is so large that the grid around it does not fit in memory");
  // What is in the box from before is cleared row by row.
  parallel_for(
      rows_.size(),
      [&](size_t row) {
        Extent& extent = rows_[row];
        for (size_t i = row * static_cast<size_t>(counts_.x) + static_cast<size_t>(extent.begin),
                    end = row * static_cast<size_t>(counts_.x) + static_cast<size_t>(extent.end);
             extent.begin < extent.end && i < end; ++i) {
          nearest_point_[i] = kNowhere, number_[i] = 0, is_in_[i] = 0;
        }
        extent = {};
      },
      256);
  lower_ = floor_of(box.lower) - Vec3i{kMargin, kMargin, kMargin};
  counts_ = floor_of(box.upper) - lower_ + Vec3i{kMargin + 1, kMargin + 1, kMargin + 1};
  if (flat_) lower_.z = 0, counts_.z = 1;
  const size_t rows = static_cast<size_t>(counts_.y) * static_cast<size_t>(counts_.z);
  const size_t all = rows * static_cast<size_t>(counts_.x);
  rows_.resize(rows);
  nearest_point_.resize(all, kNowhere), number_.resize(all, 0), is_in_.resize(all, 0);
}

// Which point of the mesh is closest to the middle of each cell.
void MeshRaster::find_points() {
  nearest_.set_triangles(mesh_);
  const Vec3f first = static_cast<Vec3f>(lower_) + Vec3f{0.5f, 0.5f, flat_ ? 0.0f : 0.5f};
  nearest_.for_points(mesh_, -first, counts_.z, [&](int z, const NearestTriangles::Point& p) {
    constexpr float kReach = NearestTriangles::kReach;
    const float dz = p.at.z - static_cast<float>(z);
    if (dz * dz >= kFarPoint) return;
    const int begin_x = static_cast<int>(std::ceil(p.at.x - kReach)),
              begin_y = static_cast<int>(std::ceil(p.at.y - kReach));
    const float first_x = p.at.x - static_cast<float>(begin_x);
    for (int y = begin_y; y < begin_y + 3; ++y) {
      const float dy = p.at.y - static_cast<float>(y), across = dy * dy + dz * dz;
      const size_t row = static_cast<size_t>(y) + static_cast<size_t>(counts_.y) * static_cast<size_t>(z);
      Nearest* cells = &nearest_point_[row * static_cast<size_t>(counts_.x) + static_cast<size_t>(begin_x)];
      for (int k = 0; k < 3; ++k) {  // no branches: which is closer nobody can foresee
        const float dx = first_x - static_cast<float>(k);
        cells[k] = std::min(cells[k], nearest_of(across + dx * dx, p.id));
      }
      rows_[row].include(begin_x), rows_[row].include(begin_x + 2);
    }
  });
}

// Of a flat grid only the plane z = 0 of a lattice counts; the mesh must lie within the lattice.
void MeshRaster::find_inside() {
  Vec3d first = static_cast<Vec3d>(lower_) + Vec3d{0.5, 0.5, 0.5};
  Vec3i counts = counts_;
  if (flat_) first.z = -kPlanesBelow, counts.z = 2 * kPlanesBelow + 1;
  WindingLines(mesh_, first, 1, counts, 0).for_runs([&](int y, int z, int64_t begin, int64_t last) {
    if (flat_ && z != kPlanesBelow) return;
    const size_t row = static_cast<size_t>(y) + (flat_ ? 0 : static_cast<size_t>(counts_.y) * static_cast<size_t>(z));
    rows_[row].include(static_cast<int>(begin)), rows_[row].include(static_cast<int>(last));
    std::fill_n(is_in_.begin() + static_cast<std::ptrdiff_t>(row * static_cast<size_t>(counts_.x)) + begin,
                last - begin + 1, uint8_t{1});
  });
}

void MeshRaster::number_cells() {
  const auto is_near = [&](size_t i) { return is_in_[i] || squared_of(nearest_point_[i]) < kFarPoint; };
  const auto begin_of = [&](size_t row) { return row * static_cast<size_t>(counts_.x); };
  std::vector<uint32_t> first(rows_.size() + 1, 0);
  parallel_for(
      rows_.size(),
      [&](size_t row) {
        uint32_t count = 0;
        for (int x = rows_[row].begin; x < rows_[row].end; ++x)
          count += is_near(begin_of(row) + static_cast<size_t>(x));
        first[row + 1] = count;
      },
      256);
  first[0] = 1;
  for (size_t row = 0; row < rows_.size(); ++row) first[row + 1] += first[row];
  const size_t cells = first.back();
  cells_.resize(cells);
  distance_.resize(cells), share_.resize(cells), wanted_.resize(cells), body_.resize(cells), inside_.resize(cells);
  triangle_.resize(cells);
  cells_[0] = {}, distance_[0] = kBand, share_[0] = wanted_[0] = 0, body_[0] = inside_[0] = 0, triangle_[0] = -1;
  parallel_for(
      rows_.size(),
      [&](size_t row) {
        uint32_t n = first[row];
        for (int x = rows_[row].begin; x < rows_[row].end; ++x) {
          const size_t i = begin_of(row) + static_cast<size_t>(x);
          if (!is_near(i)) continue;
          number_[i] = n, inside_[n] = is_in_[i];
          distance_[n] = squared_of(nearest_point_[i]);
          triangle_[n] = static_cast<int32_t>(static_cast<uint32_t>(nearest_point_[i]));
          cells_[n++] = {x, static_cast<int>(row) % counts_.y, static_cast<int>(row) / counts_.y};
        }
      },
      256);
}

void MeshRaster::find_distances() {
  const Vec3f first = static_cast<Vec3f>(lower_) + Vec3f{0.5f, 0.5f, flat_ ? 0.0f : 0.5f};
  parallel_for(
      cells() - 1,
      [&](size_t k) {
        const size_t n = k + 1;
        float far = kBand;
        if (distance_[n] >= kFarPoint) {
          triangle_[n] = -1;
        } else {
          const NearestTriangles::Closest found =
              distance_[n] > kFarEnough * kFarEnough
                  ? NearestTriangles::Closest{distance_[n] - kAside, nearest_.any_around(triangle_[n])}
                  : nearest_.around(mesh_, triangle_[n], first + static_cast<Vec3f>(cells_[n]));
          triangle_[n] = found.triangle;
          far = std::min(kBand, std::sqrt(found.distance_squared));
        }
        distance_[n] = inside_[n] ? -far : far;
      },
      256);
}

// From distances, but deep where parts of the mesh lie in each other. Thin limbs have less than a plane has: all add up
// to the mesh's volume.
void MeshRaster::find_shares() {
  const int dimensions = flat_ ? 2 : 3;
  parallel_for(cells() - 1, [&](size_t k) {
    const size_t n = k + 1;
    bool deep = inside_[n];
    for (int axis = 0; deep && axis < dimensions; ++axis)
      deep = inside_[beside(n, axis, -1)] && inside_[beside(n, axis, 1)];
    wanted_[n] = deep ? 1.0f : hat_in(distance_[n]);
    share_[n] = deep ? 1.0f : cell_in(distance_[n]);
  });
  if (flat_) return;
  const double sum = parallel_sum<double>(cells(), [&](size_t n) { return wanted_[n]; });
  const auto scale = static_cast<float>(std::min(1.0, volume(mesh_) / std::max(1e-30, sum)));
  parallel_for(cells(), [&](size_t n) { wanted_[n] *= scale; });
}

void MeshRaster::find_body() {
  parallel_for(cells(), [&](size_t n) { body_[n] = distance_[n] < kBodyDistance; });
  // Air pockets between parts of the mesh that no cell separates: closed on both sides along an axis.
  closed_ = body_;
  parallel_for(cells() - 1, [&](size_t k) {
    const size_t n = k + 1;
    if (body_[n] || distance_[n] > 1) return;
    for (int axis = 0; axis < (flat_ ? 2 : 3); ++axis) {
      if (body_[beside(n, axis, -1)] && body_[beside(n, axis, 1)]) closed_[n] = 1;
    }
  });
  body_.swap(closed_);
}

MeshRaster::Closest MeshRaster::closest(const Vec3f& g, size_t cell, size_t other) const {
  const bool own =
      triangle_[cell] >= 0 && (triangle_[other] < 0 || std::abs(distance_[cell]) <= std::abs(distance_[other]));
  const auto triangle = static_cast<size_t>(triangle_[own ? cell : other]);
  const Vec3i& t = mesh_.triangles[triangle];
  const auto at = [&](int32_t v) -> const Vec3f& { return mesh_.positions[static_cast<size_t>(v)]; };
  return {triangle, weights_of_closest(g, at(t.x), at(t.y), at(t.z)), normal_of(triangle)};
}

MeshRaster::Closest MeshRaster::middle_of_closest(size_t cell) const {
  const auto triangle = static_cast<size_t>(triangle_[cell]);
  return {triangle, Vec3f{1, 1, 1} / 3.0f, normal_of(triangle)};
}

Vec3f MeshRaster::normal_of(size_t triangle) const {
  const Vec3i& t = mesh_.triangles[triangle];
  const auto at = [&](int32_t v) -> const Vec3f& { return mesh_.positions[static_cast<size_t>(v)]; };
  return normalized(cross(at(t.y) - at(t.x), at(t.z) - at(t.x)));
}

int32_t MeshRaster::triangle_at(const Vec3f& g) const {
  const Vec3i own = floor_of(g);
  int32_t first = triangle_[number(own)];
  int32_t beside_triangle = -1;
  float best = 1e30f;
  for (int k = 0; first < 0 && k < 27; ++k) {  // of the cells around, the closest one that knows a triangle
    const Vec3i c = own + Vec3i{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
    const int32_t triangle = triangle_[number(c)];
    const float far = length_squared(g - static_cast<Vec3f>(c) - Vec3f{0.5f, 0.5f, 0.5f});
    if (triangle >= 0 && far < best) best = far, beside_triangle = triangle;
  }
  if (first < 0) first = beside_triangle;
  return first < 0 ? -1 : nearest_.walk(mesh_, first, g).triangle;
}

bool MeshRaster::is_deep(const Vec3f& g) const { return distance_[number(floor_of(g))] <= -kBand; }

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

}  // namespace weir::meshes
