// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The solids of a scene during one step: distance to the nearest one, anywhere, at any moment of the step. Between
// the start and the end of a step the distance is interpolated; that of a solid whose form changes, which is costly to
// build, between whole frames. Closed walls of the domain count as a solid.

#pragma once

#include <span>
#include <vector>

#include "geometry/build.h"
#include "scene/scene.h"
#include "stage/director.h"

namespace weir {

class Solids {
 public:
  // Problems (an open mesh, a missing font) are told with the path of the solid in the scene.
  Solids(const Scene& scene, ShapeBuilder& builder);

  // Rebuilds the moving ones for a step. The first step is that of the scene's first frame, with length 0.
  void move_to(double frame_begin, double frame_end);

  size_t size() const { return solids_.size(); }

  // Signed distance (m) at the start of the step and how much it changes until its end; per point the nearest solid.
  // Far from a solid it is a lower bound, so that a march by it is safe.
  void distance(std::span<const Vec3f> points, std::span<float> at_begin, std::span<float> change) const;
  // Of the nearest solid at the end of the step: unit outward normal and velocity (m/s).
  void contact(std::span<const Vec3f> points, std::span<Vec3f> normal, std::span<Vec3f> velocity) const;

 private:
  struct Entry {
    const Shape* shape;  // nullptr: the domain's walls
    bool moves, deforms;
    FieldPtr begin, end;            // at two moments around the step
    double begin_frame, end_frame;  // these moments
    float step_begin, step_end;     // the step, as parts of the way from begin to end
    Box3f bounds;                   // of both
  };
  void place(Entry& solid, double frame_begin, double frame_end) const;

  ShapeBuilder& builder_;
  float normal_step_;
  float near_;  // m from a solid's bounds within which its own distance is asked
  std::vector<Entry> solids_;
};

}  // namespace weir
