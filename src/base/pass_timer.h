// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How long the passes of a step take, each declared where it happens:
//
//   passes_.begin("density");   // ends the pass before
//   find_densities();
//   passes_.begin("motion");
//   move();
//   passes_.end();
//   ...
//   passes_.append_to(measures);  // {"density_ms", 3.1}, {"motion_ms", 0.4}

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/stopwatch.h"

namespace weir {

class PassTimer {
 public:
  // A pass that was begun before goes on where it was ended: its time is that of all its occurrences.
  void begin(std::string_view name) {
    end();
    current_ = slot_of(name);
  }

  void end() {
    const double now = watch_.milliseconds();
    if (current_ != kNone) passes_[current_].second += now - since_;
    current_ = kNone;
    since_ = now;
  }

  // Appends the milliseconds of each pass since the last call, in the order in which passes first occurred. A pass that
  // did not occur again is told with zero, so that all lines of a report have the same names.
  void append_to(std::vector<std::pair<std::string, double>>& measures) {
    for (auto& [name, milliseconds] : passes_) measures.emplace_back(name + "_ms", std::exchange(milliseconds, 0));
  }

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  size_t slot_of(std::string_view name) {
    size_t slot = 0;
    while (slot < passes_.size() && passes_[slot].first != name) ++slot;
    if (slot == passes_.size()) passes_.emplace_back(name, 0);
    return slot;
  }

  Stopwatch watch_;
  std::vector<std::pair<std::string, double>> passes_;
  size_t current_ = kNone;
  double since_ = 0;  // ms, when the current pass began
};

}  // namespace weir
