// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The points of a rig before it moves, as its settings say. Those sampled last are kept for the process: an artist who
// moves a rig asks for the same ones many times a second.

#pragma once

#include "control/rig/rig_points.h"
#include "weir/scene/scene.h"

namespace weir::rig {

// `frame`: at which the shape is sampled. InputError with the part of the settings that is wrong.
RigPoints first_points(const Scene& scene, const RigSettings& settings, double frame);

}  // namespace weir::rig
