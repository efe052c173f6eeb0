// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A world to a picture by light paths:
//
//   Image picture = trace(world, camera, {.width = 640, .height = 360, .samples = 32});
//   tone_map(picture, 0);
//
// The picture is the same bit for bit whatever the number of threads.

#pragma once

#include "render/world/camera.h"
#include "render/world/world.h"
#include "weir/render/pictures/image.h"

namespace weir::render {

struct TraceSettings {
  int width = 640, height = 360;
  int samples = 32;    // paths a pixel
  uint32_t frame = 1;  // every frame has noise of its own
};

// Radiance, linear, without upper limit.
Image trace(const World& world, const Camera& camera, const TraceSettings& settings);

// Radiance to what a screen can show: brighter by `stops`, as it is up to 0.6, above that ever closer to 1.
void tone_map(Image& image, double stops);

}  // namespace weir::render
