// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A rig of a run (Lu et al. 2019), as the figures of their paper show them: points, where they are at a frame, and
// the paths that they go along. Found again from the run's scene.

#pragma once

#include <memory>

#include "control/rig/rig_settings.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/overlay.h"

namespace weir::rig {

Vec3f rig_colour();  // of its points
// The path of a motion that has one, where what it is attached to has carried it.
Overlay::Polyline line_along(const Transform& motion, double frame);

// InputError when the rig cannot be built.
std::unique_ptr<DirectorOverlay> make_overlay(const DirectorPart& part);

}  // namespace weir::rig
