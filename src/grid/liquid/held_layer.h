// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How solids hold the layer of liquid that touches them back along their surface (sim/solid_grips.h). With the speed v
// of a face along the solid beside it, relative to the solid,
//
//   friction mu     takes at most mu times the solid's pressure on a cell, as a velocity, off it,
//   stickiness s    divides it by 1 - ln(1 - s) v dt / spacing.
//
// The layer is a cell thick: faces that are half a cell from the solid or closer belong to it entirely, those farther
// than one and a half cells not at all. What is taken off would compress liquid where the grip of a solid changes; so
// the pressure is solved once more.

#pragma once

#include <functional>

#include "grid/liquid/grid_flow.h"
#include "grid/pressure/face_viscosity.h"
#include "sim/solid_grips.h"

namespace weir::grid {

class HeldLayer {
 public:
  // InputError for a solid that the liquid moves: it would have to be held back in turn.
  HeldLayer(const Scene& scene, ShapeBuilder& builder);

  struct Around {
    const Solids& solids;
    const TiledParticles& where;
    const SolidFaces& faces;
    double frame;  // at the end of the step
    const GridSpace& space() const { return where.space(); }
    const Tiles& tiles() const { return where.tiles(); }
  };
  // Where the scene says nothing of it, none of these does anything.
  // Thick liquid sticks to solids only as much as their stickiness says, where they have one.
  void loosen(const Around& around, Viscosity& viscosity) const;

  // When viscosity has acted with this spread (face_viscosity.h): it has taken some of the liquid's weight.
  void note_viscous(float spread, const MacField& velocity);

  // After the pressure. `before`: velocities before both; `make_known` continues them into air and solids. Returns the
  // iterations that the pressure took once more.
  using MakeKnown = std::function<void(MacField&)>;
  int hold(const Around& around, const MacField& before, const MakeKnown& make_known, GridFlow& flow,
           MacField& velocity) const;

 private:
  void slow_down(const Around& around, const GridFlow& flow, const MacField& before, MacField& velocity) const;
  std::vector<SolidGrip> grips_at(const Around& around, std::span<const Vec3f> points) const;

  SolidGrips grips_;
  ShapeBuilder& builder_;
  float spacing_;
  float spread_ = 0;  // m2, of viscosity
  MacField viscous_;  // velocities that it made
};

}  // namespace weir::grid
