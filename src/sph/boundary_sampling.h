// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where boundary particles go: a layer half a spacing inside every solid, and half a spacing outside closed walls.

#pragma once

#include <vector>

#include "weir/geometry/shapes/build.h"
#include "weir/scene/scene.h"

namespace weir::sph {

// m between boundary particles. Half the liquid's, so that liquid glides along: a layer as coarse as the liquid is
// bumpy, and rows of particles that rest on its bumps slide off them with a jerk.
double boundary_spacing(const Scene& scene);

// The closed walls of the domain, a regular layer.
std::vector<Vec3f> sample_walls(const Scene& scene);

// The scene's solid at a frame, in the world; only what liquid inside the domain can touch.
std::vector<Vec3f> sample_solid(const Scene& scene, size_t solid, ShapeBuilder& builder, double frame);

}  // namespace weir::sph
