// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A control mesh as the grid sees it (section 5): in a box of cells around it, how far the middle of each cell is from
// its surface, which share of each cell it fills, and which cells count as its inside. Half cells are looked at one by
// one: the paper's supersampling of section 5.2.

#pragma once

#include <optional>
#include <vector>

#include "geometry/mesh.h"
#include "geometry/triangle_tree.h"
#include "grid/tiled_particles.h"

namespace weir {

class MeshRaster {
 public:
  MeshRaster() = default;
  // `mesh` in metres. A flat grid cuts it at z = 0.
  MeshRaster(const Mesh& mesh, const GridSpace& space) { put(mesh, space); }

  // The same for another mesh. One with the same triangles only moves the tree of boxes, unless `afresh`: the tree of a
  // mesh that has moved far is slow.
  void put(const Mesh& mesh, const GridSpace& space, bool afresh = true);
  // m/s, of the vertices.
  void set_velocities(const std::vector<Vec3f>& velocities);

  // The box: cells lower to lower + counts.
  const Vec3i& lower() const { return lower_; }
  const Vec3i& counts() const { return counts_; }
  size_t size() const { return distance_.size(); }
  size_t index(int x, int y, int z) const {
    return static_cast<size_t>(x) +
           static_cast<size_t>(counts_.x) *
               (static_cast<size_t>(y) + static_cast<size_t>(counts_.y) * static_cast<size_t>(z));
  }
  Vec3i place(size_t i) const {
    const auto nx = static_cast<size_t>(counts_.x), ny = static_cast<size_t>(counts_.y);
    return {static_cast<int>(i % nx), static_cast<int>(i / nx % ny), static_cast<int>(i / nx / ny)};
  }
  size_t step(int axis) const { return index(axis == 0, axis == 1, axis == 2); }

  // Of cells: negative inside, exact up to kBand.
  static constexpr float kBand = 1.25f;
  const std::vector<float>& distance() const { return distance_; }
  // Share of a cell that is inside.
  const std::vector<float>& share() const { return share_; }
  // How full a cell would be if particles filled the mesh, as scatter() finds it: with a hat of half width 1.
  const std::vector<float>& wanted() const { return wanted_; }
  // Cells under control: those whose middle is inside or so little outside that no limb falls apart, with gaps one
  // cell wide closed.
  const std::vector<uint8_t>& body() const { return body_; }
  // Those that are inside or closer than kBand, in ascending order: all others are far outside.
  const std::vector<uint32_t>& cells() const { return cells_; }
  // Half cells, two (2D: in z one) a cell along each axis, x fastest: 1 inside.
  const std::vector<uint8_t>& halves() const { return halves_; }

  // Of two cells, of which one at least is near the surface, the one that is nearer to it gives the triangle; on this,
  // the point closest to one between the two, in cells of the grid.
  struct Closest {
    size_t triangle;
    Vec3f weights;
    Vec3f normal;  // unit, outward
  };
  Closest closest(const Vec3f& g, size_t cell, size_t other) const;
  Vec3f velocity(const Closest& at) const;  // m/s
  float value(const Closest& at, const std::vector<float>& of_vertices) const;

 private:
  void place_box(const Mesh& mesh, const GridSpace& space);
  void find_inside();
  void find_distances();
  void find_shares();
  void find_body();

  bool flat_ = false;
  Mesh mesh_;  // in cells; velocities in m/s
  Vec3i lower_, counts_;
  std::vector<float> distance_, share_, wanted_;
  std::vector<uint8_t> body_, closed_, inside_, halves_;
  std::vector<uint32_t> cells_;
  std::vector<int32_t> triangle_;  // closest to the middles of cells near the surface; -1 elsewhere
  std::optional<TriangleTree> tree_;
};

}  // namespace weir
