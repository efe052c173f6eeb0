// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The liquid between two steps, on a grid of its own: for the files of a frame and for the first tracked surface.

#pragma once

#include "grid/liquid/liquid_phases.h"
#include "grid/liquid/narrow_band.h"
#include "grid/liquid/scatter.h"
#include "grid/pressure/solid_faces.h"
#include "weir/sim/director.h"
#include "weir/sim/volume.h"

namespace weir::grid {

struct LiquidNow {
  TiledParticles where;  // in tiles that hold all liquid and the band around its surface
  Scattered scattered;
  SolidFaces faces;
};

// What it is made of.
struct LiquidParts {
  const GridSpace& space;
  const Particles& particles;
  const NarrowBand& band;
  const LiquidPhases& phases;
  const Solids& solids;
  KnownSolids known;  // of the last step
};

LiquidNow find_liquid_now(const LiquidParts& parts, const Directors& directors);

// For files: the surface and the velocity of it, and of what directors hold.
std::vector<Volume> volumes_of(LiquidNow now, const Clock& clock, Directors& directors);

}  // namespace weir::grid
