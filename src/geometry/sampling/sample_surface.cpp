// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Blue noise on a surface: many random points, uniform by area, each taken unless one taken before is too close. Darts
// in order are exact and short to write; the surface has few enough samples that one thread suffices for this part.

#include <array>

#include "base/random.h"
#include "geometry/sampling/sampling_limits.h"
#include "geometry/sampling/torus_cells.h"
#include "weir/base/parallel.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir {

namespace {

constexpr double kClosest = 0.8;  // of the spacing; a maximal set with this distance has about 1.1 points a spacing^2
constexpr double kDartsPerPoint = 40;  // leaves hardly a hole that is wider than 1.1 spacing
constexpr uint32_t kStream = 0x73757266;

// The sum of the triangles' areas before each, to draw triangles by area.
std::vector<double> summed_areas(const Mesh& mesh) {
  std::vector<double> sum(mesh.triangles.size() + 1);
  parallel_for(mesh.triangles.size(), [&](size_t i) {
    const Vec3i& t = mesh.triangles[i];
    const auto at = [&](int32_t v) { return static_cast<Vec3d>(mesh.positions[static_cast<size_t>(v)]); };
    sum[i + 1] = length(cross(at(t.y) - at(t.x), at(t.z) - at(t.x))) / 2;
  });
  for (size_t i = 1; i < sum.size(); ++i) sum[i] += sum[i - 1];
  return sum;
}

Vec3f point_on(const Mesh& mesh, const std::vector<double>& sum, const std::array<uint32_t, 4>& bits) {
  const double area = (static_cast<double>(bits[0]) + 0.5) * 0x1p-32 * sum.back();
  const auto found = std::upper_bound(sum.begin(), sum.end(), area) - sum.begin() - 1;
  const Vec3i& t = mesh.triangles[std::min(static_cast<size_t>(found), mesh.triangles.size() - 1)];
  double u = static_cast<double>(bits[1]) * 0x1p-32, v = static_cast<double>(bits[2]) * 0x1p-32;
  if (u + v > 1) u = 1 - u, v = 1 - v;  // folds the far half of the parallelogram back
  const auto at = [&](int32_t vertex) { return static_cast<Vec3d>(mesh.positions[static_cast<size_t>(vertex)]); };
  return static_cast<Vec3f>(at(t.x) * (1 - u - v) + at(t.y) * u + at(t.z) * v);
}

// The points taken so far, in cells as wide as the distance they must keep.
class TakenPoints {
 public:
  TakenPoints(const Box3f& box, double closest, size_t expected)
      : cells_(box, static_cast<float>(closest), expected),
        closest_squared_(closest * closest),
        first_(cells_.slots(), kNone) {}

  bool is_free(const Vec3f& p) const {
    const TorusCells::Cell centre = cells_.cell_of(p);
    if (!cell_is_free(centre, p)) return false;  // where the point that is too close is most often found
    for (int64_t z = centre.z - 1; z <= centre.z + 1; ++z) {
      for (int64_t y = centre.y - 1; y <= centre.y + 1; ++y) {
        for (int64_t x = centre.x - 1; x <= centre.x + 1; ++x) {
          if (!cell_is_free({x, y, z}, p)) return false;
        }
      }
    }
    return true;
  }
  void take(const Vec3f& p) {
    uint32_t& first = first_[cells_.slot_of(cells_.cell_of(p))];
    next_.push_back(first);
    first = static_cast<uint32_t>(points_.size());
    points_.push_back(p);
  }
  std::vector<Vec3f> release() { return std::move(points_); }

 private:
  static constexpr uint32_t kNone = 0xffffffff;

  bool cell_is_free(const TorusCells::Cell& cell, const Vec3f& p) const {
    for (uint32_t i = first_[cells_.slot_of(cell)]; i != kNone; i = next_[i]) {
      if (length_squared(static_cast<Vec3d>(points_[i]) - static_cast<Vec3d>(p)) < closest_squared_) return false;
    }
    return true;
  }

  TorusCells cells_;
  double closest_squared_;
  std::vector<uint32_t> first_, next_;  // lists of the points of a slot of the cells
  std::vector<Vec3f> points_;
};

}  // namespace

std::vector<Vec3f> sample_surface(const Mesh& mesh, float spacing, uint64_t seed) {
  check_spacing(spacing);
  const std::vector<double> sum = summed_areas(mesh);
  if (!(sum.back() > 0)) return {};
  const Box3f box = bounds(mesh);
  const double expected = sum.back() / (static_cast<double>(spacing) * static_cast<double>(spacing));
  check_candidates(expected * kDartsPerPoint, static_cast<Vec3d>(box.size()), spacing);

  const Random random(seed, kStream);
  const auto darts = static_cast<size_t>(std::ceil(expected * kDartsPerPoint)) + 64;  // some even on a speck
  TakenPoints taken(box, kClosest * static_cast<double>(spacing), static_cast<size_t>(expected) + 1);
  // All threads sort out the darts of a batch that earlier batches rule out; the few that are left take their turn.
  constexpr size_t kBatch = 1 << 16;
  std::vector<Vec3f> dart(kBatch);
  std::vector<uint8_t> is_free(kBatch);
  for (size_t begin = 0; begin < darts; begin += kBatch) {
    const size_t count = std::min(kBatch, darts - begin);
    parallel_for(count, [&](size_t i) {
      dart[i] = point_on(mesh, sum, random.bits(begin + i));
      is_free[i] = taken.is_free(dart[i]);
    });
    for (size_t i = 0; i < count; ++i) {
      if (is_free[i] && taken.is_free(dart[i])) taken.take(dart[i]);
    }
  }
  return taken.release();
}

}  // namespace weir
