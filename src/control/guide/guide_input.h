// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What guides, one frame of it, on the grid of the guide: from the volumes that a grid solver writes, or from particles
// of any solver. With solids, Algorithm 1 makes the preliminary guide of it.

#pragma once

#include <memory>

#include "control/guide/guide_field.h"
#include "control/guide/guide_shape.h"
#include "control/guide/guide_solids.h"
#include "weir/sim/particles.h"
#include "weir/sim/volume.h"

namespace weir::guide {

// A frame of what guides, before its distance is known far from the surface.
struct GuideInput {
  grid::GridSpace space;
  grid::Tiles tiles;
  std::vector<float> distance;  // cells; right beside the surface and in its sign
  grid::MacField velocity;      // m/s
  grid::MacField known;         // above 0 on faces whose velocity is known
  bool is_flow = false;         // the velocities are those of a liquid, free of divergence but for noise
};

GuideInput input_of_volumes(const Volume& surface, const Volume& velocity, int dimensions);
GuideInput input_of_particles(const Particles& particles, const grid::GridSpace& space, double spacing);

// Algorithm 1 with all it needs: tiles around the input, distances, velocities that go on around the liquid.
GuideField preliminary_guide(const GuideInput& input, GuideSolids& solids, double frame, const GuideShape& shape);

// For files: three volumes, and back.
std::vector<Volume> volumes_of(const GuideField& guide);
GuideField guide_of(const std::vector<Volume>& volumes, int dimensions);

// Where the grid of a volume lies.
grid::GridSpace space_of(const Volume& volume, int dimensions);

}  // namespace weir::guide
