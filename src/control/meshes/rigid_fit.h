// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The turn that brings one set of points closest to another (Horn 1987, "Closed-form solution of absolute orientation
// using unit quaternions").

#pragma once

#include <span>

#include "weir/base/vec.h"

namespace weir::meshes {

Vec3d middle_of(std::span<const Vec3f> points);

// From points about their middle to as many others about theirs.
Quatd rotation_between(std::span<const Vec3f> from, std::span<const Vec3f> to);

}  // namespace weir::meshes
