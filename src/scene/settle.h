// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What parameters leave to the rest of the scene: the frames in which a path is gone along, which point of a shape goes
// along it, and how the solids move that things are attached to. load_scene() settles all of it.

#pragma once

#include "weir/scene/scene.h"

namespace weir {

void settle(Scene& scene);

}  // namespace weir
