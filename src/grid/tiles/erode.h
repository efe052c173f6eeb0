// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Takes layers off a region of cells.

#pragma once

#include <vector>

#include "grid/tiles/tiles.h"

namespace weir::grid {

// `inside`: 1 or 0. After each layer only cells remain whose neighbours beside all faces were inside.
void erode(const Tiles& tiles, int layers, std::vector<float>& inside);

}  // namespace weir::grid
