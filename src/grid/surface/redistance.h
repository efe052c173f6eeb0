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

#include "grid/tiles/tiles.h"

namespace weir::grid {

// Cells with this value take no part: no surface is looked for beside them.
constexpr float kNoDistance = -1e30f;

// What is beyond the tiles.
enum class BeyondTiles {
  outside,       // there must be no inside
  takes_no_part  // the surface may leave the tiles
};

// Negative inside. Distances are known up to `band` cells and are +-band further away; cells that take no part become
// -band, and the blank tile +band.
void redistance(const Tiles& tiles, float band, std::vector<float>& distance,
                BeyondTiles beyond = BeyondTiles::outside);

// The same by fast marching (Sethian 1996), up to `inner` cells inside and `outer` outside (march_distance.cpp): one
// thread a side, but it looks only at cells within the bands, and once. For thin bands on few tiles.
void march_distance(const Tiles& tiles, float inner, float outer, std::vector<float>& distance,
                    BeyondTiles beyond = BeyondTiles::outside);

// The same a good deal faster and less exactly (sweep_distance.cpp): differences of first order, and cells beside the
// surface take the distance of a plane through the points where it crosses the axes. Planes are exact; ten cells inside
// a ball of 15 it is 0.4 cells off.
void sweep_distance(const Tiles& tiles, float inner, float outer, std::vector<float>& distance,
                    BeyondTiles beyond = BeyondTiles::outside);

}  // namespace weir::grid
