// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Wall time since it was made.

#pragma once

#include <chrono>

namespace weir {

class Stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Adds the time between two marks to a part.
class PartTimer {
 public:
  void mark(double& part) {
    const double now = watch_.milliseconds();
    part += now - last_;
    last_ = now;
  }

 private:
  Stopwatch watch_;
  double last_ = 0;
};

}  // namespace weir
