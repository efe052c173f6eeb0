// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The fast picture of particles. In 3D shaded balls, with eye-dome lighting (Boucheny 2009: what lies behind a near
// edge is darker) to tell sheets and drops from the bulk; solids in front of the liquid are glass, so nothing hides
// it. In 2D flat discs, and solids as their section at z = 0.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "render/world/camera.h"
#include "render/world/world.h"
#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/field.h"
#include "weir/render/pictures/image.h"
#include "weir/sim/overlay.h"

namespace weir::render {

// A solid at the frame of the picture.
struct ShownSolid {
  Mesh mesh;       // 3D
  FieldPtr field;  // 2D
  Vec3f colour;
};

struct ParticleView {
  int dimensions = 3;
  std::span<const Vec3f> positions;
  std::span<const Vec3f> colours;  // one a particle
  float radius = 0.01f;            // m
  std::span<const Smoke> smoke{};  // 2D: extinction of a density of 1, in all
  std::span<const ShownSolid> solids;
  std::optional<Box3f> domain;  // 2D: its x and y count
  const Overlay* overlay = nullptr;
};

Image particle_picture(const ParticleView& view, const Camera& camera, int width, int height);

}  // namespace weir::render
