// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How well a guided run goes with what guides it, measured on finished runs.

#pragma once

#include "weir/sim/director_kind.h"

namespace weir::guide {

// Of any liquid at a frame: how far its surface is from that of what guides, in cells of that (correspondence.h).
double distance_from_input(const DirectorPart& part, int frame, const Particles& liquid);

// Of what guides at a frame, a cell or more inside the guide: how much of the flow through a cell it makes or swallows,
// in the mean.
double guide_divergence(const DirectorPart& part, int frame);

}  // namespace weir::guide
