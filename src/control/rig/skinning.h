// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// One step of linear flow skinning: from the features an artist wants (Eqs. 11-13) to velocities (Eq. 9). The
// zero-order velocity is the flow as it is, as in all examples of the paper.

#pragma once

#include "control/rig/flow_skin.h"
#include "control/rig/rig_settings.h"

namespace weir::rig {

class Skinning {
 public:
  // The settings must outlive it. `spacing` (m): of particles or cells.
  Skinning(const RigSkin& settings, double spacing, int dimensions, SkinOn on, uint64_t seed);

  bool needs_original() const { return settings_.features == RigFeatures::original; }
  // What is skinned: `coarse` says which are cells of a narrow band's core; empty: none.
  struct Liquid {
    std::span<const Vec3f> position;
    std::span<const uint8_t> free, coarse;
  };
  // Changes the velocity of the liquid that is free; `original` is v_A, where it is needed. Returns the iterations it
  // took. `pattern`: of turbulence, which has one after the other; between two of them it has a fraction.
  int apply(double frame, double pattern, const Liquid& liquid, std::span<const Vec3f> original,
            std::span<Vec3f> velocity);

 private:
  std::vector<Vec3f> turbulence(double frame, double pattern, std::span<const Vec3f> position) const;

  const RigSkin& settings_;
  FlowSkin skin_;
  int dimensions_;
  uint64_t seed_;
  std::vector<Vec3f> before_;       // v_Af
  std::vector<Gradient3f> wanted_;  // grad v_1
};

}  // namespace weir::rig
