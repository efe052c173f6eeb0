// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a reversal has to show at a frame (weir/sim/overlay.h): which of the particles are those of its targets, on
// their way to the form or from it, and the forms that are still to come.

#pragma once

#include <memory>

#include "weir/sim/director_kind.h"
#include "weir/sim/overlay.h"

namespace weir::reversal {

Vec3f target_colour();

// InputError when the targets cannot be built.
std::unique_ptr<DirectorOverlay> make_overlay(const DirectorPart& part);

}  // namespace weir::reversal
