// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a guide has to show at a frame (weir/sim/overlay.h): the surface of the liquid that it moves, under which there
// are no particles. Read from the guides in the folder of the run.

#pragma once

#include <memory>

#include "weir/sim/director_kind.h"
#include "weir/sim/overlay.h"

namespace weir::guide {

Vec3f guide_colour();

std::unique_ptr<DirectorOverlay> make_overlay(const DirectorPart& part);

}  // namespace weir::guide
