// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tracked surface at a moment between two frames. Its vertices go along the cubic through both frames where these
// have the same triangles. Mostly they have not, since a tracked surface is mended as it moves; then those of the first
// frame go along their velocities, and bend so that they end on the surface of the second; and all of them go out or in
// by the little that keeps the volume between those of both frames, or the liquid would breathe.

#pragma once

#include "retime/particles_between.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir::retime {

// `most`: m by which a vertex is bent at most; parts of the surface that come or go are farther from the other frame's.
Mesh surface_between(const Mesh& before, const Mesh& after, const Moment& moment, float most);

}  // namespace weir::retime
