// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Light and ground of the looks that pictures have by name (weir/scene/look.h).

#pragma once

#include "render/world/world.h"
#include "weir/scene/look.h"

namespace weir::render {

struct Lighting {
  Sky sky;
  Vec3f ground{0.48f, 0.475f, 0.465f};
  double exposure = 0;  // stops
};

Lighting lighting_of(Look look);

// Everything of white clay, liquids whiter than solids.
void turn_to_clay(std::vector<Material>& materials);

}  // namespace weir::render
