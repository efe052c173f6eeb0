// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A box of tiles of 8 x 8 x 8 voxels around the mesh. A tile holds the distance at its lattice points, borders
// included, so that a lookup reads one tile only; tiles far from the surface hold every second, fourth or eighth point,
// since there the distance is nearly linear (the idea of Frisken et al. 2000, "Adaptively Sampled Distance Fields").
// The samples are exact: magnitudes by TriangleTree, signs by WindingLines. OpenVDB's meshToVolume was tried first: it
// fills cavities, and where it renormalises, its distances are off by up to half a voxel.

#include "geometry/shapes/mesh_field.h"

#include <fmt/format.h>

#include <optional>

#include "geometry/mesh/mesh_edges.h"
#include "geometry/mesh/triangle_tree.h"
#include "geometry/mesh/winding.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

constexpr int kTile = 8;                            // voxels along a tile's side
constexpr uint64_t kMostTiles = uint64_t{1} << 24;  // a cube of 2048 voxels a side
constexpr uint64_t kMostSamples = uint64_t{1} << 29;

struct Tile {
  uint32_t first = 0;  // of its samples, x fastest
  int32_t cells = 0;   // along a side: 8, 4, 2 or 1

  uint64_t samples() const { return static_cast<uint64_t>((cells + 1) * (cells + 1) * (cells + 1)); }
};

// The distance to a point bends by 1 / distance, so interpolation between samples s apart is off by up to
// s^2 / (4 distance). Beyond this distance (all in voxels) that is less than a quarter of a voxel.
constexpr float smooth_beyond(int s) { return static_cast<float>(s * s); }

int cells_at(float voxels_from_surface) {
  int step = kTile;
  while (step > 1 && voxels_from_surface < smooth_beyond(step)) step /= 2;
  return kTile / step;
}

Box3f used_bounds(const Mesh& mesh) {
  Box3f box;
  for (const Vec3i& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) box.include(mesh.positions[static_cast<size_t>(t[k])]);
  }
  return box;
}

// Tiles along one side: one more than needed at either end, so that the mesh keeps off the border.
double tiles_along(double size, double voxel) { return std::ceil(size / (voxel * kTile)) + 2; }

double tile_count(const Vec3d& size, double voxel) {
  return tiles_along(size.x, voxel) * tiles_along(size.y, voxel) * tiles_along(size.z, voxel);
}

[[noreturn]] void too_large(const Vec3d& size, double voxel, double enough) {
  const double unit = std::pow(10.0, std::floor(std::log10(enough)) - 1);
  throw InputError("", fmt::format("the mesh is {:.3g} x {:.3g} x {:.3g} m, too large for a resolution of {:.3g} m; "
                                   "{:.3g} m or coarser would do, or a \"scale\" of 0.01 if its file is in centimetres",
                                   size.x, size.y, size.z, voxel, std::ceil(enough / unit) * unit));
}

void check_bounds_a_volume(const Mesh& mesh) {
  size_t open = 0, torn = 0;
  for (const EdgeUse& use : edge_uses(mesh)) {
    open += use.open();
    torn += !use.balanced();
  }
  if (open > 0) {
    throw InputError("", fmt::format("the mesh is open: {} {} a neighbour; a closed one is needed where a volume is",
                                     open, open == 1 ? "edge lacks" : "edges lack"));
  }
  if (torn > 0) {
    throw InputError("", fmt::format("the mesh has no inside: at {} of its edges the triangles face opposite ways; one "
                                     "with an outside is needed where a volume is",
                                     torn));
  }
}

class MeshField final : public Field {
 public:
  MeshField(const Mesh& mesh, float voxel);

  void distance(std::span<const Vec3f> points, std::span<float> distance) const override;
  void velocity(std::span<const Vec3f> points, std::span<Vec3f> velocity) const override;
  Box3f bounds() const override { return bounds_; }

 private:
  void lay_out_tiles();
  void choose_cells(const TriangleTree& tree, const Vec3d& size);
  void fill_tile(size_t tile, const TriangleTree& tree, const WindingLines& winding);
  float lookup(const Vec3f& p) const;

  Vec3i tile_at(size_t index) const {
    const auto i = static_cast<int64_t>(index);
    return {static_cast<int32_t>(i % tiles_.x), static_cast<int32_t>(i / tiles_.x % tiles_.y),
            static_cast<int32_t>(i / tiles_.x / tiles_.y)};
  }
  Vec3f lattice_point(const Vec3i& i) const { return static_cast<Vec3f>(lower_ + static_cast<Vec3d>(i) * voxel_); }

  Box3f bounds_;
  Box3f box_;  // of all tiles
  Vec3d lower_;
  double voxel_;
  float tiles_per_metre_;
  Vec3i tiles_;
  std::vector<Tile> tile_;
  std::vector<float> sample_;
  // For velocities only.
  std::optional<TriangleTree> tree_;
  Mesh mesh_;
};

MeshField::MeshField(const Mesh& mesh, float voxel) : bounds_(used_bounds(mesh)), voxel_(static_cast<double>(voxel)) {
  lay_out_tiles();
  TriangleTree tree(mesh);
  choose_cells(tree, static_cast<Vec3d>(bounds_.size()));
  const WindingLines winding(mesh, lower_, voxel_, tiles_ * kTile + Vec3i{1, 1, 1});
  parallel_for(
      tile_.size(), [&](size_t i) { fill_tile(i, tree, winding); }, 8);
  if (mesh.velocities.empty()) return;
  tree_ = std::move(tree);
  mesh_ = mesh;
}

void MeshField::lay_out_tiles() {
  const Vec3d size = static_cast<Vec3d>(bounds_.size());
  if (tile_count(size, voxel_) > static_cast<double>(kMostTiles)) {
    double enough = voxel_;
    while (tile_count(size, enough) > static_cast<double>(kMostTiles)) enough *= 1.05;
    too_large(size, voxel_, enough);
  }
  for (int axis = 0; axis < 3; ++axis) tiles_[axis] = static_cast<int32_t>(tiles_along(size[axis], voxel_));
  const Vec3d extent = static_cast<Vec3d>(tiles_) * (voxel_ * kTile);
  lower_ = static_cast<Vec3d>(bounds_.lower) - (extent - size) * 0.5;
  box_ = {static_cast<Vec3f>(lower_), static_cast<Vec3f>(lower_ + extent)};
  tiles_per_metre_ = static_cast<float>(1 / (voxel_ * kTile));
}

void MeshField::choose_cells(const TriangleTree& tree, const Vec3d& size) {
  tile_.resize(static_cast<size_t>(tiles_.x) * static_cast<size_t>(tiles_.y) * static_cast<size_t>(tiles_.z));
  const auto voxel = static_cast<float>(voxel_);
  const float half_diagonal = kTile * std::sqrt(3.0f) / 2;
  parallel_for_blocks(
      tile_.size(),
      [&](size_t begin, size_t end) {
        TriangleTree::Hit hit;
        for (size_t i = begin; i < end; ++i) {
          const Vec3i corner = tile_at(i) * kTile;
          hit = tree.closest(lattice_point(corner + Vec3i{kTile / 2, kTile / 2, kTile / 2}), hit);
          tile_[i].cells = cells_at(std::sqrt(hit.distance_squared) / voxel - half_diagonal);
        }
      },
      64);
  uint64_t samples = 0;
  for (Tile& tile : tile_) {
    tile.first = static_cast<uint32_t>(samples);
    samples += tile.samples();
  }
  // Most samples are near the surface, so their number goes with its area.
  if (samples > kMostSamples)
    too_large(size, voxel_, voxel_ * std::sqrt(1.2 * static_cast<double>(samples) / kMostSamples));
  sample_.resize(samples);
}

// From coarse to fine; in the middle of cells that are far enough from the surface, interpolation replaces the search.
void MeshField::fill_tile(size_t index, const TriangleTree& tree, const WindingLines& winding) {
  const Tile tile = tile_[index];
  const Vec3i corner = tile_at(index) * kTile;
  const int finest = kTile / tile.cells, row = tile.cells + 1;
  const auto sample = [&](const Vec3i& p) -> float& {
    return sample_[tile.first + static_cast<size_t>(p.x / finest + row * (p.y / finest + row * (p.z / finest)))];
  };
  // The mean of the samples a step away along the axes where p is between two of the next coarser lattice.
  const auto interpolate = [&](const Vec3i& p, const Vec3i& between, int step) -> std::optional<float> {
    float sum = 0, nearest = std::numeric_limits<float>::infinity();
    for (int k = 0; k < 8; ++k) {
      const float d = sample(p + between * Vec3i{k & 1 ? step : -step, k & 2 ? step : -step, k & 4 ? step : -step});
      sum += d;
      nearest = std::min(nearest, std::abs(d));
    }
    const float from_surface = nearest / static_cast<float>(voxel_) - static_cast<float>(step) * std::sqrt(3.0f);
    return from_surface < smooth_beyond(2 * step) ? std::nullopt : std::optional(sum / 8);
  };
  TriangleTree::Hit hit;
  for (int step = kTile; step >= finest; step /= 2) {
    for (int z = 0; z <= kTile; z += step) {
      for (int y = 0; y <= kTile; y += step) {
        for (int x = 0; x <= kTile; x += step) {
          const Vec3i p{x, y, z}, between{x / step & 1, y / step & 1, z / step & 1};
          if (step < kTile) {
            if (between == Vec3i{}) continue;  // a sample of the coarser lattice
            if (const std::optional<float> d = interpolate(p, between, step)) {
              sample(p) = *d;
              continue;
            }
          }
          hit = tree.closest(lattice_point(corner + p), hit);
          const float distance = std::sqrt(hit.distance_squared);
          sample(p) = winding.inside(corner + p) ? -distance : distance;
        }
      }
    }
  }
}

float MeshField::lookup(const Vec3f& p) const {
  const Vec3f q = max(box_.lower, min(p, box_.upper));
  const Vec3f in_tiles = (q - box_.lower) * tiles_per_metre_;
  const Vec3i t = min(static_cast<Vec3i>(in_tiles), tiles_ - Vec3i{1, 1, 1});
  const Tile tile = tile_[static_cast<size_t>(t.x) +
                          static_cast<size_t>(tiles_.x) *
                              (static_cast<size_t>(t.y) + static_cast<size_t>(tiles_.y) * static_cast<size_t>(t.z))];
  const int32_t last = tile.cells - 1, row = tile.cells + 1, layer = row * row;
  const Vec3f local = (in_tiles - static_cast<Vec3f>(t)) * static_cast<float>(tile.cells);
  const Vec3i c = min(static_cast<Vec3i>(local), Vec3i{last, last, last});
  const Vec3f f = local - static_cast<Vec3f>(c);
  const float* s = sample_.data() + tile.first + (c.x + row * c.y + layer * c.z);
  const auto along_x = [&](int32_t at) { return lerp(s[at], s[at + 1], f.x); };
  const float inside = lerp(lerp(along_x(0), along_x(row), f.y), lerp(along_x(layer), along_x(layer + row), f.y), f.z);
  if (p == q) return inside;
  // The angle at q between p and any point of the box is a right one or wider: a lower bound by Pythagoras.
  return std::sqrt(length_squared(p - q) + inside * inside);
}

void MeshField::distance(std::span<const Vec3f> points, std::span<float> distance) const {
  for (size_t i = 0; i < points.size(); ++i) distance[i] = lookup(points[i]);
}

void MeshField::velocity(std::span<const Vec3f> points, std::span<Vec3f> velocity) const {
  for (size_t i = 0; i < points.size(); ++i) {
    velocity[i] = {};
    if (!tree_) continue;
    const TriangleTree::Hit hit = tree_->closest(points[i]);
    if (hit.triangle < 0) continue;
    const Vec3i& t = mesh_.triangles[static_cast<size_t>(hit.triangle)];
    const auto corner = [&](int k) { return mesh_.positions[static_cast<size_t>(t[k])]; };
    const Vec3f weights = weights_of_closest(points[i], corner(0), corner(1), corner(2));
    for (int k = 0; k < 3; ++k) velocity[i] += mesh_.velocities[static_cast<size_t>(t[k])] * weights[k];
  }
}

}  // namespace

FieldPtr mesh_field(const Mesh& mesh, float voxel_size) {
  if (const std::string wrong = mesh.validate(); !wrong.empty()) throw InputError("", wrong);
  if (mesh.triangles.empty()) throw InputError("", "the mesh has no triangles");
  if (!(voxel_size > 0)) throw InputError("", fmt::format("the resolution must be above 0 m, but is {}", voxel_size));
  check_bounds_a_volume(mesh);
  return std::make_shared<MeshField>(mesh, voxel_size);
}

}  // namespace weir
