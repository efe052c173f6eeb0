// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "surface/density.h"

#include <mutex>

#include "weir/base/parallel.h"

namespace weir::surface {

namespace {

// Every point reaches all of the eighth of its bin that it is in (bins.h), so that the deep inside is never next to
// anything but blocks.
constexpr float kLeastReach = kNeighbourhood / 2;

Vec3i block_of(const Vec3f& p, float cell) {
  const double per_block = 1 / (double{kBlock} * static_cast<double>(cell));
  const auto index = [&](float x) { return static_cast<int32_t>(std::floor(static_cast<double>(x) * per_block)); };
  return {index(p.x), index(p.y), index(p.z)};
}

void add_blocks(const Vec3f& centre, const Vec3f& reach, float cell, std::vector<Vec3i>& blocks) {
  const Vec3i lower = block_of(centre - reach, cell), upper = block_of(centre + reach, cell);
  for (int x = lower.x; x <= upper.x; ++x) {
    for (int y = lower.y; y <= upper.y; ++y) {
      for (int z = lower.z; z <= upper.z; ++z) blocks.push_back({x, y, z});
    }
  }
}

bool is_at_limits(const Vec3f& p, const Box3f& limits) {
  return min_component(min(abs(p - limits.lower), abs(p - limits.upper))) <= kLeastReach;
}

void add_blocks_of_bin(const Bins& bins, const Kernels& kernels, size_t bin, float cell, const Box3f& limits,
                       std::vector<Vec3i>& blocks) {
  const Vec3f least{kLeastReach, kLeastReach, kLeastReach};
  for (size_t i = bins.begin(bin); i < bins.end(bin); ++i) {
    const Vec3f& p = bins.points()[i];
    if (!bins.is_deep(bin)) {
      add_blocks(p, max(kernels[i].reach, least), cell, blocks);
    } else if (is_at_limits(p, limits)) {
      add_blocks(p, least + Vec3f{cell, cell, cell}, cell, blocks);
    }
  }
}

// The samples of one axis of a block that lie within `reach` of `centre`, both measured in cells from the block's
// first.
struct Range {
  int begin, end;
  Range(float centre, float reach)
      : begin(std::max(0, static_cast<int>(std::ceil(std::max(centre - reach, -1.0f))))),
        end(std::min(kBlock, static_cast<int>(std::floor(std::min(centre + reach, 8.0f))) + 1)) {}
  bool empty() const { return begin >= end; }
};

// `centre` is the kernel's, in cells from the block's first sample.
void add_kernel(const Kernel& kernel, const Vec3f& centre, float cell, float* values) {
  const float per_cell = 1 / cell;
  const Range xs(centre.x, kernel.reach.x * per_cell), ys(centre.y, kernel.reach.y * per_cell),
      zs(centre.z, kernel.reach.z * per_cell);
  if (xs.empty() || ys.empty() || zs.empty()) return;
  const Symmetric3f& a = kernel.form;
  float dz[kBlock];
  for (int z = 0; z < kBlock; ++z) dz[z] = (static_cast<float>(z) - centre.z) * cell;
  for (int x = xs.begin; x < xs.end; ++x) {
    const float dx = (static_cast<float>(x) - centre.x) * cell;
    for (int y = ys.begin; y < ys.end; ++y) {
      const float dy = (static_cast<float>(y) - centre.y) * cell;
      // 1 - d^T form d along the row is c - (2 b + form_zz dz) dz.
      const float b = 2 * (a.xz * dx + a.yz * dy);
      const float c = 1 - a.xx * dx * dx - a.yy * dy * dy - 2 * a.xy * dx * dy;
      if (c + 0.25f * b * b / a.zz <= 0) continue;  // its largest value
      float* row = values + sample_index(x, y, 0);
      for (int z = 0; z < kBlock; ++z) {
        const float u = std::max(0.0f, c - (b + a.zz * dz[z]) * dz[z]);
        row[z] += kernel.weight * u * u * u;
      }
    }
  }
}

}  // namespace

std::vector<Vec3i> blocks_near_surface(const Bins& bins, const Kernels& kernels, float cell, const Box3f& limits) {
  std::vector<Vec3i> all;
  std::mutex mutex;
  parallel_for_blocks(
      bins.count(),
      [&](size_t begin, size_t end) {
        std::vector<Vec3i> blocks;
        for (size_t bin = begin; bin < end; ++bin) {
          add_blocks_of_bin(bins, kernels, bin, cell, limits, blocks);
          if (blocks.size() > 10'000) sort_blocks(blocks);
        }
        sort_blocks(blocks);
        const std::lock_guard lock(mutex);  // the order does not matter: they are sorted in the end
        all.insert(all.end(), blocks.begin(), blocks.end());
      },
      256);
  sort_blocks(all);
  return all;
}

std::vector<float> density(const Bins& bins, const Kernels& kernels, std::span<const Vec3i> blocks, float cell) {
  std::vector<float> values(blocks.size() * kBlockSamples, 0.0f);
  parallel_for(
      blocks.size(),
      [&](size_t b) {
        const double size = double{kBlock} * static_cast<double>(cell);
        const Vec3d origin = static_cast<Vec3d>(blocks[b]) * size;
        const double widest = static_cast<double>(kWidest);
        const Vec3d margin{widest, widest, widest}, whole{size, size, size};
        bins.visit_box({static_cast<Vec3f>(origin - margin), static_cast<Vec3f>(origin + whole + margin)},
                       [&](size_t begin, size_t end) {
                         for (size_t i = begin; i < end; ++i) {
                           const Kernel kernel = kernels.is_deep(i) ? ball(bins.points()[i], kWidest) : kernels[i];
                           const Vec3d from = static_cast<Vec3d>(kernel.centre) - origin;
                           add_kernel(kernel, static_cast<Vec3f>(from / static_cast<double>(cell)), cell,
                                      &values[b * kBlockSamples]);
                         }
                       });
      },
      8);
  return values;
}

}  // namespace weir::surface
