// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What control meshes have to show at a frame (weir/sim/overlay.h): the form that the liquid is to have then. In 2D
// where it cuts the plane.

#pragma once

#include <memory>

#include "weir/sim/director_kind.h"
#include "weir/sim/overlay.h"

namespace weir::meshes {

Vec3f mesh_colour();

// InputError when a mesh cannot be built.
std::unique_ptr<DirectorOverlay> make_overlay(const DirectorPart& part);

}  // namespace weir::meshes
