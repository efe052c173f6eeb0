// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tiles come and go with the liquid: a field that stays, on those of another moment.

#pragma once

#include <span>
#include <vector>

#include "grid/tiles/tiles.h"

namespace weir::grid {

// A field on other tiles; tiles that it has not get `blank`.
std::vector<float> moved_to(const Tiles& from, std::span<const float> field, const Tiles& to, float blank);

}  // namespace weir::grid
