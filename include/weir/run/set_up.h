// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a scene sets up at a frame (weir/sim/setup.h): all that has a place in it, and all that its directors show of
// themselves. A moment's work for scenes of any size, since nothing is seeded and no solver is built.

#pragma once

#include "weir/sim/setup.h"

namespace weir::run {

// Liquids are as they start. `folder`: of the scene's run; what its plan has made there is shown, if it is there. What
// cannot be built is left out and told in Setup::problems, besides those that are `known` from reading the scene.
// `shapes`: kept from one time to the next while a scene is edited.
Setup set_up(const Scene& scene, double frame, const std::filesystem::path& folder = {},
             const std::vector<Problem>& known = {}, SetupShapes* shapes = nullptr);

}  // namespace weir::run
