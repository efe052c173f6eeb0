// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/mesh_raster.h"

#include <algorithm>
#include <cmath>

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

}  // namespace

MeshRaster::MeshRaster(const Mesh& mesh, const GridSpace& space) : mesh_(mesh) {
  const bool flat = space.dimensions == 2;
  parallel_for(mesh.positions.size(), [&](size_t i) {
    mesh_.positions[i] = static_cast<Vec3f>((static_cast<Vec3d>(mesh.positions[i]) - space.origin) / space.cell);
  });
  if (flat) flatten(mesh_);
  const Box3f box = bounds(mesh_);
  const double cells = static_cast<double>(box.size().x) * static_cast<double>(box.size().y) *
                       (flat ? 1 : static_cast<double>(box.size().z));
  if (!(cells < kMostCells))
    throw InputError("", "a control mesh is so large that the grid around it does not fit in memory");
  lower_ = floor_of(box.lower) - Vec3i{kMargin, kMargin, kMargin};
  counts_ = floor_of(box.upper) - lower_ + Vec3i{kMargin + 1, kMargin + 1, kMargin + 1};
  if (flat) lower_.z = 0, counts_.z = 1;
  tree_ = std::make_unique<TriangleTree>(mesh_);
  find_near(flat);
  find_halves(flat);
  find_shares(flat);
  find_distances(flat);
  find_body();
}

// Cells whose middle can be closer than kBand to a triangle: only they are looked at closely.
void MeshRaster::find_near(bool flat) {
  near_.assign(static_cast<size_t>(counts_.x) * static_cast<size_t>(counts_.y) * static_cast<size_t>(counts_.z), 0);
  const Vec3f reach{kBand, kBand, kBand}, half{0.5f, 0.5f, 0.5f};
  for (const Vec3i& t : mesh_.triangles) {
    Box3f box;
    for (int c = 0; c < 3; ++c) box.include(mesh_.positions[static_cast<size_t>(t[c])]);
    if (flat && (box.lower.z > kBand || box.upper.z < -kBand)) continue;
    const Vec3i first = max(floor_of(box.lower - reach + half) - lower_, Vec3i{0, 0, 0});
    const Vec3i last = min(floor_of(box.upper + reach - half) - lower_, counts_ - Vec3i{1, 1, 1});
    for (int z = flat ? 0 : first.z; z <= (flat ? 0 : last.z); ++z) {
      for (int y = first.y; y <= last.y; ++y)
        std::fill_n(&near_[index(first.x, y, z)], last.x - first.x + 1, uint8_t{1});
    }
  }
}

// Far from the surface the half cells of a cell are as its middle.
void MeshRaster::find_halves(bool flat) {
  const Vec3i halves{2 * counts_.x, 2 * counts_.y, flat ? 1 : 2 * counts_.z};
  Vec3d first = static_cast<Vec3d>(lower_) + Vec3d{0.25, 0.25, 0.25},
        middle = static_cast<Vec3d>(lower_) + Vec3d{0.5, 0.5, 0.5};
  Vec3i lattice = halves, cells = counts_;
  if (flat) {
    first.z = -0.5 * kPlanesBelow, lattice.z = 2 * kPlanesBelow + 1;
    middle.z = -kPlanesBelow, cells.z = 2 * kPlanesBelow + 1;
  }
  const WindingLines of_halves(mesh_, first, 0.5, lattice), of_middles(mesh_, middle, 1, cells);
  const auto nx = static_cast<size_t>(halves.x), ny = static_cast<size_t>(halves.y), nz = static_cast<size_t>(halves.z);
  halves_.resize(nx * ny * nz);
  distance_.resize(near_.size());
  const auto of_row = [&](size_t row) {  // of cells
    const int y = static_cast<int>(row % static_cast<size_t>(counts_.y)),
              z = static_cast<int>(row / static_cast<size_t>(counts_.y));
    for (int x = 0; x < counts_.x; ++x) {
      const size_t i = index(x, y, z);
      const bool inside = of_middles.inside({x, y, flat ? kPlanesBelow : z});
      distance_[i] = inside ? -kBand : kBand;
      for (int k = 0; k < (flat ? 4 : 8); ++k) {
        const Vec3i h{2 * x + (k & 1), 2 * y + (k >> 1 & 1), flat ? 0 : 2 * z + (k >> 2)};
        const bool own = near_[i] ? of_halves.inside({h.x, h.y, flat ? kPlanesBelow : h.z}) : inside;
        halves_[(static_cast<size_t>(h.z) * ny + static_cast<size_t>(h.y)) * nx + static_cast<size_t>(h.x)] = own;
      }
    }
  };
  parallel_for(static_cast<size_t>(counts_.y) * static_cast<size_t>(counts_.z), of_row, 8);
}

// Half cells at 1/4 and 3/4 of the way weigh 3/4 and 1/4 in a hat about the middle of a cell.
void MeshRaster::find_shares(bool flat) {
  share_.resize(near_.size()), wanted_.resize(near_.size());
  const int hx = 2 * counts_.x, hy = 2 * counts_.y, hz = flat ? 1 : 2 * counts_.z;
  constexpr float hat[4] = {0.125f, 0.375f, 0.375f, 0.125f};
  parallel_for(near_.size(), [&](size_t i) {
    if (!near_[i]) {
      share_[i] = wanted_[i] = distance_[i] < 0 ? 1.0f : 0.0f;
      return;
    }
    const Vec3i c = place(i);
    float all = 0, hats = 0;
    for (int dz = flat ? 1 : 0; dz < (flat ? 2 : 4); ++dz) {
      const int z = flat ? 0 : 2 * c.z - 1 + dz;
      for (int dy = 0; dy < 4; ++dy) {
        const int y = 2 * c.y - 1 + dy;
        if (z < 0 || z >= hz || y < 0 || y >= hy) continue;
        const uint8_t* row = &halves_[static_cast<size_t>(hx) *
                                      (static_cast<size_t>(y) + static_cast<size_t>(hy) * static_cast<size_t>(z))];
        for (int dx = 0; dx < 4; ++dx) {
          const int x = 2 * c.x - 1 + dx;
          if (x < 0 || x >= hx || !row[x]) continue;
          hats += (flat ? 1.0f : hat[dz]) * hat[dy] * hat[dx];
          const bool own = dx % 3 != 0 && dy % 3 != 0 && (flat || dz % 3 != 0);
          all += own ? 1.0f : 0.0f;
        }
      }
    }
    share_[i] = all / (flat ? 4 : 8), wanted_[i] = hats;
  });
}

void MeshRaster::find_distances(bool flat) {
  hits_.resize(near_.size());
  const auto of_row = [&](size_t row) {
    TriangleTree::Hit hit;
    for (size_t i = row * static_cast<size_t>(counts_.x); i < (row + 1) * static_cast<size_t>(counts_.x); ++i) {
      if (!near_[i]) continue;
      const Vec3f g = static_cast<Vec3f>(place(i) + lower_) + Vec3f{0.5f, 0.5f, flat ? 0.0f : 0.5f};
      hit = hit.triangle < 0 ? tree_->closest(g) : tree_->closest(g, hit);
      hits_[i] = hit;
      distance_[i] = std::copysign(std::min(kBand, std::sqrt(hit.distance_squared)), distance_[i]);
    }
  };
  parallel_for(static_cast<size_t>(counts_.y) * static_cast<size_t>(counts_.z), of_row, 8);
}

void MeshRaster::find_body() {
  body_.resize(distance_.size());
  parallel_for(distance_.size(), [&](size_t i) { body_[i] = distance_[i] < kBodyDistance; });
  // Air pockets between parts of the mesh that no cell separates: closed on both sides along an axis.
  std::vector<uint8_t> closed = body_;
  parallel_for(distance_.size(), [&](size_t i) {
    if (body_[i] || distance_[i] > 1) return;
    const Vec3i c = place(i);
    for (int axis = 0; axis < 3; ++axis) {
      if (c[axis] == 0 || c[axis] + 1 >= counts_[axis]) continue;
      if (body_[i - step(axis)] && body_[i + step(axis)]) closed[i] = 1;
    }
  });
  body_.swap(closed);
}

MeshRaster::Closest MeshRaster::closest(const Vec3f& g, size_t cell) const {
  const TriangleTree::Hit& near = hits_[cell];
  const TriangleTree::Hit hit = near.triangle < 0 ? tree_->closest(g) : tree_->closest(g, near);
  const auto triangle = static_cast<size_t>(hit.triangle);
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
