// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What must hold between the parts of a scene.

#pragma once

#include "scene/reader.h"
#include "scene/scene.h"

namespace weir {

// Complains of what concerns several parts; told together with what is wrong inside the parts.
void check_scene(const Node& node, const Scene& scene, Reader& reader);

}  // namespace weir
