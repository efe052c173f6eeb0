// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The bounds of the shape are cut into cells, and a cell counts by how much of it is inside: of a face that passes at
// distance d from the middle of a cell of width h, 1/2 - d / h. Cells are looked at in blocks of 8 an axis; a block
// that is farther from the surface than its corners are from its middle is inside or outside as a whole, so the cost
// follows the surface.

#include "geometry/sampling/measure_shape.h"

#include <numeric>
#include <vector>

#include "geometry/sampling/sampling_limits.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

constexpr int kSide = 8;               // cells along a block's side
constexpr double kManySpacings = 1e5;  // cubes of a spacing in the bounds, from which on cells are coarser
constexpr size_t kSlab = 1 << 12;      // blocks that are worked at together
constexpr double kRounding = 1e-3;     // spacings that are not told apart
constexpr double kFaceArea = 0.7;      // of the mean cross-section, from which on an end is a face
constexpr double kFull = 0.999;        // of its box, from which on a shape is a box

// Volume in the layers of a block, along each axis.
using BlockLayers = std::array<std::array<float, kSide>, 3>;

class ShapeCells {
 public:
  ShapeCells(const Field& field, const Box3d& box, double spacing, int dimensions)
      : field_(field), lower_(box.lower), dimensions_(dimensions) {
    const Vec3d size = box.size();
    double cubes = 1;
    for (int axis = 0; axis < dimensions; ++axis) cubes *= std::max(1.0, size[axis] / spacing);
    const double width = spacing * (cubes > kManySpacings ? 0.5 : 0.25);
    narrowest_ = width;
    for (int axis = 0; axis < dimensions; ++axis) {
      cells_[axis] = std::max(1, static_cast<int32_t>(std::ceil(size[axis] / width - kRounding)));
      cell_[axis] = size[axis] / cells_[axis];
      blocks_[axis] = (cells_[axis] - 1) / kSide + 1;
      narrowest_ = std::min(narrowest_, cell_[axis]);
    }
  }

  size_t blocks() const {
    return static_cast<size_t>(blocks_.x) * static_cast<size_t>(blocks_.y) * static_cast<size_t>(blocks_.z);
  }
  int32_t cells(int axis) const { return cells_[axis]; }
  double width(int axis) const { return cell_[axis]; }
  double cell_volume() const { return cell_.x * cell_.y * cell_.z; }

  Vec3i first_cell(size_t block) const {
    const auto x = static_cast<size_t>(blocks_.x), y = static_cast<size_t>(blocks_.y);
    return Vec3i{static_cast<int32_t>(block % x), static_cast<int32_t>(block / x % y),
                 static_cast<int32_t>(block / (x * y))} *
           kSide;
  }

  // In cells.
  BlockLayers layers(size_t block) const {
    const Vec3i first = first_cell(block);
    Vec3i count{1, 1, 1};
    for (int axis = 0; axis < dimensions_; ++axis) count[axis] = std::min(kSide, cells_[axis] - first[axis]);
    const Side side = side_of(first, count);
    BlockLayers result{};
    if (side == Side::outside) return result;
    if (side == Side::inside) {
      const double cells = static_cast<double>(count.x) * count.y * count.z;
      for (int axis = 0; axis < dimensions_; ++axis) {
        std::fill_n(result[static_cast<size_t>(axis)].begin(), count[axis], static_cast<float>(cells / count[axis]));
      }
      return result;
    }
    for (int32_t k = 0; k < count.z; ++k) add_layer(first, count, k, result);
    return result;
  }

 private:
  Vec3f at(const Vec3d& cells) const {
    Vec3d p = lower_ + cells * cell_;
    if (dimensions_ == 2) p.z = 0;
    return static_cast<Vec3f>(p);
  }
  float share(float distance) const { return std::clamp(0.5f - distance / static_cast<float>(narrowest_), 0.0f, 1.0f); }

  enum class Side { inside, outside, both };
  Side side_of(const Vec3i& first, const Vec3i& count) const {
    Vec3d half{};
    for (int axis = 0; axis < dimensions_; ++axis) half[axis] = 0.5 * count[axis];
    const auto corner = static_cast<float>(length(half * cell_) + narrowest_);
    const float distance = distance_at(field_, at(static_cast<Vec3d>(first) + half));
    return std::abs(distance) < corner ? Side::both : distance < 0 ? Side::inside : Side::outside;
  }

  void add_layer(const Vec3i& first, const Vec3i& count, int32_t k, BlockLayers& sum) const {
    std::array<Vec3f, kSide * kSide> point;
    std::array<float, kSide * kSide> distance;
    size_t n = 0;
    for (int32_t j = 0; j < count.y; ++j) {
      for (int32_t i = 0; i < count.x; ++i) {
        point[n++] = at(static_cast<Vec3d>(first + Vec3i{i, j, k}) + Vec3d{0.5, 0.5, 0.5});
      }
    }
    field_.distance(std::span(point).first(n), std::span(distance).first(n));
    const auto width = static_cast<size_t>(count.x);
    for (size_t i = 0; i < n; ++i) {
      const float inside = share(distance[i]);
      sum[0][i % width] += inside;
      sum[1][i / width] += inside;
      if (dimensions_ == 3) sum[2][static_cast<size_t>(k)] += inside;
    }
  }

  const Field& field_;
  const Vec3d lower_;
  const int dimensions_;
  Vec3d cell_{1, 1, 1};
  double narrowest_;
  Vec3i cells_{1, 1, 1}, blocks_{1, 1, 1};
};

// Volume (in cells) in the layers of the whole shape, along each axis.
class ShapeLayers {
 public:
  // So that a part of the blocks stands for them all, they are looked at in strides of the golden ratio, whose
  // multiples fill a circle evenly from the start (Weyl 1916).
  ShapeLayers(const ShapeCells& cells, int dimensions, double enough) : cells_(cells), dimensions_(dimensions) {
    for (int axis = 0; axis < dimensions; ++axis) {
      layers_[static_cast<size_t>(axis)].resize(static_cast<size_t>(cells.cells(axis)));
    }
    const size_t all = cells.blocks();
    size_t stride = static_cast<size_t>(0.6180339887 * static_cast<double>(all)) + 1;
    while (std::gcd(stride, all) != 1) ++stride;
    std::vector<BlockLayers> slab(std::min(kSlab, all));
    size_t done = 0;
    while (done < all && volume_ <= enough) {
      const size_t count = std::min(kSlab, all - done);
      const auto block = [&](size_t i) { return (done + i) * stride % all; };
      parallel_for(
          count, [&](size_t i) { slab[i] = cells.layers(block(i)); }, 16);
      for (size_t i = 0; i < count; ++i) add(cells.first_cell(block(i)), slab[i]);
      volume_ = std::accumulate(layers_[0].begin(), layers_[0].end(), 0.0) * cells.cell_volume();
      done += count;
    }
    whole_ = done == all;
    volume_ *= static_cast<double>(all) / static_cast<double>(done);
  }

  double volume() const { return volume_; }
  bool whole() const { return whole_; }
  const std::vector<double>& along(int axis) const { return layers_[static_cast<size_t>(axis)]; }

 private:
  void add(const Vec3i& first, const BlockLayers& block) {
    for (int axis = 0; axis < dimensions_; ++axis) {
      std::vector<double>& sum = layers_[static_cast<size_t>(axis)];
      for (int32_t k = 0; k < std::min(kSide, cells_.cells(axis) - first[axis]); ++k) {
        sum[static_cast<size_t>(first[axis] + k)] +=
            static_cast<double>(block[static_cast<size_t>(axis)][static_cast<size_t>(k)]);
      }
    }
  }

  const ShapeCells& cells_;
  const int dimensions_;
  std::array<std::vector<double>, 3> layers_;
  double volume_ = 0;
  bool whole_ = false;
};

// Where the inside begins and ends along an axis, from the volumes of its layers, and whether with faces.
struct Ends {
  double lower, upper;  // layers
  bool flat;
};
Ends find_ends(const std::vector<double>& layer) {
  const double all = std::accumulate(layer.begin(), layer.end(), 0.0);
  const double least = 1e-6 * all;
  size_t first = 0, last = layer.size() - 1;
  while (first < last && layer[first] <= least) ++first;
  while (last > first && layer[last] <= least) --last;
  Ends ends{static_cast<double>(first), static_cast<double>(last + 1), true};
  if (last - first < 2) return ends;
  // A face that cuts a layer leaves the share of it that the next, whole one tells.
  const auto cut = [&](size_t end, size_t next) { return 1 - std::min(1.0, layer[end] / layer[next]); };
  ends.lower += cut(first, first + 1);
  ends.upper -= cut(last, last - 1);
  const double face = kFaceArea * all / (ends.upper - ends.lower);
  ends.flat = layer[first + 1] > face && layer[last - 1] > face;
  return ends;
}

}  // namespace

bool ShapeMeasure::is_box(int dimensions) const {
  double of_box = 1;
  bool flat_ends = true;
  for (int axis = 0; axis < dimensions; ++axis) {
    of_box *= box.size()[axis];
    flat_ends = flat_ends && flat[static_cast<size_t>(axis)];
  }
  return whole && flat_ends && volume > kFull * of_box;
}

ShapeMeasure measure_shape(const Field& field, float spacing, int dimensions, double enough) {
  ShapeMeasure result;
  const Box3d bounds = sampling_bounds(field, dimensions);
  result.box = bounds;
  if (bounds.empty()) return result;
  double candidates = 1;
  for (int axis = 0; axis < dimensions; ++axis) {
    candidates *= std::max(1.0, bounds.size()[axis] / static_cast<double>(spacing));
  }
  check_candidates(candidates, bounds.size(), spacing);
  const ShapeCells cells(field, bounds, static_cast<double>(spacing), dimensions);
  const ShapeLayers layers(cells, dimensions, enough);
  result.volume = layers.volume();
  result.whole = layers.whole();
  if (!result.whole || result.volume <= 0) return result;

  const auto near = [&](double a, double b) { return std::abs(a - b) < kRounding * static_cast<double>(spacing); };
  for (int axis = 0; axis < dimensions; ++axis) {
    const Ends ends = find_ends(layers.along(axis));
    const double lower = bounds.lower[axis] + ends.lower * cells.width(axis);
    const double upper = bounds.lower[axis] + ends.upper * cells.width(axis);
    if (!near(lower, bounds.lower[axis])) result.box.lower[axis] = lower;
    if (!near(upper, bounds.upper[axis])) result.box.upper[axis] = upper;
    result.flat[static_cast<size_t>(axis)] = ends.flat;
  }
  return result;
}

}  // namespace weir
