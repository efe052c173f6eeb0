// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the particles around a vertex of the surface say: how many there are, and how they move. Lengths in spacings.

#pragma once

#include <span>
#include <vector>

#include "surface/bins.h"

namespace weir::surface {

// How much of a neighbourhood of radius kNeighbourhood holds liquid: 0 around nothing, 0.04 at a drop of one particle,
// 0.12 at a thread, 0.35 at a sheet of one layer, 0.5 at a flat surface, 1 inside.
std::vector<float> fullness(std::span<const Vec3f> vertices, const Bins& bins);

// A linear fit to the velocities of the particles around every vertex, so that a linear field of velocities is met
// exactly although a vertex lies outside all particles. `velocity` is in the order in which the points were given;
// points after its end are images, which do not count.
std::vector<Vec3f> velocities_at(std::span<const Vec3f> vertices, const Bins& bins, std::span<const Vec3f> velocity);

// The weighted mean of values of the particles around every vertex, which stays between theirs. In the same order.
std::vector<Vec3f> means_at(std::span<const Vec3f> vertices, const Bins& bins, std::span<const Vec3f> value);

}  // namespace weir::surface
