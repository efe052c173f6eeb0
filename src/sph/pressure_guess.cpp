// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the pressure solve starts. The last step's pressure p alone is a poor guess: to undo what compression it found,
// the last solve pushed particles apart, they still move apart by it, and this step has to hold them back by as much.
// So p is taken together with the correction c, which is what the last solve added to its own guess, and as much of
// either as reduces the energy (p . A p) / 2 - s . p most: mostly p - c, which is the guess that the last solve had.

#include <algorithm>
#include <array>

#include "sph/pressure.h"

namespace weir::sph {

namespace {

constexpr double kLargestShare = 2;  // of the guess

// s_i without what liquid and bodies that move add to it, m3/s.
float still_part(const PressureSystem& system, const Flow& flow, float margin, float step, size_t i) {
  const float excess = system.excess.empty() ? 0 : system.excess[i] + margin;
  return flow.volume * (excess / step - flow.boundary.flux[i]);
}

}  // namespace

// What the energy has of p and c.
struct PressureSolve::GuessEnergy {
  double pp = 0, pc = 0, cc = 0;  // p . A p and so on
  double p = 0, c = 0;            // s . p, s . c
  GuessEnergy operator+(const GuessEnergy& b) const { return {pp + b.pp, pc + b.pc, cc + b.cc, p + b.p, c + b.c}; }

  struct Shares {
    float p, c;
  };
  Shares best() const {
    const double determinant = pp * cc - pc * pc;
    if (!(determinant > 1e-6 * pp * cc)) return {1, 0};
    return {static_cast<float>((p * cc - c * pc) / determinant), static_cast<float>((c * pp - p * pc) / determinant)};
  }
};

// p is in the points' w. With the transpose instead of the divergence, s . p costs no pass over neighbours:
// p . D v = -(sum_i m_i a_i . v_i + work on bodies) / V - p . flux.
PressureSolve::GuessEnergy PressureSolve::energy_of_guess(const PressureSystem& system) const {
  const auto dt = static_cast<float>(step_);
  GuessEnergy guess = parallel_reduce(
      flow_.size(), GuessEnergy{},
      [&](size_t begin, size_t end) {
        std::array<GradientSums, Neighbours::kBlock> around;
        const NearbyPoints near(flow_, begin);
        const float* correction = near.copy<0>(std::span<const float>(system.correction));
        for (size_t i = begin; i < end; ++i) around[i - begin] = sums_of_gradients(flow_, near, correction, i);
        GuessEnergy sum;
        for (size_t i = begin; i < end; ++i) {
          const float p = system.pressure[i], c = system.correction[i], inverse = flow_.inverse_mass[i];
          const Vec3f by_p = (flow_.gradient[i] * p + around[i - begin].of_w) * -flow_.volume;
          const Vec3f by_c = (flow_.gradient[i] * c + around[i - begin].of_other) * -flow_.volume;
          const float still = still_part(system, flow_, margin_, dt, i);
          const Vec3f& v = system.velocity[i];
          sum = sum + GuessEnergy{dot(by_p, by_p) * inverse, dot(by_p, by_c) * inverse, dot(by_c, by_c) * inverse,
                                  p * still - dot(by_p, v), c * still - dot(by_c, v)};
        }
        return sum;
      },
      std::plus<>(), Neighbours::kBlock);
  const Reaction by_p = reaction_to([&](size_t i) { return system.pressure[i]; });
  const Reaction by_c = reaction_to([&](size_t i) { return system.correction[i]; });
  const std::vector<RigidMotion> motion = motion_of_bodies();
  guess = guess + GuessEnergy{power(by_p, by_p.motion), power(by_p, by_c.motion), power(by_c, by_c.motion),
                              -power(by_p, motion), -power(by_c, motion)};
  return {guess.pp * step_, guess.pc * step_, guess.cc * step_, guess.p, guess.c};
}

// The share of the guess that reduces the energy most: s . p / p . A p. More would put energy into the liquid.
double PressureSolve::best_share_of_guess(const PressureSystem& system, double energy) const {
  if (!(energy > 0)) return 0;
  const auto dt = static_cast<float>(step_);
  const double by_liquid = parallel_sum<double>(flow_.size(), [&](size_t i) {
    const float power = dot(xyz(flow_.vector[i]), system.velocity[i]) / flow_.inverse_mass[i];
    return system.pressure[i] * still_part(system, flow_, margin_, dt, i) - power;
  });
  const double all = step_ / flow_.volume * (by_liquid - power(reaction_, motion_of_bodies()));
  return std::clamp(all / energy, 0.0, kLargestShare);
}

void PressureSolve::combine_with_correction(const PressureSystem& system) {
  const GuessEnergy::Shares best = energy_of_guess(system).best();
  parallel_for(flow_.size(), [&](size_t i) {
    system.pressure[i] = std::max(0.0f, best.p * system.pressure[i] + best.c * system.correction[i]);
    flow_.point[i].w = system.pressure[i];
  });
}

void PressureSolve::apply_guess(const PressureSystem& system) {
  const size_t n = flow_.size();
  const auto any = [&](std::span<const float> values) {
    return parallel_max(n, 0.0f, [&](size_t i) { return std::abs(values[i]); }) > 0;
  };
  if (any(system.pressure)) {
    if (any(system.correction)) combine_with_correction(system);
    const double share = best_share_of_guess(system, find_accelerations());
    parallel_for(n, [&](size_t i) { system.pressure[i] *= static_cast<float>(share); });
    apply_accelerations(system.velocity, share);
  }
  parallel_for(n, [&](size_t i) { system.correction[i] = -system.pressure[i]; });
}

}  // namespace weir::sph
