// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Attraction of the tracked surface to a control mesh by damped springs (Raveendran et al. 2012, 6.1), and tearing of
// thin sheets (6.2).
//
// A spring between a vertex and the closest point of the control mesh, damped so much that it never overshoots: over a
// step the way to that point shrinks by exp(-rate * step), which is right for any length of steps. Springs act only
// between two distances on either side of the mesh (Fig. 4), and come on and go off smoothly.

#pragma once

#include <span>

#include "control/meshes/control_surface.h"
#include "tracked/tracked_surface.h"

namespace weir::meshes {

struct SpringSettings {
  float rate = 0;  // 1/s
  // m from the control mesh: springs act from the first to the second distance.
  float inner_from = 0, inner_to = 0;
  float outer_from = 0, outer_to = 0;
  float falloff = 0;  // m over which they fade at both ends
};

// 0 to 1: how much springs act at a signed distance.
float spring_weight(const SpringSettings& settings, float distance);

// Where springs take the vertices in a step: `way` of each, m.
void find_spring_ways(const SpringSettings& settings, float step, std::span<const Vec3f> positions,
                      std::span<const ControlSurface::Near> near, std::span<Vec3f> way);

// Smooths the sheets of liquid that are thinner than `thickness` (m) and further outside than the springs reach: by
// mean curvature they draw together and tear.
void tear_thin_sheets(const SpringSettings& settings, float thickness, std::span<const ControlSurface::Near> near,
                      tracked::TrackedSurface& surface);

}  // namespace weir::meshes
