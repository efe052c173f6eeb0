// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How long the next step may be: so that particles move at most `cfl` spacings against their neighbours, by their speed
// or from rest; and what sound needs (wcsph).

#pragma once

#include <span>

#include "sph/sph_settings.h"
#include "weir/base/archive.h"
#include "weir/scene/scene.h"
#include "weir/sim/particles.h"

namespace weir::sph {

class StepLength {
 public:
  // The first step is that of liquid at rest under its weight.
  StepLength(const Scene& scene, const SphSettings& settings, const Particles& particles);

  // What a step found, for the length of the next one.
  struct Found {
    double relative_speed = 0;          // m/s against neighbours, of all but one particle in a thousand
    double acceleration = 0;            // m/s2, the greatest
    double wall_speed = 0;              // m/s, of the fastest solid
    std::span<const float> pressure{};  // of the particles, Pa
  };
  void find(const Particles& particles, const Found& found);

  double seconds() const { return seconds_; }
  double sound() const { return sound_; }  // m/s, of wcsph
  void state(Archive& archive);

 private:
  void update_pressure_scale(const Particles& particles, std::span<const float> pressure);
  double longest_by_sound(const Particles& particles, double speed);

  const Scene& scene_;
  const SphSettings settings_;
  const double longest_, shortest_;  // s
  double seconds_ = 0;
  double pressure_scale_ = 0;
  double sound_ = 0;
};

}  // namespace weir::sph
