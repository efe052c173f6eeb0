// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/volume.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "weir/base/parallel.h"

namespace weir {

std::string Volume::validate() const {
  const auto problem = [&](const std::string& what) { return fmt::format("the volume '{}' {}", name, what); };
  if (channels != 1 && channels != 3) return problem(fmt::format("has {} channels; 1 or 3 are possible", channels));
  if (level_set && channels != 1) return problem("cannot be a level set of vectors");
  if (values.size() != tile.size() * kVoxelsPerTile * static_cast<size_t>(channels)) {
    return problem(fmt::format("has {} values in {} tiles", values.size(), tile.size()));
  }
  if (!(voxel_size > 0) || !std::isfinite(voxel_size)) return problem(fmt::format("has voxels of {} m", voxel_size));
  if (!is_finite(origin) || !std::isfinite(background))
    return problem("has an origin or background that is not finite");
  const bool finite =
      parallel_max<int>(values.size(), 0, [&](size_t i) { return std::isfinite(values[i]) ? 0 : 1; }) == 0;
  if (!finite) return problem("holds a value that is not a finite number");
  std::vector<Vec3i> sorted = tile;
  std::sort(sorted.begin(), sorted.end(),
            [](const Vec3i& a, const Vec3i& b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); });
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return problem("has a tile twice");
  for (const Vec3i& t : tile) {
    // Voxel coordinates have 32 bits.
    if (std::max({std::abs(int64_t{t.x}), std::abs(int64_t{t.y}), std::abs(int64_t{t.z})}) >= (1 << 28)) {
      return problem("has a tile too far away");
    }
  }
  return {};
}

}  // namespace weir
