// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The velocity that liquid starts with, at its particles.

#pragma once

#include <span>

#include "weir/scene/velocity_field.h"

namespace weir {

// In 2D nothing moves along z. InputError for a field from a file that was not read.
void find_velocities(const VelocityField& field, std::span<const Vec3f> points, int dimensions,
                     std::span<Vec3f> velocity);

}  // namespace weir
