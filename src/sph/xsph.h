// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// XSPH (Monaghan 1989; Schechter & Bridson 2012 as a viscosity for thin liquids): a particle gives up a share xi of how
// much its velocity differs from those around it. With walls and bodies b, f their friction:
//
//   v_i += xi sum_j V W_ij 2 m_j / (m_i + m_j) (v_j - v_i) + xi f sum_b V_b W_ib (v_b - v_i)
//
// Bodies that the liquid moves get the opposite momentum. Momentum is kept.

#pragma once

#include <span>

#include "sph/flow.h"

namespace weir::sph {

// Uses the flow's `vector`.
void apply_xsph(Flow& flow, RigidBodies& bodies, float share, float wall_friction, std::span<Vec3f> velocity);

}  // namespace weir::sph
