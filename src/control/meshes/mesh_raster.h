// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A control mesh as the grid sees it (section 5): for the cells in it and near it, how far their middle is from its
// surface, which share of each it fills, and which of them count as its inside.
//
//   raster.put(mesh, space);
//   for (size_t n = 1; n < raster.cells(); ++n) raster.distance()[n] ... raster.beside(n, axis, 1) ...
//
// Only these cells are numbered, from 1 on, x fastest; all others are 0, far outside. What a step takes follows their
// number, not that of the box around the mesh.

#pragma once

#include <bit>
#include <vector>

#include "control/meshes/nearest_triangles.h"
#include "grid/tiles/tiled_particles.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir::meshes {

class MeshRaster {
 public:
  MeshRaster() = default;
  // `mesh` in metres. A flat grid cuts it at z = 0.
  MeshRaster(const Mesh& mesh, const grid::GridSpace& space) { put(mesh, space); }

  void put(const Mesh& mesh, const grid::GridSpace& space);
  // m/s, of the vertices.
  void set_velocities(const std::vector<Vec3f>& velocities);

  // One more than there are numbered cells: the number 0 is that of all others.
  size_t cells() const { return distance_.size(); }
  // Coordinates in the grid of a cell with a number.
  Vec3i cell(size_t n) const { return cells_[n] + lower_; }
  // The number of a cell of the grid.
  uint32_t number(const Vec3i& c) const {
    const Vec3i in = c - lower_;
    const bool outside =
        in.x < 0 || in.y < 0 || in.z < 0 || in.x >= counts_.x || in.y >= counts_.y || in.z >= counts_.z;
    return outside ? 0 : number_[index(in.x, in.y, in.z)];
  }
  // The number of the cell next to a numbered one, by -1 or 1 along an axis.
  uint32_t beside(size_t n, int axis, int way) const {
    const Vec3i& c = cells_[n];
    return number_[index(c.x + way * (axis == 0), c.y + way * (axis == 1), c.z + way * (axis == 2))];
  }
  // A box with all numbered cells well inside: cells lower to lower + counts.
  const Vec3i& lower() const { return lower_; }
  const Vec3i& counts() const { return counts_; }
  const Mesh& mesh() const { return mesh_; }  // in cells; velocities in m/s
  bool is_flat() const { return flat_; }

  // By numbers of cells. In cells, negative inside, exact up to 0.85; from there to kBand within 0.15.
  static constexpr float kBand = 1.25f;
  const std::vector<float>& distance() const { return distance_; }
  // About the share of a cell that is inside.
  const std::vector<float>& share() const { return share_; }
  // How full a cell would be if particles filled the mesh, as scatter() finds it: with a hat of half width 1.
  const std::vector<float>& wanted() const { return wanted_; }
  // Cells under control: those whose middle is inside or so little outside that no limb falls apart, with gaps one
  // cell wide closed.
  const std::vector<uint8_t>& body() const { return body_; }

  // Of two cells, of which one at least is near the surface, the one that is nearer to it gives the triangle; on this,
  // the point closest to one between the two, in cells of the grid.
  struct Closest {
    size_t triangle;
    Vec3f weights;
    Vec3f normal;  // unit, outward
  };
  Closest closest(const Vec3f& g, size_t cell, size_t other) const;
  // The middle of the triangle closest to a cell near the surface.
  Closest middle_of_closest(size_t cell) const;
  Vec3f velocity(const Closest& at) const;  // m/s
  // The triangle closest to a point (in cells of the grid), or -1 where none is closer than kSure.
  static constexpr float kSure = 1.5f;
  int32_t triangle_at(const Vec3f& g) const;
  // Whether a point lies deep in the mesh.
  bool is_deep(const Vec3f& g) const;
  float value(const Closest& at, const std::vector<float>& of_vertices) const;

 private:
  Vec3f normal_of(size_t triangle) const;
  size_t index(int x, int y, int z) const {
    return static_cast<size_t>(x) +
           static_cast<size_t>(counts_.x) *
               (static_cast<size_t>(y) + static_cast<size_t>(counts_.y) * static_cast<size_t>(z));
  }
  struct Extent {  // cells of a row of the box in which something is
    int begin = 1 << 30, end = 0;
    void include(int x) { begin = std::min(begin, x), end = std::max(end, x + 1); }
  };

  // The closest point of the mesh to a cell: its squared distance as bits, which order as the numbers do, and below
  // them which one. So the closer of two is the smaller.
  using Nearest = uint64_t;
  static Nearest nearest_of(float squared, int32_t point) {
    return uint64_t{std::bit_cast<uint32_t>(squared)} << 32 | static_cast<uint32_t>(point);
  }
  static float squared_of(Nearest nearest) { return std::bit_cast<float>(static_cast<uint32_t>(nearest >> 32)); }

  void lay_out_box(const Mesh& mesh, const grid::GridSpace& space);
  void find_points();
  void find_inside();
  void number_cells();
  void find_distances();
  void find_shares();
  void find_body();

  bool flat_ = false;
  Mesh mesh_;  // in cells; velocities in m/s
  Vec3i lower_, counts_;
  NearestTriangles nearest_;
  std::vector<Extent> rows_;
  // Of the box; cleared by rows_.
  std::vector<Nearest> nearest_point_;
  std::vector<uint32_t> number_;  // of a cell
  std::vector<uint8_t> is_in_;    // 1 inside
  // By numbers.
  std::vector<Vec3i> cells_;
  std::vector<float> distance_, share_, wanted_;
  std::vector<uint8_t> body_, closed_, inside_;
  std::vector<int32_t> triangle_;  // closest to the middles of cells near the surface; -1 elsewhere
};

}  // namespace weir::meshes
