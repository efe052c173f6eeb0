// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which draw of random numbers a step takes. By the frame, not by seconds: a scene of another size, whose frames take
// another time, draws the same.

#pragma once

#include <cstdint>

#include "weir/sim/director.h"

namespace weir {

inline uint64_t draw_of_step(const Clock& clock) {
  constexpr double kParts = 1 << 20;  // of a frame, finer than any step
  return static_cast<uint64_t>(clock.frame * kParts);
}

}  // namespace weir
