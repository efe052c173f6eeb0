// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/value_range.h"

#include <algorithm>
#include <cmath>

namespace weir::studio {

namespace {

constexpr size_t kLookedAt = 20000;  // values by which a range is found
constexpr double kOutliers = 0.01;   // on either side

double rounded_up(double value) {
  if (!(value > 1e-9)) return 1;
  const double unit = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0}) {
    if (value <= step * unit * 1.001) return step * unit;
  }
  return 10 * unit;
}

double quantile(std::vector<float>& values, double share) {
  const auto n = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + n, values.end());
  return static_cast<double>(values[static_cast<size_t>(n)]);
}

}  // namespace

std::string unit_of_value(const std::string& by) {
  return by == "speed" ? "m/s" : by == "heat" ? "\u00b0C" : by == "mass" ? "kg" : "";
}

std::optional<ValueRange> fixed_range(const std::string& by, size_t phases) {
  if (by == "phase") return ValueRange{0, std::max(1.0, static_cast<double>(phases) - 1)};
  if (by == "role" || by == "temporary" || by == "paint") return ValueRange{0, 1};
  return std::nullopt;
}

ValueRange shown_range(const std::string& by, const std::vector<float>& values) {
  std::vector<float> some;
  const size_t step = values.size() / kLookedAt + 1;
  for (size_t i = 0; i < values.size(); i += step) {
    if (std::isfinite(values[i])) some.push_back(values[i]);
  }
  if (some.empty()) return {0, 1};
  const double high = quantile(some, 1 - kOutliers);
  if (by != "heat") return {0, rounded_up(high)};
  const double low = std::floor(quantile(some, kOutliers));
  return {low, std::max(std::ceil(high), low + 1)};
}

bool ValueRanges::knows(const std::string& take) const {
  const std::lock_guard lock(mutex_);
  return ranges_.contains(take);
}

ValueRange ValueRanges::widened(const std::string& take, const ValueRange& by) {
  const std::lock_guard lock(mutex_);
  const auto [range, is_new] = ranges_.try_emplace(take, by);
  range->second = {std::min(range->second.low, by.low), std::max(range->second.high, by.high)};
  return range->second;
}

}  // namespace weir::studio
