// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The director `meshes`: liquid takes the forms of control meshes and moves with them (Raveendran, Thuerey, Wojtan &
// Turk 2012, "Controlling Liquids Using Meshes"). See docs/meshes.md.

#pragma once

#include <memory>

#include "scene/scene.h"
#include "sim/director.h"

namespace weir::meshes {

// Of scene.directors[index]; the scene must outlive it.
std::unique_ptr<Director> make_meshes_director(const Scene& scene, size_t index);

}  // namespace weir::meshes
