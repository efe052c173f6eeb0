// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/flat/template_picture.h"

#include <algorithm>

#include "render/flat/colours.h"
#include "render/flat/particle_picture.h"
#include "render/world/camera.h"

namespace weir::render {

namespace {

constexpr float kBall = 0.6f, kDisc = 0.5f;  // spacings of radius
constexpr uint32_t kBoxColour = 0xc0392b;    // red, as the boxes of the paper's figures

std::vector<Vec3f> colours_of(const Particles& particles, const templates::TemplateMetadata& metadata) {
  float fastest = 0;
  for (const Vec3f& v : particles.velocity) fastest = std::max(fastest, length(v));
  const ColourBy by = metadata.phases.size() > 1 ? ColourBy::phase : ColourBy::speed;
  return particle_colours(particles, by, {}, fastest);
}

}  // namespace

Image template_picture(const Particles& particles, const templates::TemplateMetadata& metadata, int width, int height) {
  Box3d box = metadata.region.box();
  if (metadata.dimensions == 2) box.lower.z = box.upper.z = 0;
  const Camera camera =
      framing_camera(Box3f(box.padded(0.02 * max_component(box.size()))), metadata.dimensions, width, height);
  const std::vector<Vec3f> colours = colours_of(particles, metadata);
  Overlay overlay;
  overlay.boxes.push_back({box, {}, colour_of(kBoxColour)});
  return particle_picture({.dimensions = metadata.dimensions,
                           .positions = particles.position,
                           .colours = colours,
                           .radius = (metadata.dimensions == 2 ? kDisc : kBall) * static_cast<float>(metadata.spacing),
                           .solids = {},
                           .domain = std::nullopt,
                           .overlay = &overlay},
                          camera, width, height);
}

std::string template_thumbnail(const Particles& particles, const templates::TemplateMetadata& metadata) {
  return png_bytes(template_picture(particles, metadata), "the thumbnail");
}

}  // namespace weir::render
