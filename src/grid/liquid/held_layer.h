// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How solids hold the layer of liquid that touches them back along their surface (sim/solid_grips.h). With the speed v
// of a face along the solid beside it, relative to the solid,
//
//   friction mu     takes at most mu times what presses on the solid, as a velocity, off it (held_faces.h),
//   stickiness s    divides it by 1 - ln(1 - s) v dt / spacing.
//
// The layer is a cell thick: faces that are half a cell from the solid or closer belong to it entirely, those farther
// than one and a half cells not at all. The pressure must be known to tell how much friction there is, and what is
// taken off changes the pressure: so it is solved once more, from the start, with friction among the forces. Bodies
// that the liquid moves get what they take (held_bodies.h), and yield to the second solve as to the first.

#pragma once

#include "grid/liquid/flip_bodies.h"
#include "grid/liquid/held_bodies.h"
#include "grid/pressure/face_viscosity.h"

namespace weir::grid {

class HeldLayer {
 public:
  HeldLayer(const Scene& scene, ShapeBuilder& builder);

  // Whether the scene says anything of friction or stickiness. If not, none of the next three need be called.
  bool any() const { return any_; }

  // Thick liquid sticks to solids only as much as their stickiness says, where they have one.
  void loosen(const HeldAround& around, Viscosity& viscosity) const;

  // After the pressure was solved. `before`: velocities before it, `after`: after it, known around the liquid. Takes
  // what solids hold off `before`, and returns by how much the motion of bodies changes: from there the pressure is
  // to be solved anew.
  std::vector<RigidMotion> hold(const HeldAround& around, const GridFlow& flow, const CoupledBodies* bodies,
                                const MacField& after, MacField& before) const;

  // In a solid velocities are those of the liquid beside it. But particles at a solid that holds them are slower than
  // that, and would be sped up: there the change of velocities goes on into the solid, not the velocities.
  // `continued`: velocities before everything, as particles have them, continued into solids.
  void keep_shear(const HeldAround& around, const MacField& continued, MacField& velocity) const;

  // Adhesion pulls particles of the layer towards the solid, and bodies towards them. Adds to `acceleration`.
  void adhere(const HeldAround& around, const Particles& particles, double seconds, FlipBodies& bodies,
              std::span<Vec3f> acceleration) const;

 private:
  std::vector<PulledParticle> pulled(const HeldAround& around, std::span<const Vec3f> position) const;
  // Of the nearest solids; `nearest` gets their numbers, -1 for a wall.
  std::vector<SolidGrip> grips_at(const HeldAround& around, std::span<const Vec3f> points,
                                  std::vector<int>& nearest) const;
  std::vector<SlowedFace> slowed_faces(const HeldAround& around, const CoupledBodies* bodies,
                                       std::span<const HeldFace> faces) const;

  SolidGrips grips_;
  bool any_ = false;
  ShapeBuilder& builder_;
  float spacing_;
  double density_;
};

}  // namespace weir::grid
