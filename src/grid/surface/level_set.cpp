// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/surface/level_set.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "grid/tiles/corners.h"
#include "grid/tiles/cubic_rows.h"
#include "grid/tiles/mac_rows.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// With a block of velocities that reaches so many cells around a tile.
template <int reach>
void advect_within(const Tiles& tiles, const MacField& velocity, float step, std::vector<float>& field, float far) {
  struct Blocks {
    MacBlock<reach> velocity;
    Block<reach + 2> field;
  };
  const bool flat = tiles.depth() == 1;
  std::vector<float> result = field;
  parallel_for_blocks(
      tiles.size(),
      [&](size_t begin, size_t end) {
        const auto blocks = std::make_unique_for_overwrite<Blocks>();
        for (size_t t = begin; t < end; ++t) {
          const float* own = field.data() + t * tiles.cells_per_tile();
          const auto is_far = [&](int row) { return simd::all(simd::abs(simd::load(own + kTileSize * row)) >= far); };
          bool loaded = false;
          for (int row = 0; row < tiles.rows(); ++row) {
            if (is_far(row)) continue;
            if (!loaded) blocks->velocity.load(tiles, t, velocity), blocks->field.load(tiles, t, field);
            loaded = true;
            const Rows middle = row_of_cells(row % kTileSize, row / kTileSize, {0.5f, 0.5f, 0.5f});
            const Rows from = departure<false>(blocks->velocity, middle, step) - Vec3f{0.5f, 0.5f, 0.5f};
            simd::store(sample_limited_cubic(blocks->field, flat, from),
                        result.data() + t * tiles.cells_per_tile() + kTileSize * static_cast<size_t>(row));
          }
        }
      },
      2);
  field.swap(result);
}

}  // namespace

void advect_surface(const Tiles& tiles, const MacField& velocity, float step, std::vector<float>& field, float far) {
  const float fastest = largest_component(tiles, velocity);
  far = std::max(far, fastest * step + 1);
  // A velocity half a cell beside where it is looked up must be in the block too.
  if (fastest * step < 0.5f) {
    advect_within<1>(tiles, velocity, step, field, far);
  } else {
    advect_within<kFarthestCarried>(tiles, velocity, step, field, far);
  }
}

// The share is a spline in the distance (the shadow of a cube on the normal): for a plane n.x = d it is the sum over
// the corners of +- (d + n.corner)^3 / (6 nx ny nz), of those below the plane.
float share_below(float distance, Vec3f normal, bool flat) {
  constexpr double kLeast = 2e-3;  // a plane along an axis: turned by this little the formula still holds
  normal = normalized(normal);
  const double a = std::max(kLeast, std::abs(double{normal.x})), b = std::max(kLeast, std::abs(double{normal.y})),
               c = std::max(kLeast, std::abs(double{normal.z}));
  const double half = 0.5 * (a + b + (flat ? 0 : c));
  const double d = -static_cast<double>(distance);
  if (d >= half) return 1;
  if (d <= -half) return 0;
  double sum = 0;
  for (int corner = 0; corner < (flat ? 4 : 8); ++corner) {
    const int ups = (corner & 1) + (corner >> 1 & 1) + (corner >> 2);
    const double at = std::max(0.0, d + half - (corner & 1 ? a : 0) - (corner & 2 ? b : 0) - (corner & 4 ? c : 0));
    sum += (ups % 2 ? -1 : 1) * (flat ? at * at : at * at * at);
  }
  return static_cast<float>(std::clamp(sum / (flat ? 2 * a * b : 6 * a * b * c), 0.0, 1.0));
}

double inside_volume(const Tiles& tiles, std::span<const float> distance) {
  const bool flat = tiles.depth() == 1;
  return parallel_reduce(
      tiles.size(), 0.0,
      [&](size_t begin, size_t end) {
        double sum = 0;
        Block<1> block;
        for (size_t t = begin; t < end; ++t) {
          block.load(tiles, t, distance);
          visit_cells(tiles, t, [&](int x, int y, int z, size_t) {
            const float d = block.at(x, y, z);
            if (std::abs(d) > 1) {
              sum += d < 0 ? 1 : 0;
              return;
            }
            const Vec3f slope =
                Vec3f{block.at(x + 1, y, z) - block.at(x - 1, y, z), block.at(x, y + 1, z) - block.at(x, y - 1, z),
                      flat ? 0.0f : block.at(x, y, z + 1) - block.at(x, y, z - 1)};
            sum += static_cast<double>(share_below(d, slope, flat));
          });
        }
        return sum;
      },
      [](double a, double b) { return a + b; }, 8);
}

float sample_at(const Tiles& tiles, std::span<const float> field, const Vec3f& point) {
  const bool flat = tiles.depth() == 1;
  const Vec3f p{point.x - 0.5f, point.y - 0.5f, flat ? 0.0f : point.z - 0.5f};
  const Vec3i base{static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y)),
                   static_cast<int>(std::floor(p.z))};
  const Vec3f part = p - static_cast<Vec3f>(base);
  float sum = 0;
  visit_corners(part, flat, [&](const Vec3i& step, float weight) { sum += weight * field[tiles.cell(base + step)]; });
  return sum;
}

}  // namespace weir::grid
