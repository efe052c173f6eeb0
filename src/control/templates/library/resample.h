// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Control particles of another spacing. A template that is scaled up or down by much has control particles far larger
// or smaller than the liquid's: too few to form its details, or more than the liquid has particles to cover. The paper
// leaves this open (section 6).

#pragma once

#include "control/templates/director/control_points.h"

namespace weir::templates {

// A lattice of `to` spacing inside the liquid that `points` of `from` spacing describe, with velocities in between
// theirs. At the liquid's surface weights fall smoothly, so that nothing flickers when it moves over the lattice.
// Repulsion particles are found anew, those outside of `region` left out.
ControlPoints resampled(const ControlPoints& points, float from, float to, int dimensions, const Box3f& region);

}  // namespace weir::templates
