// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the grid solver for liquid cannot do of what a scene asks.

#pragma once

#include "weir/scene/node.h"
#include "weir/scene/reader.h"
#include "weir/scene/scene.h"

namespace weir::grid {

// `node` is that of the scene's solver.
void check_flip(const Node& node, const Scene& scene, size_t, Reader& reader);

}  // namespace weir::grid
