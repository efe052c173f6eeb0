// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles as balls in front of a camera: which one is nearest at every pixel, by a depth buffer. And, for flat runs,
// as smooth discs painted in their order.

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "render/world/camera.h"
#include "weir/base/vec.h"
#include "weir/render/pictures/image.h"

namespace weir::render {

struct BallLayer {
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  std::vector<uint32_t> ball;  // index, by pixel; kNone where there is none
  std::vector<float> depth;    // m along the camera's forward; infinite where there is none
  std::vector<Vec3f> normal;   // unit, along right, up and towards the camera
};

// Balls of one radius (m), never smaller than can be seen. What is not finite or behind the camera is left out; of two
// equally near balls the first is seen.
BallLayer ball_layer(std::span<const Vec3f> centres, float radius, const Camera& camera, int width, int height);

struct Disc {
  float x = 0, y = 0, radius = 0;  // pixels
  Vec3f colour;
};

// Later ones over earlier ones; edges are smooth over one pixel.
void draw_discs(Image& image, std::span<const Disc> discs);

}  // namespace weir::render
