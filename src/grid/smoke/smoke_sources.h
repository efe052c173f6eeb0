// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where smoke comes from: a scene's liquids are smoke that is there from the start, its emitters give smoke off for as
// long as they run. Inside of their shapes the air has at least the density and temperature of a source, and the
// velocity that the scene gives them.

#pragma once

#include "grid/smoke/smoke_fields.h"
#include "grid/tiles/tiled_particles.h"
#include "weir/scene/scene.h"
#include "weir/sim/director.h"
#include "weir/sim/moving_shape.h"

namespace weir::grid {

class SmokeSources {
 public:
  // Problems are told with the path in the scene. All must outlive it.
  SmokeSources(const Scene& scene, ShapeBuilder& builder, const GridSpace& space, const TileLimits& limits);

  // Makes the tiles for the smoke of the start and fills it in.
  void begin(SmokeFields& smoke);
  // To be called first in a step: the emitters are where they are at its end.
  void move_to(const Clock& clock);
  // The tiles that running emitters touch.
  std::vector<Vec3i> tiles() const;
  void emit(SmokeFields& smoke) const;

 private:
  struct Source;
  bool runs(size_t emitter) const;
  Source source_of(const Emitter& emitter, const MovingShape& shape) const;
  Source source_of(const Liquid& liquid, const Field& field) const;
  std::vector<Vec3i> tiles_of(const Source& source) const;
  void pour(const Source& source, SmokeFields& smoke) const;
  void pour_into(const Source& source, size_t tile, SmokeFields& smoke) const;

  const Scene& scene_;
  ShapeBuilder& builder_;
  const GridSpace& space_;
  TileLimits limits_;
  double frame_;  // at the start of the step
  std::vector<MovingShape> emitters_;
};

}  // namespace weir::grid
