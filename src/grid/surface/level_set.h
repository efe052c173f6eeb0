// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A surface as the zeros of a field at the middles of cells, negative inside: carried by a flow, measured, looked up.
// Keep it a distance with redistance() every few steps.

#pragma once

#include <span>
#include <vector>

#include "grid/tiles/mac.h"

namespace weir::grid {

// Carries a surface with the flow: every cell takes the value from where its liquid was, found by a Runge-Kutta method
// of third order through the velocities (cells a second, times `step` seconds, at most kFarthestCarried cells), by
// cubic curves held between the values beside it. Where all is `far` or farther from the surface,
// and farther than the flow goes, nothing changes.
constexpr int kFarthestCarried = 4;
void advect_surface(const Tiles& tiles, const MacField& velocity, float step, std::vector<float>& field,
                    float far = 1e30f);

// Share of a cell that lies below a plane at `distance` (cells) from its middle; `normal` is the plane's.
float share_below(float distance, Vec3f normal, bool flat);

// Cells (of volume 1) inside the surface.
double inside_volume(const Tiles& tiles, std::span<const float> distance);

// The value at a point in cells, (0, 0, 0) being the lower corner of cell 0.
float sample_at(const Tiles& tiles, std::span<const float> field, const Vec3f& point);

}  // namespace weir::grid
