// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Surface tension after Akinci et al. 2013, "Versatile surface tension and adhesion for SPH fluids": particles of one
// phase attract each other at a distance and repel each other close by, and the surface shrinks where its normals
// differ. With gamma the strength of the phase, delta relative densities and sums over neighbours of the same phase:
//
//   a_i = -gamma sum_j K_ij (m_j C(r) x_ij / r + n_i - n_j),   K_ij = 2 / (delta_i + delta_j),
//   n_i = h sum_j V grad W_ij,
//   C(r) = 32 / (pi h^9) ((h - r)^3 r^3)                 for r > h/2,
//          32 / (pi h^9) (2 (h - r)^3 r^3 - h^6 / 64)    below.
//
// Both terms are scaled in 2D so that a surface feels what it would feel in 3D.

#pragma once

#include <span>

#include "sph/flow.h"

namespace weir::sph {

// `strength` is gamma of each phase. Adds to the accelerations; keeps momentum. Uses the flow's `vector` and its
// points' w.
void add_surface_tension(Flow& flow, int dimensions, std::span<const float> strength, std::span<const uint8_t> phase,
                         std::span<Vec3f> acceleration);

}  // namespace weir::sph
