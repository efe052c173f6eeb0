// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <array>
#include <functional>
#include <numeric>

#include "geometry/sampling/lattice_grid.h"
#include "geometry/sampling/sampling_limits.h"
#include "weir/base/parallel.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir {

namespace {

LatticeGrid grid_for(const Box3d& box, float float_spacing, Lattice lattice, int dimensions) {
  const auto spacing = static_cast<double>(float_spacing);
  LatticeGrid grid{lattice_pitch(spacing, lattice, dimensions), {}, {1, 1, 1}, {}, dimensions - 1};
  const Vec3d size = box.size();
  Vec3d count{1, 1, 1};
  // A thousandth of a cell is rounding, not room for another point.
  for (int axis = 0; axis < dimensions; ++axis) {
    count[axis] = std::max(1.0, std::ceil(size[axis] / grid.pitch[axis] - 1e-3));
  }
  check_candidates(count.x * count.y * count.z, size, float_spacing);
  for (int axis = 0; axis < dimensions; ++axis) {
    const bool fits = std::abs(size[axis] - count[axis] * grid.pitch[axis]) < 1e-3 * grid.pitch[axis];
    const double start = fits ? box.lower[axis] : box.centre()[axis] - count[axis] * grid.pitch[axis] / 2;
    grid.lay(axis, start, count[axis], lattice);
  }
  return grid;
}

// Rows are looked at in pieces of at most this many points.
constexpr int32_t kPiece = 256;

// Pieces in the order of the result.
class Pieces {
 public:
  Pieces(const Field& field, const LatticeGrid& grid)
      : field_(field), grid_(grid), per_row_(static_cast<size_t>((grid.count.x - 1) / kPiece + 1)) {}

  size_t count() const { return per_row_ * grid_.rows(); }

  // visit(point) for the points of a piece that are inside.
  template <class Visit>
  void inside(size_t piece, Visit&& visit) const {
    std::array<Vec3f, kPiece> point;
    std::array<float, kPiece> distance;
    const auto row = static_cast<int64_t>(piece / per_row_);
    const auto j = row % grid_.count.y, k = row / grid_.count.y;
    const int32_t first = static_cast<int32_t>(piece % per_row_) * kPiece;
    const auto n = static_cast<size_t>(std::min(kPiece, grid_.count.x - first));
    for (size_t i = 0; i < n; ++i) point[i] = grid_.position(first + static_cast<int64_t>(i), j, k);
    field_.distance({point.data(), n}, {distance.data(), n});
    for (size_t i = 0; i < n; ++i) {
      if (distance[i] < 0) visit(point[i]);
    }
  }

 private:
  const Field& field_;
  const LatticeGrid& grid_;
  size_t per_row_;
};

constexpr size_t kSlab = 1 << 14, kBlock = 16;  // pieces that are worked at together, and by one thread at a time

// Points inside; once that is above `most`, an estimate. So that a part of the pieces stands for them all, they are
// counted in strides of the golden ratio, whose multiples fill a circle evenly from the start (Weyl 1916).
size_t count_inside(const Pieces& pieces, size_t most) {
  const size_t all = pieces.count();
  size_t stride = static_cast<size_t>(0.6180339887 * static_cast<double>(all)) + 1;
  while (std::gcd(stride, all) != 1) ++stride;  // so that every piece has its turn
  size_t inside = 0;
  for (size_t slab = 0; slab < all; slab += kSlab) {
    const size_t end = std::min(slab + kSlab, all);
    inside += parallel_reduce(
        end - slab, size_t{0},
        [&](size_t block_begin, size_t block_end) {
          size_t sum = 0;
          for (size_t i = block_begin; i < block_end; ++i) {
            pieces.inside((slab + i) * stride % all, [&](const Vec3f&) { ++sum; });
          }
          return sum;
        },
        std::plus<>(), kBlock);
    if (inside > most) return inside * all / end;
  }
  return inside;
}

}  // namespace

TooManyPoints::TooManyPoints(size_t about_points, float spacing, size_t most)
    : InputError("", fmt::format("would need about {} particles at a spacing of {:.3g} m, more than the {} allowed",
                                 about_points, spacing, most)),
      about(about_points) {}

std::vector<Vec3f> sample_lattice(const Field& field, float spacing, Lattice lattice, int dimensions, size_t most) {
  check_spacing(spacing);
  const Box3d box = sampling_bounds(field, dimensions);
  if (box.empty()) return {};
  const LatticeGrid grid = grid_for(box, spacing, lattice, dimensions);
  const Pieces pieces(field, grid);
  const size_t count = count_inside(pieces, most);
  if (count > most) throw TooManyPoints(count, spacing, most);

  // One slab after the other, so that the memory beyond the result stays small.
  std::vector<Vec3f> points;
  points.reserve(count);
  std::vector<std::vector<Vec3f>> part(kSlab / kBlock);
  for (size_t slab = 0; slab < pieces.count(); slab += kSlab) {
    parallel_for_blocks(
        std::min(kSlab, pieces.count() - slab),
        [&](size_t begin, size_t end) {
          std::vector<Vec3f>& mine = part[begin / kBlock];
          for (size_t i = begin; i < end; ++i) pieces.inside(slab + i, [&](const Vec3f& p) { mine.push_back(p); });
        },
        kBlock);
    for (std::vector<Vec3f>& p : part) {
      points.insert(points.end(), p.begin(), p.end());
      p.clear();
    }
  }
  return points;
}

}  // namespace weir
