// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Evens out the noise that is left in a picture of few samples: each pixel becomes a mean of those around it that look
// like it, as far as its own noise allows (Dammertz et al. 2010, "Edge-avoiding a-trous wavelet transform for fast
// global illumination filtering", led by the variance as in Schied et al. 2017). A picture without noise stays as it
// is.

#pragma once

#include <span>

#include "weir/render/pictures/image.h"

namespace weir::render {

// What is known of a pixel besides its light: means over its samples.
struct PixelGuide {
  Vec3f normal;        // of the first thing met
  Vec3f colour;        // of the first thing met that is not clear, as seen through what is clear
  float variance = 0;  // of the pixel's brightness: how far it may be from the truth, squared
};

float brightness(const Vec3f& colour);

void denoise(Image& image, std::span<const PixelGuide> guides);

}  // namespace weir::render
