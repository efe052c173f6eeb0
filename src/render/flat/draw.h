// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Flat drawing on pictures. Places in pixels from the top left corner; pixel (3, 5) reaches from 3 to 4 and from 5 to
// 6. What lies outside the picture is left out.

#pragma once

#include <span>

#include "render/world/camera.h"
#include "weir/render/pictures/image.h"

namespace weir::render {

// In pixels; z is the distance from the camera.
struct ScreenPoint {
  float x = 0, y = 0, z = 1;
};

struct Pen {
  float thickness = 1;  // pixels
  Vec3f colour;
  float opacity = 1;
};

// Smooth. With the depths of the picture's pixels: hidden where they are nearer.
void draw_line(Image& image, const ScreenPoint& from, const ScreenPoint& to, const Pen& pen,
               std::span<const float> depth = {});
// Of a line in space, the part in front of the camera.
void draw_line(Image& image, const Vec3f& from, const Vec3f& to, const Camera& camera, const Pen& pen,
               std::span<const float> depth = {});
void draw_rectangle(Image& image, int x, int y, int width, int height, const Vec3f& colour);
void paste(Image& onto, const Image& image, int x, int y);

// Smaller (or as large), every pixel the mean of what it covers.
Image reduced(const Image& image, int width, int height);

}  // namespace weir::render
