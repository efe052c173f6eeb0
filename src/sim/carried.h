// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What particles carry in a scene (weir/sim/particles.h): which of it a scene asks for, what particles start with, and
// the solids that warm or cool them.

#pragma once

#include <memory>
#include <span>
#include <vector>

#include "weir/scene/scene.h"
#include "weir/sim/particles.h"
#include "weir/sim/solids.h"

namespace weir {

// Null when the scene asks for nothing.
std::shared_ptr<const CarriedKinds> carried_kinds(const Scene& scene);

// Particles that a liquid starts with; those of its file have what the file says.
void carry(const Scene& scene, const Liquid& liquid, Particles& particles);

// What an emitter gives to its particles at a frame.
Carried carried_by(const Emitter& emitter, const Carried& of_phase, double frame);

// Solids that have a heat of their own.
class HotSolids {
 public:
  explicit HotSolids(const Scene& scene) : scene_(scene) {}

  bool any() const;
  // Of points: m to the nearest solid at the end of the step, and its heat at a frame; NaN where it has none, or is not
  // as near as `reach` (m).
  void find(const Solids& solids, double frame, float reach, std::span<const Vec3f> points, std::span<float> gap,
            std::span<float> heat) const;

 private:
  const Scene& scene_;
};

}  // namespace weir
