// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the phases of a scene are for the grid solver of liquids.

#pragma once

#include "weir/scene/scene.h"

namespace weir::grid {

// InputError where the scene asks for what the solver cannot do.
void check_liquid_phases(const Scene& scene);

}  // namespace weir::grid
