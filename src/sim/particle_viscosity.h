// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The viscosity of particles: that of their phase, keyframed or by their heat, times their thickness. Over heat, its
// logarithm is straight from point to point of the curve, and stays beyond its ends.

#pragma once

#include <span>
#include <vector>

#include "weir/scene/scene.h"
#include "weir/sim/particles.h"

namespace weir {

// Pa s that a phase has at any time or heat, at most; thickness does not count.
double greatest_viscosity(const Phase& phase);

class ParticleViscosity {
 public:
  explicit ParticleViscosity(const Scene& scene);

  // Whether it differs within a phase, or in time.
  bool varies() const { return varies_; }
  // Pa s of every particle. Empty where it does not vary: the phases say it.
  std::span<const float> find(const Particles& particles, double frame);

 private:
  struct Curve {
    std::vector<float> heat, logarithm;
    float at(float degrees) const;
  };
  const Scene& scene_;
  bool varies_;
  std::vector<Curve> curve_;  // of each phase; empty where heat does not matter
  std::vector<float> found_;
};

}  // namespace weir
