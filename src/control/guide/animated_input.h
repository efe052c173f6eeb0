// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// An animated shape that guides: its distance on the guide's grid, and velocities inside it, which only its surface
// has (section 3.3 of Nielsen & Bridson 2011).

#pragma once

#include "control/guide/guide_input.h"
#include "geometry/build.h"
#include "scene/guide.h"
#include "sim/moving_shape.h"

namespace weir {

class AnimatedInput {
 public:
  // The scene must outlive it; number `index` of its directors has the shape.
  AnimatedInput(const Scene& scene, size_t index, const GridSpace& space);

  // Velocities at a frame are those of the way to the next one; at the last, of that to it.
  GuideInput read(int frame);

 private:
  Tiles find_tiles() const;
  std::vector<float> distances(const Tiles& tiles, const Vec3f& place, float far) const;
  MacField closest_velocities(const Tiles& tiles, const MacField& wanted) const;

  const Scene& scene_;
  const GuideSettings& settings_;
  GridSpace space_;
  ShapeBuilder builder_;
  MovingShape shape_;
  float moment_ = 0;
};

// 3.3.2: the potential flow in the cells inside a shape that has `surface` (m/s) on faces that its surface cuts; `open`
// is the share of a face that is inside. Gives velocities on all faces that are partly inside.
MacField potential_flow(const Tiles& tiles, const MacField& open, const MacField& surface);

}  // namespace weir
