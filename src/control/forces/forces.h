// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The scene's plain forces (push, wind, vortex, attract) as directors: they add acceleration and nothing else, so they
// work on every solver that has the hook "forces".

#pragma once

#include <memory>

#include "weir/scene/scene.h"
#include "weir/sim/director.h"

namespace weir::forces {

// Number `index` of scene.forces. The scene must outlive the director. InputError with the path of a bad region.
std::unique_ptr<Director> make_force(const Scene& scene, size_t index);

}  // namespace weir::forces
