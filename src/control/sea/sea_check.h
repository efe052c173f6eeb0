// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What of a sea concerns the rest of its scene.

#pragma once

#include "control/sea/waves.h"
#include "weir/scene/scene.h"

namespace weir::sea {

// The scene was checked.
Water water_of(const Scene& scene, const SeaSettings& settings);

void check_sea(const Node& node, const Scene& scene, size_t index, Reader& reader);

}  // namespace weir::sea
