// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/surface/liquid_shape.h"

#include <algorithm>
#include <cmath>

#include "grid/tiles/erode.h"
#include "grid/tiles/halo.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr float kLeastRoom = 0.1f;   // less cannot be told from a closed cell
constexpr float kCorrected = 0.35f;  // part of a volume error that is corrected in a step
constexpr float kMostExcess = 1;     // cells of liquid; more is corrected as if it were this much
constexpr float kCalm = 0.02f;       // smaller ones are left alone: particles at rest stay at rest
constexpr float kOfMean = 0.5f;      // part that is corrected of what is wrong in the mean of many cells
// Near the surface only what is too full can be told from what the surface leaves empty. Of noise that would be the
// half that makes the liquid grow: more than noise it must be.
constexpr float kShallowCalm = 0.1f;
constexpr float kShallowCorrected = 0.7f;
constexpr float kHole = 0.1f;  // cells that the surface is above the middle of a hole, as far as pressure is concerned
constexpr float kSlit = 0.3f;  // of a cell
constexpr float kMostMissing = 0.02f;  // of the deep liquid, by which it makes up for what is crowded near the surface

// By which share the deep cells in and around each tile hold too much, in the mean: the noise of single cells is not in
// it, so it need not be large to be true.
std::vector<float> mean_errors(const Tiles& tiles, std::span<const float> excess, std::span<const float> room,
                               std::span<const float> deep) {
  struct Sum {
    double excess = 0, room = 0;
  };
  std::vector<Sum> of_tile(tiles.size() + 1);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        visit_cells(tiles, t, [&](int, int, int, size_t i) {
          of_tile[t].excess += static_cast<double>(deep[i] * excess[i]);
          of_tile[t].room += static_cast<double>(deep[i] * room[i]);
        });
      },
      16);
  std::vector<float> mean(tiles.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        Sum sum;
        for (int n = 0; n < 27; ++n) {
          if (tiles.depth() == 1 && n / 9 != 1) continue;
          const Sum& other = of_tile[tiles.neighbour(t, n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1)];
          sum.excess += other.excess;
          sum.room += other.room;
        }
        mean[t] = static_cast<float>(sum.excess / std::max(1.0, sum.room));
      },
      16);
  return mean;
}

// What the surface encloses too little of all the liquid, as a share of what is deep in it: particles that are crowded
// near the surface take up too little room until they are apart again, and meanwhile the deep liquid is a hair thinner.
float missing_share(const Tiles& tiles, std::span<const float> volume, const LiquidVolume& now,
                    std::span<const float> deep) {
  const auto sum = [&](std::span<const float> field) {
    return parallel_sum<double>(tiles.cells(), [&](size_t i) { return field[i]; });
  };
  const double missing = (sum(volume) - now.inside - now.spray) / std::max(1.0, sum(deep));
  return std::clamp(static_cast<float>(missing), -kMostMissing, kMostMissing);
}

}  // namespace

void find_surface_distance(const Tiles& tiles, std::span<const float> volume, std::span<const float> room,
                           std::vector<float>& distance) {
  distance.assign(tiles.field_size(), 1.0f);
  parallel_for(
      tiles.cells() / kTileSize,
      [&](size_t row) {
        const size_t i = kTileSize * row;
        const Row room_there = simd::max(simd::load(&room[i]), simd::set(kLeastRoom));
        simd::store(surface_distance(simd::load(&volume[i]) / room_there), &distance[i]);
      },
      512);
}

std::vector<float> close_holes(const Tiles& tiles, const SolidFaces& solids, std::vector<float>& distance) {
  std::vector<float> holes(tiles.field_size(), 0.0f);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const size_t begin = t * tiles.cells_per_tile();
        const std::span<const float> own = std::span(distance).subspan(begin, tiles.cells_per_tile());
        const std::span<const float> shares = std::span(solids.share).subspan(begin, tiles.cells_per_tile());
        const auto [least, most] = std::minmax_element(own.begin(), own.end());
        if (*most < 0 || (*least >= 1 && *std::min_element(shares.begin(), shares.end()) >= kSlit)) return;
        Halo around, share, open[3];
        around.load(tiles, t, distance);
        share.load(tiles, t, solids.share);
        for (int axis = 0; axis < tiles.dimensions(); ++axis) {
          open[axis].load(tiles, t, solids.open.face[static_cast<size_t>(axis)]);
        }
        visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          const bool slim = solids.share[i] < kSlit;  // even 0: shares are rounded, and faces may be open there
          if (distance[i] < -kHole || (distance[i] >= 1 && !slim)) return;
          int wet = 0, closed = 0;
          float roomiest = 0;  // share of the most open cell beside it
          bool roomiest_is_wet = false;
          for (int axis = 0; axis < tiles.dimensions(); ++axis) {
            const int dx = axis == 0, dy = axis == 1, dz = axis == 2;
            for (const int side : {-1, 1}) {
              const bool passes = side < 0 ? open[axis].row(y, z)[x] > 0 : open[axis].row(y + dy, z + dz)[x + dx] > 0;
              const bool is_wet = passes && around.row(y + side * dy, z + side * dz)[x + side * dx] < -kHole;
              const float beside = share.row(y + side * dy, z + side * dz)[x + side * dx];
              closed += !passes, wet += is_wet;
              if (passes && beside > roomiest) roomiest = beside, roomiest_is_wet = is_wet;
            }
          }
          const bool hole = distance[i] < 1 && wet > 0 && wet + closed >= 2 * tiles.dimensions() - 1;
          if (hole || (slim && roomiest > 0.5f && roomiest_is_wet)) holes[i] = 1;
        });
      },
      4);
  parallel_for(tiles.cells(), [&](size_t i) {
    if (holes[i] > 0) distance[i] = -kHole;
  });
  return holes;
}

void find_volume_sources(const Tiles& tiles, std::span<const float> volume, const SolidFaces& solids,
                         std::span<const float> distance, std::span<const float> holes, const LiquidVolume& now,
                         float cell, float step, std::vector<float>& sources) {
  const std::span<const float> room = solids.room, share = solids.share;
  // Two layers under the surface, where no air is in the neighbourhood.
  std::vector<float> deep(tiles.field_size(), 0.0f);
  parallel_for(tiles.cells(), [&](size_t i) { deep[i] = distance[i] < 0 || room[i] < 0.5f ? 1.0f : 0.0f; });
  erode(tiles, 2, deep);
  std::vector<float> excess(tiles.field_size(), 0.0f);
  parallel_for(tiles.cells(), [&](size_t i) {
    excess[i] = volume[i] - room[i];
    deep[i] *= share[i] > 0 ? 1.0f : 0.0f;
  });
  const std::vector<float> mean = mean_errors(tiles, excess, room, deep);
  const float missing = missing_share(tiles, volume, now, deep);
  sources.assign(tiles.field_size(), 0.0f);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        visit_cells(tiles, t, [&](int, int, int, size_t i) {
          if (share[i] == 0) return;
          const float own = std::clamp(excess[i], -kMostExcess, kMostExcess);
          const float shallow = kShallowCorrected * std::max(0.0f, own - kShallowCalm * room[i]);
          const float noise = kCalm * room[i];
          const float deep_down =
              (std::abs(own) > noise ? kCorrected * own : 0.0f) + (kOfMean * mean[t] + missing) * room[i];
          const float filling = kCorrected * std::min(own, 0.0f);
          sources[i] = (deep[i] > 0 ? deep_down : holes[i] > 0 ? filling + shallow : shallow) * cell / step;
        });
      },
      16);
}

LiquidVolume liquid_volume(const Tiles& tiles, std::span<const float> volume, std::span<const float> distance,
                           std::span<const float> share) {
  return parallel_reduce(
      tiles.size(), LiquidVolume{},
      [&](size_t begin, size_t end) {
        LiquidVolume sum;
        Halo halo;
        for (size_t t = begin; t < end; ++t) {
          halo.load(tiles, t, distance);
          visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
            float least = halo.row(y, z)[x], most = least;
            const auto look = [&](float beside) { least = std::min(least, beside), most = std::max(most, beside); };
            for (const int side : {-1, 1}) {
              look(halo.row(y, z)[x + side]);
              look(halo.row(y + side, z)[x]);
              if (tiles.depth() > 1) look(halo.row(y, z + side)[x]);
            }
            if (least >= 0) {
              sum.spray += static_cast<double>(volume[i]);
            } else {
              sum.inside +=
                  static_cast<double>(share[i] * (most < 0 ? 1.0f : std::clamp(0.5f - distance[i], 0.0f, 1.0f)));
            }
          });
        }
        return sum;
      },
      [](const LiquidVolume& a, const LiquidVolume& b) {
        return LiquidVolume{a.inside + b.inside, a.spray + b.spray};
      },
      8);
}

}  // namespace weir::grid
