// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes a field whose zeros are a surface into the signed distance from that surface, in cells. Cells beside the
// surface find their nearest point on it (Chopp 2001, on cubic curves between the values), so that it stays where it
// is; the others follow by fast sweeping of the Eikonal equation (Zhao 2005) with differences of second order. Tiles
// sweep on their own and then look at each other again until nothing changes: the same result for any number of
// threads.

#pragma once

#include <vector>

#include "grid/tiles.h"

namespace weir {

// Cells with this value take no part: no surface is looked for beside them.
constexpr float kNoDistance = -1e30f;

// Negative inside. Distances are known up to `band` cells (at most 7) and are +-band further away. The blank tile gets
// +band: there must be no inside beyond the tiles.
void redistance(const Tiles& tiles, float band, std::vector<float>& distance);

}  // namespace weir
