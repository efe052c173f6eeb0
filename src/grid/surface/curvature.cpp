// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/surface/curvature.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "grid/surface/redistance.h"
#include "grid/tiles/block.h"
#include "grid/tiles/extrapolate.h"
#include "grid/tiles/row.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr int kContinued = 5;        // layers of cells, as many as there are around particles
constexpr float kBand = 4;           // cells to either side in which distances are found
constexpr float kLeastSlope = 0.5f;  // of a distance: flatter, and it is none
constexpr float kMostCurved = 1;     // 1 / cells, for each of the two ways: the grid shows no smaller drop
constexpr size_t kTilesAtOnce = 4;

// Tiles that the surface passes, and those around them.
std::vector<uint32_t> tiles_near_surface(const Tiles& tiles, std::span<const float> full) {
  std::vector<uint8_t> passes(tiles.size() + 1, 0);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        Block<1> around;
        around.load_once(tiles, t, full);
        float least = 1, most = 0;
        for (int z = tiles.depth() == 1 ? 0 : -1; z < (tiles.depth() == 1 ? 1 : kTileSize + 1); ++z) {
          for (int y = -1; y < kTileSize + 1; ++y) {
            const auto [low, high] = std::minmax_element(&around.at(-1, y, z), &around.at(kTileSize, y, z) + 1);
            least = std::min(least, *low), most = std::max(most, *high);
          }
        }
        passes[t] = least < 0.5f && most > 0.5f;
      },
      kTilesAtOnce);
  std::vector<uint32_t> result;
  for (size_t t = 0; t < tiles.size(); ++t) {
    bool any = false;
    for (int n = 0; n < 27; ++n) any = any || passes[tiles.neighbour(t, n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1)];
    if (any) result.push_back(static_cast<uint32_t>(t));
  }
  return result;
}

Row spread(const Row& below, const Row& own, const Row& above) { return 0.25f * (below + above) + 0.5f * own; }

// G in a tile.
void smooth_tile(const Tiles& tiles, size_t tile, std::span<const float> from, float* to) {
  constexpr int kSide = kTileSize + 2;
  const bool flat = tiles.depth() == 1;
  Block<1> block;
  block.load_once(tiles, tile, from);
  alignas(64) float along_x[kSide * kSide][kTileSize];
  const auto row_at = [&](int y, int z) { return along_x[(y + 1) + kSide * (z + 1)]; };
  for (int z = flat ? 0 : -1; z < (flat ? 1 : kTileSize + 1); ++z) {
    for (int y = -1; y < kTileSize + 1; ++y) {
      const float* v = &block.at(0, y, z);
      simd::store(spread(simd::load(v - 1), simd::load(v), simd::load(v + 1)), row_at(y, z));
    }
  }
  const auto along_y = [&](int y, int z) {
    return spread(simd::load(row_at(y - 1, z)), simd::load(row_at(y, z)), simd::load(row_at(y + 1, z)));
  };
  for (int z = 0; z < tiles.depth(); ++z) {
    for (int y = 0; y < kTileSize; ++y) {
      const Row result = flat ? along_y(y, z) : spread(along_y(y, z - 1), along_y(y, z), along_y(y, z + 1));
      simd::store(result, to + kTileSize * (y + kTileSize * z));
    }
  }
}

// G of a field in some tiles; elsewhere it stays as it is.
std::vector<float> spread_out(const Tiles& tiles, std::span<const uint32_t> active, const std::vector<float>& field) {
  std::vector<float> result(field);
  parallel_for(
      active.size(),
      [&](size_t n) { smooth_tile(tiles, active[n], field, result.data() + active[n] * tiles.cells_per_tile()); },
      kTilesAtOnce);
  return result;
}

// 2 G - G G.
std::vector<float> smoothed(const Tiles& tiles, std::span<const uint32_t> active, std::vector<float> field) {
  const std::vector<float> once = spread_out(tiles, active, field);
  field = spread_out(tiles, active, once);
  parallel_for(tiles.cells(), [&](size_t i) { field[i] = 2 * once[i] - field[i]; });
  return field;
}

// -div (grad f / |grad f|) at the middle of a cell, by central differences.
float curvature_at(const Block<1>& f, bool flat, int x, int y, int z) {
  const auto at = [&](int dx, int dy, int dz) { return f.at(x + dx, y + dy, z + dz); };
  const float here = at(0, 0, 0);
  const Vec3f slope{0.5f * (at(1, 0, 0) - at(-1, 0, 0)), 0.5f * (at(0, 1, 0) - at(0, -1, 0)),
                    flat ? 0.0f : 0.5f * (at(0, 0, 1) - at(0, 0, -1))};
  const float steep = length(slope);
  if (steep < kLeastSlope) return kNoCurvature;
  const Vec3f n = slope / steep;
  const float xx = at(1, 0, 0) + at(-1, 0, 0) - 2 * here, yy = at(0, 1, 0) + at(0, -1, 0) - 2 * here;
  const float xy = 0.25f * (at(1, 1, 0) + at(-1, -1, 0) - at(1, -1, 0) - at(-1, 1, 0));
  if (flat) return -(xx * n.y * n.y + yy * n.x * n.x - 2 * xy * n.x * n.y) / steep;
  const float zz = at(0, 0, 1) + at(0, 0, -1) - 2 * here;
  const float yz = 0.25f * (at(0, 1, 1) + at(0, -1, -1) - at(0, 1, -1) - at(0, -1, 1));
  const float zx = 0.25f * (at(1, 0, 1) + at(-1, 0, -1) - at(1, 0, -1) - at(-1, 0, 1));
  // Laplacian less the second derivative along the normal.
  return -(xx * (1 - n.x * n.x) + yy * (1 - n.y * n.y) + zz * (1 - n.z * n.z) -
           2 * (xy * n.x * n.y + yz * n.y * n.z + zx * n.z * n.x)) /
         steep;
}

}  // namespace

void continue_fullness(const Tiles& tiles, std::vector<float>& known, std::vector<float>& full) {
  extrapolate(tiles, kContinued, known, full);
}

void find_curvature(const Tiles& tiles, std::span<const float> full, std::vector<float>& curvature) {
  const bool flat = tiles.depth() == 1;
  curvature.assign(tiles.field_size(), kNoCurvature);
  const std::vector<uint32_t> active = tiles_near_surface(tiles, full);
  std::vector<float> inside = smoothed(tiles, active, std::vector<float>(full.begin(), full.end()));
  parallel_for(inside.size(), [&](size_t i) { inside[i] = 0.5f - inside[i]; });
  redistance(tiles, kBand, inside);
  parallel_for(inside.size(), [&](size_t i) { inside[i] = -inside[i]; });
  inside = smoothed(tiles, active, std::move(inside));
  const float most = kMostCurved * static_cast<float>(tiles.dimensions() - 1);
  parallel_for(
      active.size(),
      [&](size_t n) {
        Block<1> around;
        around.load_once(tiles, active[n], inside);
        visit_cells(tiles, active[n], [&](int x, int y, int z, size_t i) {
          const float k = curvature_at(around, flat, x, y, z);
          curvature[i] = k == kNoCurvature ? k : std::clamp(k, -most, most);
        });
      },
      kTilesAtOnce);
}

}  // namespace weir::grid
