// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/usual_speed.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"

namespace weir {

namespace {

constexpr size_t kBins = 128;
constexpr size_t kFastOnes = 1000;  // one in so many is faster

using Histogram = std::array<size_t, kBins>;

Histogram both(const Histogram& a, const Histogram& b) {
  Histogram sum;
  for (size_t i = 0; i < kBins; ++i) sum[i] = a[i] + b[i];
  return sum;
}

}  // namespace

double usual_speed(std::span<const Vec3f> velocity) {
  const auto squared = [&](size_t i) { return static_cast<double>(length_squared(velocity[i])); };
  const double fastest = std::sqrt(parallel_max(velocity.size(), 0.0, squared));
  if (fastest == 0) return 0;
  const double per_bin = static_cast<double>(kBins) / fastest;
  const Histogram count = parallel_reduce(
      velocity.size(), Histogram{},
      [&](size_t begin, size_t end) {
        Histogram own{};
        for (size_t i = begin; i < end; ++i) {
          ++own[std::min(kBins - 1, static_cast<size_t>(std::sqrt(squared(i)) * per_bin))];
        }
        return own;
      },
      both, 16384);
  size_t faster = 0, bin = kBins;
  while (bin > 1 && faster + count[bin - 1] <= velocity.size() / kFastOnes) faster += count[--bin];
  return static_cast<double>(bin) / per_bin;
}

}  // namespace weir
