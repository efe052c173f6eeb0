// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A scene whose keyframes are played backward: what was at frame f is at 2 * about - f.

#pragma once

#include "weir/scene/scene.h"

namespace weir {

Shape mirrored(Shape shape, double about);

// Solids, sinks, forces and gravity; liquids and emitters stay as they are.
void mirror_time(Scene& scene, double about);

}  // namespace weir
