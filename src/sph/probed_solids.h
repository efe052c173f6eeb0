// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What probes see of the particle solver: its pressure, and the load on the solids that they name, whose boundary
// particles are kept once more, each solid's apart from all others.

#pragma once

#include <map>
#include <memory>

#include "sph/flow.h"
#include "weir/sim/solid_loads.h"
#include "weir/sim/solver.h"

namespace weir::sph {

// After a step.
struct ProbedLiquid {
  std::span<const Vec3f> position;
  std::span<const float> density_pressure, divergence_pressure;  // Pa, of the two solves of DFSPH
  std::span<const Vec3f> walls;  // sum V_b grad W of all solids, at particles of the step
  float volume;                  // of a particle at rest

  // Both solves act for the whole step, so their pressures add up.
  float pressure(size_t i) const { return density_pressure[i] + divergence_pressure[i]; }
};

// Inside a box. A particle that touches a wall pushes it with V p sum V_b grad W: on the area that it takes there, this
// is the pressure on the wall, while its own p is what it takes to make up for a coarse boundary.
PressurePoints probed_pressure(const Box3f& box, const ProbedLiquid& liquid, float spacing);

class ProbedSolids {
 public:
  // Nothing is kept without probes of this kind. The builder must outlive it.
  ProbedSolids(const Scene& scene, ShapeBuilder& builder, const Kernel& kernel);
  ~ProbedSolids();

  // At the end of a step, and of rigid solids where their pose says.
  SolidLoad load_on(size_t solid, const Clock& clock, const Vec3d& about, std::span<const RigidPose> poses,
                    const ProbedLiquid& liquid);

 private:
  struct Alone;
  std::map<size_t, std::unique_ptr<Alone>> solids_;
  float spacing_;
};

}  // namespace weir::sph
