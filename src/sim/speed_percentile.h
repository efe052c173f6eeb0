// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The 99.9th percentile of speed: all but one in a thousand particles are no faster. A step as short as the tip of one
// jet wants would make all of the liquid wait for it; what is faster is spray, which solvers keep from going too far in
// their own ways.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "weir/base/parallel.h"
#include "weir/base/vec.h"

namespace weir {

struct Speeds {
  double percentile = 0;  // m/s, the 99.9th; too high by at most 1 % of the fastest
  double fastest = 0;     // m/s
};

// squared(i) is the square of a particle's speed.
template <class SquaredSpeed>
Speeds find_speeds(size_t count, SquaredSpeed&& squared) {
  constexpr size_t kBins = 128;
  constexpr size_t kFastOnes = 1000;  // one in so many is faster
  using Histogram = std::array<size_t, kBins>;
  const double fastest = std::sqrt(parallel_max(count, 0.0, [&](size_t i) { return static_cast<double>(squared(i)); }));
  if (fastest == 0) return {};
  const double per_bin = static_cast<double>(kBins) / fastest;
  const Histogram histogram = parallel_reduce(
      count, Histogram{},
      [&](size_t begin, size_t end) {
        Histogram own{};
        for (size_t i = begin; i < end; ++i) {
          const double bin = std::sqrt(static_cast<double>(squared(i))) * per_bin;
          ++own[static_cast<size_t>(std::min(static_cast<double>(kBins - 1), bin))];
        }
        return own;
      },
      [](Histogram a, const Histogram& b) {
        for (size_t i = 0; i < kBins; ++i) a[i] += b[i];
        return a;
      },
      16384);
  size_t faster = 0, bin = kBins;
  while (bin > 1 && faster + histogram[bin - 1] <= count / kFastOnes) faster += histogram[--bin];
  return {static_cast<double>(bin) / per_bin, fastest};
}

// m/s
inline double fastest_of(std::span<const Vec3f> velocity) {
  return std::sqrt(
      parallel_max(velocity.size(), 0.0, [&](size_t i) { return static_cast<double>(length_squared(velocity[i])); }));
}

}  // namespace weir
