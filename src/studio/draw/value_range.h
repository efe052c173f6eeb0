// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// From which value to which colours reach: round numbers, and the same for all frames of a take as far as they are
// known, so that colours do not flicker.

#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace weir::studio {

struct ValueRange {
  double low = 0, high = 1;
};

std::string unit_of_value(const std::string& by);
// Of phases, roles and paint, which do not depend on the frames.
std::optional<ValueRange> fixed_range(const std::string& by, size_t phases);
// Of the values of a frame without the few that stand out: from 0 for what has a zero.
ValueRange shown_range(const std::string& by, const std::vector<float>& values);

// The ranges of takes. They only grow.
class ValueRanges {
 public:
  bool knows(const std::string& take) const;
  ValueRange widened(const std::string& take, const ValueRange& by);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, ValueRange> ranges_;
};

}  // namespace weir::studio
