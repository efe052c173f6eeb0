// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of what particles carry: heat, thickness and colour, and how fast these mix.

#pragma once

#include "scene/blocks.h"
#include "weir/scene/parameter.h"
#include "weir/scene/scene.h"

namespace weir {

Info heat_info(const char* help);
Info thickness_info();

// The curve of a phase rises in heat, and is not given together with a plain viscosity.
void check_viscosity(const Node& node, const Phase& phase, Reader& reader);
// Heat of solids needs a rate, and thickness a viscosity: without, they would do nothing.
void check_carried(const Node& node, const Scene& scene, Reader& reader);

}  // namespace weir
