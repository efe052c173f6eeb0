// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// An animated shape that guides: its distance on the guide's grid, and velocities inside it, which only its surface
// has (section 3.3 of Nielsen & Bridson 2011).

#pragma once

#include "control/guide/guide_input.h"
#include "control/guide/guide_settings.h"
#include "weir/geometry/shapes/build.h"
#include "weir/sim/moving_shape.h"

namespace weir::guide {

class AnimatedInput {
 public:
  // The scene must outlive it; number `index` of its directors has the shape.
  AnimatedInput(const Scene& scene, size_t index, const grid::GridSpace& space);

  // Velocities at a frame are those of the way to the next one; at the last, of that to it.
  GuideInput read(int frame);

 private:
  grid::Tiles find_tiles() const;
  std::vector<float> distances(const grid::Tiles& tiles, const Vec3f& in_cell, float far) const;
  grid::MacField closest_velocities(const grid::Tiles& tiles, const grid::MacField& wanted) const;

  const Scene& scene_;
  const GuideSettings& settings_;
  grid::GridSpace space_;
  ShapeBuilder builder_;
  MovingShape shape_;
  float moment_ = 0;
};

// 3.3.2: the potential flow in the cells inside a shape that has `surface` (m/s) on faces that its surface cuts; `open`
// is the share of a face that is inside. Gives velocities on all faces that are partly inside.
grid::MacField potential_flow(const grid::Tiles& tiles, const grid::MacField& open, const grid::MacField& surface);

}  // namespace weir::guide
