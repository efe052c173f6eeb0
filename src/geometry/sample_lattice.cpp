// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/parallel.h"
#include "geometry/sampling.h"
#include "geometry/sampling_limits.h"

namespace weir {

namespace {

// Both lattices are stacks of rows (2D) or layers (3D) of points `pitch` apart. In a staggered one every second row or
// layer is moved by half a pitch along the axes inside it.
struct LatticeGrid {
  Vec3d pitch;
  Vec3d first;  // position of point (0, 0, 0)
  Vec3i count;
  Vec3d stagger;
  int stack_axis;

  Vec3f position(int64_t i, int64_t j, int64_t k) const {
    const bool odd = (stack_axis == 1 ? j : k) & 1;
    const Vec3d index{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
    return static_cast<Vec3f>(first + index * pitch + (odd ? stagger : Vec3d{}));
  }
  size_t rows() const { return static_cast<size_t>(count.y) * static_cast<size_t>(count.z); }
};

LatticeGrid grid_for(const Box3d& box, float float_spacing, Lattice lattice, int dimensions) {
  const auto spacing = static_cast<double>(float_spacing);
  LatticeGrid grid{{spacing, spacing, spacing}, {}, {1, 1, 1}, {}, dimensions - 1};
  const bool staggered = lattice == Lattice::body_centred;
  if (staggered && dimensions == 2) grid.pitch.y = spacing * std::sqrt(0.75);
  if (staggered && dimensions == 3) {
    const double cell = spacing * 2 / std::sqrt(3.0);  // half the diagonal of the cell is the spacing
    grid.pitch = {cell, cell, cell / 2};
  }
  const Vec3d size = box.size();
  Vec3d count{1, 1, 1};
  for (int axis = 0; axis < dimensions; ++axis) {
    // A thousandth of a cell is rounding, not room for another point.
    count[axis] = std::max(1.0, std::ceil(size[axis] / grid.pitch[axis] - 1e-3));
    const bool fits = std::abs(size[axis] - count[axis] * grid.pitch[axis]) < 1e-3 * grid.pitch[axis];
    const double start = fits ? box.lower[axis] : box.centre()[axis] - count[axis] * grid.pitch[axis] / 2;
    const bool shifted = staggered && axis != grid.stack_axis;
    grid.first[axis] = start + grid.pitch[axis] * (shifted ? 0.25 : 0.5);
    if (shifted) grid.stagger[axis] = grid.pitch[axis] / 2;
  }
  check_candidates(count.x * count.y * count.z, size, float_spacing);
  grid.count = static_cast<Vec3i>(count);
  return grid;
}

// The points of one row that are inside, a chunk at a time.
void sample_row(const Field& field, const LatticeGrid& grid, size_t row, std::vector<Vec3f>& inside) {
  constexpr int kChunk = 256;
  std::array<Vec3f, kChunk> point;
  std::array<float, kChunk> distance;
  const auto j = static_cast<int64_t>(row) % grid.count.y, k = static_cast<int64_t>(row) / grid.count.y;
  for (int32_t begin = 0; begin < grid.count.x; begin += kChunk) {
    const int32_t count = std::min(kChunk, grid.count.x - begin);
    const auto n = static_cast<size_t>(count);
    for (int32_t i = 0; i < count; ++i) point[static_cast<size_t>(i)] = grid.position(begin + i, j, k);
    field.distance({point.data(), n}, {distance.data(), n});
    for (size_t i = 0; i < n; ++i) {
      if (distance[i] < 0) inside.push_back(point[i]);
    }
  }
}

}  // namespace

std::vector<Vec3f> sample_lattice(const Field& field, float spacing, Lattice lattice, int dimensions) {
  check_spacing(spacing);
  const Box3d box = sampling_bounds(field, dimensions);
  if (box.empty()) return {};
  const LatticeGrid grid = grid_for(box, spacing, lattice, dimensions);

  // Slabs of rows, one after the other, so that the memory beyond the result stays small.
  constexpr size_t kRowsOfSlab = 1 << 14, kRowsOfBlock = 16;
  std::vector<Vec3f> points;
  std::vector<std::vector<Vec3f>> part;
  for (size_t slab = 0; slab < grid.rows(); slab += kRowsOfSlab) {
    const size_t rows = std::min(kRowsOfSlab, grid.rows() - slab);
    part.assign((rows + kRowsOfBlock - 1) / kRowsOfBlock, {});
    parallel_for_blocks(
        rows,
        [&](size_t begin, size_t end) {
          for (size_t row = begin; row < end; ++row) sample_row(field, grid, slab + row, part[begin / kRowsOfBlock]);
        },
        kRowsOfBlock);
    for (const std::vector<Vec3f>& p : part) points.insert(points.end(), p.begin(), p.end());
  }
  return points;
}

}  // namespace weir
