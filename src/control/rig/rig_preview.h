// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a preview shows of a rig: its points at the frame, the way of their middle, and its path.

#pragma once

#include "weir/sim/director_kind.h"
#include "weir/sim/setup.h"

namespace weir::rig {

// InputError when the rig cannot be built.
void preview(const DirectorPart& part, SetupMaker& maker);

}  // namespace weir::rig
