// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Directing by rig and skin (Lu, Chen, Yan, Li, Lin, Hu 2019, "A Rigging-Skinning Scheme to Control Fluid Simulation"):
// rig fluidization, which drags the liquid along with the rig's points.

#pragma once

#include "weir/sim/director_kind.h"

namespace weir::rig {

// Number `index` of scene.directors, which is a rig. The scene must outlive it. InputError with the path of what cannot
// Its row in the registry.
DirectorKind director_kind();

}  // namespace weir::rig
