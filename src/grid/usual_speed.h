// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How fast all but one in a thousand particles are at most. A step as short as the tip of one jet wants would make all
// of the liquid wait for it; what is faster is spray, which gather_and_move() keeps from going too far.

#pragma once

#include <span>

#include "base/vec.h"

namespace weir {

// m/s, at most 1 % above the true one.
double usual_speed(std::span<const Vec3f> velocity);

}  // namespace weir
