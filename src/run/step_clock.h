// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The time that a step of a plan takes.

#pragma once

#include <ctime>

#include "base/stopwatch.h"
#include "weir/run/run.h"

namespace weir::run {

class StepClock {
 public:
  // Since this was made.
  RunSummary::Step of(const std::string& name) const {
    return {name, watch_.milliseconds() / 1000, static_cast<double>(std::clock() - processor_) / CLOCKS_PER_SEC};
  }

 private:
  Stopwatch watch_;
  std::clock_t processor_ = std::clock();
};

}  // namespace weir::run
