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

}  // namespace weir
