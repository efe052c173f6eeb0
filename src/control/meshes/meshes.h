// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The director `meshes`: liquid takes the forms of control meshes and moves with them (Raveendran, Thuerey, Wojtan &
// Turk 2012, "Controlling Liquids Using Meshes"). See docs/meshes.md.

#pragma once

#include <memory>

#include "weir/sim/director_kind.h"

namespace weir::meshes {

// Its row in the registry.
DirectorKind director_kind();

}  // namespace weir::meshes
