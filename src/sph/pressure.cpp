// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/pressure.h"

#include <algorithm>
#include <array>

namespace weir::sph {

namespace {

constexpr double kLongestStep = 100;          // in those of Jacobi: more is a direction that hardly anything answers to
constexpr double kShareOfTolerance = 0.9;     // for the mean: the rest is what densities do not change linearly
constexpr double kMargin = 2;                 // in tolerances
constexpr double kGreatestCompression = 100;  // of a single particle, in tolerances,
constexpr int kPatience = 3;                  // unless so many iterations have not lowered it by a tenth
constexpr double kNegligible = 0.3;           // of the correction by Jacobi: less pressure is as good as none

// Where a vector of particles has or needs pressure: these take part. Particles without pressure have no weight. Those
// that hardly have any and need none are brought to zero: taken along by the others they would go below it, come back
// and go again, and every second iteration would be for nothing.
WEIR_INLINE auto taking_part(simd::Lanes pressure, simd::Lanes residual, simd::Lanes weight, simd::Lanes negligible) {
  const simd::Lanes after = simd::mul_add(residual * weight, negligible, pressure);
  const auto wanted = (after > 0) | (residual > 0);
  return (wanted & (pressure >= 0)) & (weight > 0);
}

}  // namespace

double PressureSolve::find_accelerations() {
  const float v = flow_.volume;
  const double energy = parallel_reduce(
      flow_.size(), 0.0,
      [&](size_t begin, size_t end) {
        std::array<Vec3f, Neighbours::kBlock> around;
        const NearbyPoints near(flow_, begin);
        for (size_t i = begin; i < end; ++i) around[i - begin] = sum_of_gradients(flow_, near, i);
        double sum = 0;
        for (size_t i = begin; i < end; ++i) {
          const Vec3f force = (flow_.gradient[i] * flow_.point[i].w + around[i - begin]) * -v;
          flow_.vector[i] = float4(force * flow_.inverse_mass[i]);
          sum += static_cast<double>(dot(force, force) * flow_.inverse_mass[i]);
        }
        return sum;
      },
      std::plus<>(), Neighbours::kBlock);
  return step_ * step_ / v * (energy + find_accelerations_of_bodies());
}

// What the boundary does to the liquid, back: +V p_i sum_b V_b grad W_ib.
PressureSolve::Reaction PressureSolve::reaction_to(const PressureOf& pressure) const {
  Reaction reaction{std::vector<Load>(bodies_.size()), std::vector<RigidMotion>(bodies_.size())};
  for (const BodyContact& c : flow_.contacts) {
    const double p = static_cast<double>(flow_.volume * pressure(c.particle));
    reaction.load[c.body].force += static_cast<Vec3d>(c.linear) * p;
    reaction.load[c.body].torque += static_cast<Vec3d>(c.angular) * p;
  }
  for (size_t b = 0; b < bodies_.size(); ++b) {
    const Load& load = reaction.load[b];
    reaction.motion[b] = {load.force / bodies_.mass(b), bodies_.inverse_inertia(b) * load.torque};
  }
  return reaction;
}

// Returns the bodies' share of the energy.
double PressureSolve::find_accelerations_of_bodies() {
  reaction_ = reaction_to([&](size_t i) { return flow_.point[i].w; });
  set_flux_of_bodies(reaction_.motion);
  return power(reaction_, reaction_.motion);
}

double PressureSolve::power(const Reaction& reaction, const std::vector<RigidMotion>& motion) {
  double sum = 0;
  for (size_t b = 0; b < motion.size(); ++b) {
    sum += dot(reaction.load[b].force, motion[b].velocity) + dot(reaction.load[b].torque, motion[b].angular_velocity);
  }
  return sum;
}

// What bodies that move (or accelerate) like this contribute to the divergence of the liquid around them.
void PressureSolve::set_flux_of_bodies(const std::vector<RigidMotion>& motion) {
  for (const BodyContact& c : flow_.contacts) flux_[c.particle] = 0;
  for (const BodyContact& c : flow_.contacts) {
    flux_[c.particle] += static_cast<float>(dot(static_cast<Vec3d>(c.linear), motion[c.body].velocity) +
                                            dot(static_cast<Vec3d>(c.angular), motion[c.body].angular_velocity));
  }
}

std::vector<RigidMotion> PressureSolve::motion_of_bodies() const {
  std::vector<RigidMotion> motion(bodies_.size());
  for (size_t b = 0; b < motion.size(); ++b) motion[b] = bodies_.motion(b);
  return motion;
}

void PressureSolve::apply_accelerations_to_bodies(double share) {
  for (size_t b = 0; b < bodies_.size(); ++b) {
    RigidMotion motion = bodies_.motion(b);
    motion.velocity += reaction_.motion[b].velocity * (step_ * share);
    motion.angular_velocity += reaction_.motion[b].angular_velocity * (step_ * share);
    bodies_.set_motion(b, motion);
  }
}

void PressureSolve::apply_pressure(std::span<const float> pressure, std::span<Vec3f> velocity, double step) {
  step_ = step;
  flux_.assign(flow_.size(), 0);
  parallel_for(flow_.size(), [&](size_t i) { flow_.point[i].w = pressure[i]; });
  find_accelerations();
  apply_accelerations(velocity, 1);
}

void PressureSolve::apply_accelerations(std::span<Vec3f> velocity, double share) {
  apply_accelerations_to_bodies(share);
  const auto seconds = static_cast<float>(step_ * share);
  parallel_for(flow_.size(), [&](size_t i) { velocity[i] += xyz(flow_.vector[i]) * seconds; });
}

void PressureSolve::set_weights(const PressureSystem& system) {
  const size_t n = flow_.size();
  residual_.resize(n);
  weight_.resize(n);
  flux_.assign(n, 0);
  parallel_for(n, [&](size_t i) {
    const bool fixed = !system.fixed.empty() && system.fixed[i];
    weight_[i] = fixed || !(flow_.diagonal[i] > 0) ? 0 : 1 / flow_.diagonal[i];
    if (fixed) system.pressure[i] = system.correction[i] = 0;
    flow_.point[i].w = system.pressure[i];
  });
}

PressureSolve::Compression PressureSolve::measure_residual(const PressureSystem& system) {
  const auto dt = static_cast<float>(step_);
  parallel_for(flow_.size(), [&](size_t i) { flow_.vector[i] = float4(system.velocity[i]); });
  set_flux_of_bodies(motion_of_bodies());
  return parallel_reduce(
      flow_.size(), Compression{},
      [&](size_t begin, size_t end) {
        const std::array<float, Neighbours::kBlock> none{};
        const NearbyVectors near(flow_, begin);
        for (size_t i = begin; i < end; ++i) residual_[i] = sum_of_dot_products(flow_, near, i);
        for (size_t i = begin; i < end; ++i) {
          const float divergence = divergence_at(flow_, i, residual_[i], flow_.boundary.flux[i] + flux_[i]);
          residual_[i] = (system.excess.empty() ? 0 : system.excess[i] + margin_) + dt * divergence;
        }
        return update_pressure_and_residual(system, begin, end, none.data(), none.data(), 0).left;
      },
      std::plus<>(), Neighbours::kBlock);
}

// p <- p + l d, r <- r - l A d with d in the points' w, whose accelerations are known; velocities follow.
PressureSolve::Progress PressureSolve::step_along_direction(const PressureSystem& system, double length) {
  apply_accelerations_to_bodies(length);
  const auto dt = static_cast<float>(step_), along = static_cast<float>(length);
  return parallel_reduce(
      flow_.size(), Progress{},
      [&](size_t begin, size_t end) {
        std::array<float, Neighbours::kBlock> direction, image;
        const NearbyVectors near(flow_, begin);
        for (size_t i = begin; i < end; ++i) image[i - begin] = sum_of_dot_products(flow_, near, i);
        for (size_t i = begin; i < end; ++i) {
          image[i - begin] = -dt * dt * divergence_at(flow_, i, image[i - begin], flux_[i]);  // (A d)_i
          direction[i - begin] = flow_.point[i].w;
          system.velocity[i] += xyz(flow_.vector[i]) * (dt * along);
        }
        return update_pressure_and_residual(system, begin, end, direction.data(), image.data(), along);
      },
      std::plus<>(), Neighbours::kBlock);
}

PressureSolve::Progress PressureSolve::update_pressure_and_residual(const PressureSystem& system, size_t begin,
                                                                    size_t end, const float* direction,
                                                                    const float* image, float length) {
  const simd::Lanes along = simd::set(length), margin = simd::set(margin_), negligible = simd::set(negligible_scale_);
  simd::Lanes residual_product = simd::zero(), change_product = residual_product;
  simd::Lanes sum = residual_product, greatest = residual_product;
  for (size_t i = begin; i < end; i += simd::kLanes) {
    const size_t count = std::min(simd::kLanes, end - i);
    const simd::Lanes before = simd::load(&residual_[i], count), weight = simd::load(&weight_[i], count);
    const simd::Lanes r = simd::neg_mul_add(along, simd::load(image + i - begin, count), before);
    const simd::Lanes p =
        simd::mul_add(along, simd::load(direction + i - begin, count), simd::load(&system.pressure[i], count));
    simd::store(r, &residual_[i], count);
    simd::store(p, &system.pressure[i], count);
    const simd::Lanes left = weight > 0 ? simd::max(r - margin, simd::zero()) : simd::zero();
    sum += left;
    greatest = simd::max(greatest, left);
    const simd::Lanes z = taking_part(p, r, weight, negligible) ? r * weight : simd::zero();
    residual_product = simd::mul_add(z, r, residual_product);
    change_product = simd::mul_add(z, r - before, change_product);
  }
  return {{simd::sum(sum), simd::greatest(greatest)}, simd::sum(residual_product), simd::sum(change_product)};
}

// d <- r / M + beta d where particles take part. Pressure of what does not take part, as
// that which the last step made negative, is brought to zero by one of the same length. Returns r . d.
double PressureSolve::find_direction(const PressureSystem& system, double beta, double last_length) {
  const simd::Lanes last = simd::set(static_cast<float>(beta)), negligible = simd::set(negligible_scale_);
  const simd::Lanes back = simd::set(static_cast<float>(last_length > 0 ? -1 / last_length : 0));
  return parallel_reduce(
      flow_.size(), 0.0,
      [&](size_t begin, size_t end) {
        std::array<float, Neighbours::kBlock> direction;
        for (size_t i = begin; i < end; ++i) direction[i - begin] = flow_.point[i].w;
        simd::Lanes sum = simd::zero();
        for (size_t i = begin; i < end; i += simd::kLanes) {
          const size_t count = std::min(simd::kLanes, end - i);
          const simd::Lanes r = simd::load(&residual_[i], count), p = simd::load(&system.pressure[i], count);
          const simd::Lanes weight = simd::load(&weight_[i], count);
          const simd::Lanes on = simd::mul_add(last, simd::load(&direction[i - begin], count), r * weight);
          const simd::Lanes d = taking_part(p, r, weight, negligible) ? on : p * back;
          simd::store(d, &direction[i - begin], count);
          sum = simd::mul_add(d, r, sum);
        }
        for (size_t i = begin; i < end; ++i) flow_.point[i].w = direction[i - begin];
        return static_cast<double>(simd::sum(sum));
      },
      std::plus<>(), Neighbours::kBlock);
}

PressureResult PressureSolve::solve(const PressureSystem& system, double step, double tolerance, int max_iterations) {
  step_ = step;
  negligible_scale_ = static_cast<float>(kNegligible / (step * step));
  margin_ = system.excess.empty() ? 0 : static_cast<float>(kMargin * tolerance);
  const auto count = static_cast<double>(std::max<size_t>(flow_.size(), 1));
  set_weights(system);
  apply_guess(system);
  Compression left = measure_residual(system);
  PressureResult result;
  double beta = 0, residual_product = 0, length = 0, lowest = left.greatest;
  int stuck = 0;  // a particle pressed into a corner stays so, whatever the others do
  const auto enough = [&] {
    return left.sum <= kShareOfTolerance * tolerance * count &&
           (left.greatest <= kGreatestCompression * tolerance || stuck >= kPatience);
  };
  while (!enough() && result.iterations < max_iterations) {
    const double gain = find_direction(system, beta, length);
    const double energy = find_accelerations();
    if (!(gain > 0 && energy > 0)) {
      if (beta == 0 && length == 0) break;
      beta = length = 0;
      continue;
    }
    if (beta == 0) residual_product = gain;
    length = std::min(gain / energy, kLongestStep / (step * step));
    const Progress progress = step_along_direction(system, length);
    left = progress.left;
    // Polak & Ribiere's, and never negative: directions are forgotten when particles begin or cease to take part.
    beta = std::max(0.0, progress.change_product / residual_product);
    residual_product = progress.residual_product;
    stuck = left.greatest < 0.9 * lowest ? 0 : stuck + 1;
    lowest = std::min(lowest, left.greatest);
    ++result.iterations;
  }
  parallel_for(flow_.size(), [&](size_t i) {
    system.pressure[i] = std::max(0.0f, system.pressure[i]);
    system.correction[i] += system.pressure[i];
  });
  result.error = left.sum / count;
  return result;
}

}  // namespace weir::sph
