// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Values continued beyond where they are known, layer by layer: an unknown value becomes the mean of the known ones
// beside it.

#pragma once

#include <span>
#include <vector>

#include "grid/tiles/mac.h"

namespace weir::grid {

// `known`: 1 or 0 for every value; grows with the layers.
void extrapolate(const Tiles& tiles, int layers, std::vector<float>& known, std::vector<float>& values);

// The same for faces, all axes alike; `known` stays as it is.
void extrapolate(const Tiles& tiles, int layers, const MacField& known, MacField& values);

}  // namespace weir::grid
