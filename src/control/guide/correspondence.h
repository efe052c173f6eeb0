// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How far the surface of a liquid is from that of another one.

#pragma once

#include <span>

#include "grid/tiles/tiles.h"

namespace weir::guide {

// Means over the surface of `shape`, weighted by its area, in cells: how far it is from the surface of `other`, and how
// far outside of it (negative: inside). Only the free surface counts: not what is closer than a cell and a half to
// solids. 0 when there is none.
struct Correspondence {
  double distance = 0, outside = 0;
};
Correspondence correspondence(const grid::Tiles& tiles, std::span<const float> shape, std::span<const float> other,
                              std::span<const float> solids);

}  // namespace weir::guide
