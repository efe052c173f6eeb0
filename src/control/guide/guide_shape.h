// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The guide shape under the surface of a liquid: Algorithms 1 and 2 of Nielsen & Bridson 2011. All distances are in
// cells of the guide's grid.

#pragma once

#include <span>
#include <vector>

#include "grid/tiles/mac.h"

namespace weir::guide {

struct GuideShape {
  float depth = 5;       // alpha_e, least depth of liquid around the guide
  float gap = 2.5f;      // alpha_d, of gaps that are filled
  float air_pocket = 5;  // alpha_a, largest radius of air pockets that are closed
  float mask = 7.5f;     // alpha_M, around the input
};

// Algorithm 1. `input`: signed distance of the input shape, exact up to the mask's width outside; `solids`: that of
// solids whose liquid below the surface needs no detail, exact as far. Tiles that lie in solids as a whole may be
// missing. Gives the guide's distance up to kGuideBand.
std::vector<float> compute_guide(const grid::Tiles& tiles, std::span<const float> input, std::span<const float> solids,
                                 const GuideShape& shape);

// Cells inside the final guide in which its distance is told.
constexpr float kGuideInside = 2;

// Algorithm 2. `preliminary`: of this moment, from Algorithm 1; `advected`: the guide of the step before, carried with
// the guide's velocity by advect_surface(); `liquid`: the simulated liquid, negative where it is, a distance only
// beside its surface. Besides the guide, gives the bulk, which is the union of guide and liquid (a distance outside and
// beside its surface), and the bulk without gaps and pockets (a distance inside).
struct FinalGuide {
  std::vector<float> guide, bulk, closed;
};
void compute_final_guide(const grid::Tiles& tiles, std::span<const float> preliminary, std::span<const float> advected,
                         std::span<const float> liquid, std::span<const float> solids, const GuideShape& shape,
                         FinalGuide& result);

// Line 5 of Algorithm 1: pockets of air (values of 0 or more) no larger than a ball of `radius` that do not reach a
// cell where `mask` is 0 or more, are overwritten with -radius. At missing tiles air is open, unless a solid is near.
// An empty mask is everywhere.
void close_air_pockets(const grid::Tiles& tiles, std::span<const float> mask, std::span<const float> solids,
                       float radius, std::vector<float>& distance);

}  // namespace weir::guide
