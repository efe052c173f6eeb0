// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Motion while the shutter is open that no pixel of a picture shows. Rays through a mesh that moves take a third more
// time than through one that stands, however little it moves.

#pragma once

#include "render/world/camera.h"
#include "render/world/world.h"

namespace weir::render {

// Takes the velocities from meshes all of whose vertices move less than a small part of a pixel.
void stop_unseen_motion(World& world, const Camera& camera, int height);

}  // namespace weir::render
