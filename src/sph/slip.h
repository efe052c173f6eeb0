// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Single particles of one liquid inside another of a different density. Around a particle on its own the others lie
// like grains around a grain: they carry its buoyancy without giving way, so it would stay where it is for good. Here
// it goes through the others as a drop of its size does (sim/lone_drop.h), and they take the opposite momentum.

#pragma once

#include <span>
#include <vector>

#include "sph/flow.h"
#include "weir/scene/scene.h"

namespace weir::sph {

class Slip {
 public:
  explicit Slip(const Scene& scene);

  // After the pressure solve. `pressure` (Pa): where there is next to none, in free fall, nothing is buoyant.
  void apply(const Flow& flow, const Vec3f& gravity, std::span<const uint8_t> phase, std::span<const float> pressure,
             std::span<Vec3f> velocity);

 private:
  struct Drop {
    uint32_t particle;
    Vec3f change;  // of its velocity
  };
  // Its change of velocity; zero unless it is on its own among others.
  Vec3f change_of(const Flow& flow, size_t i, const Vec3f& gravity, std::span<const uint8_t> phase, float pressure,
                  std::span<const Vec3f> velocity) const;
  void exchange(const Flow& flow, const Drop& drop, std::span<const uint8_t> phase, std::span<Vec3f> velocity) const;

  float spacing_;
  std::vector<float> density_, viscosity_;  // of the phases
  bool densities_differ_;
  std::vector<Vec3f> change_;
};

}  // namespace weir::sph
