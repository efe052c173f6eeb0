// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/smoke/smoke_forces.h"

#include <cmath>
#include <memory>

#include "grid/tiles/extended_block.h"
#include "grid/tiles/halo.h"
#include "grid/tiles/row.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr size_t kTilesAtOnce = 8;
constexpr float kTiny = 1e-30f;  // keeps zero from being divided by zero

// A cube of values in and around a tile, with `layers` around it.
template <int layers>
struct Cube {
  static constexpr int kSize = kTileSize + 2 * layers;
  float values[kSize * kSize * kSize];
  float& at(int x, int y, int z) { return values[x + layers + kSize * (y + layers + kSize * (z + layers))]; }
  float at(int x, int y, int z) const { return values[x + layers + kSize * (y + layers + kSize * (z + layers))]; }
  // Half of the difference of the values on both sides.
  float slope(int axis, int x, int y, int z) const {
    const int d[3]{axis == 0, axis == 1, axis == 2};
    return 0.5f * (at(x + d[0], y + d[1], z + d[2]) - at(x - d[0], y - d[1], z - d[2]));
  }
};

// Differences are per cell, not per metre: the width of a cell cancels out of h (N x omega).
class Confinement {
 public:
  explicit Confinement(bool flat) : flat_(flat) {}

  void add(const Tiles& tiles, size_t tile, const MacField& velocity, float strength, CellVectors& acceleration) {
    find_velocity(tiles, tile, velocity);
    find_swirl();
    const size_t first = tile * tiles.cells_per_tile();
    for (int z = 0; z < tiles.depth(); ++z) {
      for (int y = 0; y < kTileSize; ++y) {
        for (int x = 0; x < kTileSize; ++x) {
          constexpr float kNone = 1e-6f;  // of the swirl: where it changes less there is no direction to speak of
          const Vec3f uphill{size_.slope(0, x, y, z), size_.slope(1, x, y, z), flat_ ? 0.0f : size_.slope(2, x, y, z)};
          const Vec3f n = uphill / (std::sqrt(dot(uphill, uphill)) + kNone * size_.at(x, y, z) + kTiny);
          const Vec3f push = cross(n, {swirl_[0].at(x, y, z), swirl_[1].at(x, y, z), swirl_[2].at(x, y, z)}) * strength;
          const size_t i = first + static_cast<size_t>(x + kTileSize * (y + kTileSize * z));
          acceleration[0][i] += push.x;
          acceleration[1][i] += push.y;
          acceleration[2][i] += push.z;
        }
      }
    }
  }

 private:
  int low(int layers) const { return flat_ ? 0 : -layers; }
  int high(int layers) const { return flat_ ? 1 : kTileSize + layers; }

  // At the middles of cells.
  void find_velocity(const Tiles& tiles, size_t tile, const MacField& velocity) {
    for (int axis = 0; axis < (flat_ ? 2 : 3); ++axis) {
      load_extended(tiles, tile, velocity.face[static_cast<size_t>(axis)], axis, faces_);
      for (int z = low(2); z < high(2); ++z) {
        for (int y = -2; y < kTileSize + 2; ++y) {
          for (int x = -2; x < kTileSize + 2; ++x) {
            const float upper = faces_.at(x + (axis == 0), y + (axis == 1), z + (axis == 2));
            velocity_[axis].at(x, y, z) = 0.5f * (faces_.at(x, y, z) + upper);
          }
        }
      }
    }
  }

  void find_swirl() {
    const auto& [u, v, w] = velocity_;
    for (int z = low(1); z < high(1); ++z) {
      for (int y = -1; y <= kTileSize; ++y) {
        for (int x = -1; x <= kTileSize; ++x) {
          const float a = flat_ ? 0.0f : w.slope(1, x, y, z) - v.slope(2, x, y, z);
          const float b = flat_ ? 0.0f : u.slope(2, x, y, z) - w.slope(0, x, y, z);
          const float c = v.slope(0, x, y, z) - u.slope(1, x, y, z);
          swirl_[0].at(x, y, z) = a;
          swirl_[1].at(x, y, z) = b;
          swirl_[2].at(x, y, z) = c;
          size_.at(x, y, z) = std::sqrt(a * a + b * b + c * c);
        }
      }
    }
  }

  bool flat_;
  Block<3> faces_;
  Cube<2> velocity_[3];
  Cube<1> swirl_[3], size_;
};

}  // namespace

void add_buoyancy(const Tiles& tiles, std::span<const std::vector<float>> density, std::span<const float> temperature,
                  const Vec3f& weight, const Vec3f& lift, CellVectors& acceleration) {
  for (int axis = 0; axis < tiles.dimensions(); ++axis) {
    const float up = lift[axis], down = weight[axis];
    if (up == 0 && down == 0) continue;
    std::vector<float>& a = acceleration[static_cast<size_t>(axis)];
    parallel_for_blocks(tiles.cells(), [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) a[i] += up * temperature[i];
      for (const std::vector<float>& d : density) {
        for (size_t i = begin; i < end; ++i) a[i] += down * d[i];
      }
    });
  }
}

void add_confinement(const Tiles& tiles, const MacField& velocity, float strength, CellVectors& acceleration) {
  if (strength == 0) return;
  parallel_for_blocks(
      tiles.size(),
      [&](size_t begin, size_t end) {
        const auto confinement = std::make_unique<Confinement>(tiles.depth() == 1);
        for (size_t t = begin; t < end; ++t) confinement->add(tiles, t, velocity, strength, acceleration);
      },
      kTilesAtOnce);
}

}  // namespace weir::grid
