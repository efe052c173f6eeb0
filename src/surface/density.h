// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The sum of the kernels of all particles on the samples of a grid: about 1 inside the liquid, 0 outside, 1/2 at the
// surface. All lengths in spacings.

#pragma once

#include <span>
#include <vector>

#include "surface/density_blocks.h"
#include "surface/kernels.h"

namespace weir::surface {

// The blocks that the surface can pass through, sorted: those that particles near it reach, and those at the faces of
// `limits`, beyond which all is outside.
std::vector<Vec3i> blocks_near_surface(const Bins& bins, const Kernels& kernels, float cell, const Box3f& limits);

// kBlockSamples values for every block. Every block gathers the particles that reach it, always in the same order.
std::vector<float> density(const Bins& bins, const Kernels& kernels, std::span<const Vec3i> blocks, float cell);

}  // namespace weir::surface
