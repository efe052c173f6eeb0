// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// An emitter as the pressure sees it: inside its shape the liquid has the emitter's velocity whatever pushes back, and
// nothing flows in through its rear, since what comes out of it comes from nowhere. A slab that liquid leaves through
// has a rear like any other face.

#pragma once

#include "grid/liquid/grid_flow.h"
#include "sim/emitters.h"

namespace weir::grid {

void prescribe_inflow(Emitters& emitters, const Clock& clock, GridFlow& flow);

// 1 for cells at emitters, at sinks, and at sides that liquid leaves through, that a narrow band leaves to particles:
// these come and go one by one, crowd where a sink draws them from all sides, and are counted in front of an outflow.
// Empty where there are none.
std::vector<uint8_t> cells_left_to_particles(Emitters& emitters, Sinks& sinks, const Clock& clock,
                                             const GridSpace& space, const Tiles& tiles);

}  // namespace weir::grid
