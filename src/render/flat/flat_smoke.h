// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoke of a flat scene: a sheet of it at z = 0, seen against the light.

#pragma once

#include <span>

#include "render/world/camera.h"
#include "render/world/world.h"
#include "weir/render/pictures/image.h"

namespace weir::render {

// Over what is in the picture already. Where the density is 1, the light that passes is exp(-extinction).
void draw_flat_smoke(Image& image, std::span<const Smoke> smoke, const Camera& camera);

}  // namespace weir::render
