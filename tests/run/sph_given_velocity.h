// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A run that starts with a velocity given for every place, which a scene cannot say: a director sets it in the first
// step, after the divergence is gone.

#pragma once

#include <functional>
#include <utility>

#include "liquid.h"
#include "sph/sph.h"

namespace weir::run {

class GivenVelocity final : public Director {
 public:
  using At = std::function<Vec3f(const Vec3f&)>;
  explicit GivenVelocity(At at) : at_(std::move(at)) {}
  unsigned hooks() const override { return hook::after_projection; }
  void after_projection(const Clock& clock, const Particles& particles, std::span<Vec3f> velocity) override {
    if (clock.time > 0) return;
    for (size_t i = 0; i < velocity.size(); ++i) velocity[i] = at_(particles.position[i]);
  }

 private:
  At at_;
};

// A solver without a stage, which takes no directors but the scene's own.
class GivenStart {
 public:
  GivenStart(const Scene& scene, GivenVelocity::At at)
      : rate_(scene.frames.rate), solver_(sph::make_sph_solver(scene)) {
    directors_.add(std::make_unique<GivenVelocity>(std::move(at)));
  }
  // `first` limits the first step: its length is asked for before the solver knows the velocity.
  void run_to(double time, double first) {
    while (time_ < time * (1 - 1e-9)) {
      const double wanted = time_ > 0 ? solver_->wanted_step() : first;
      const double step = std::min(wanted, time - time_);
      solver_->step({1 + time_ * rate_, time_, step, rate_}, directors_);
      time_ += step;
    }
  }
  const Particles& particles() const { return solver_->particles(); }

 private:
  double rate_, time_ = 0;
  std::unique_ptr<Solver> solver_;
  Directors directors_;
};

}  // namespace weir::run
