// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Places, forms and motions as pages are given them.

#pragma once

#include <vector>

#include "studio/packed.h"
#include "weir/base/vec.h"

namespace weir::studio {

Json json_of(const Vec3f& v);
Json json_of(const Vec3d& v);
Json matrix_of(const Affine& affine);  // 16 numbers, column by column

// The part of `packed` that they become.
Json add_places(const std::vector<Vec3f>& places, Packed& packed);
Json add_triangles(const std::vector<Vec3i>& triangles, Packed& packed);

}  // namespace weir::studio
