// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Bodies made here, with no file to load: a boat, a hand, a dolphin, a walking figure. Closed, outward, one piece; the
// connectivity is the same for every size, pose and frame. Moving ones have velocities (m/s).

#pragma once

#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/shape.h"

namespace weir {

Mesh boat_mesh(const shapes::Boat& boat);
Mesh hand_mesh(const shapes::Hand& hand, double frame, double frames_per_second);
Mesh dolphin_mesh(const shapes::Dolphin& dolphin, double frame, double frames_per_second);
Mesh figure_mesh(const shapes::Figure& figure, double frame, double frames_per_second);

}  // namespace weir
