// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/solid_hold.h"

#include <algorithm>
#include <cmath>

#include "sim/natural_time.h"
#include "weir/base/parallel.h"

namespace weir::sph {

// No more than a hundredth is left of a velocity, as of what sticks entirely: with less, viscosity would take many
// iterations.
static constexpr float kMostDrag = 99;

// At which thick liquid creeps down a slope that is about half as steep as friction can hold, in spacings by their
// natural time.
static constexpr double kCreep = 0.005;

SolidHold::SolidHold(const Scene& scene, Flow& flow, RigidBodies& bodies)
    : flow_(flow),
      bodies_(bodies),
      spacing_(static_cast<float>(scene.solver.spacing)),
      touching_(static_cast<float>(static_cast<double>(flow.volume) *
                                   flow.kernel.layer_sum(spacing_, scene.dimensions, spacing_))),
      creep_(static_cast<float>(kCreep * scene.solver.spacing / natural_time(scene))),
      factor_(2 * static_cast<float>(scene.dimensions + 2)) {}

void SolidHold::add_adhesion(double seconds, std::span<Vec3f> acceleration) {
  if (flow_.boundary.grip.empty()) return;
  parallel_for(flow_.size(), [&](size_t i) { acceleration[i] -= flow_.boundary.grip[i].adhesion; });
  for (const BodyContact& c : flow_.contacts) {
    // All forces between a particle and a body pass through the particle.
    const double mass = 1 / static_cast<double>(flow_.inverse_mass[c.particle]);
    const Vec3d momentum = static_cast<Vec3d>(c.grip.adhesion) * (mass * seconds);
    const Vec3d arm = static_cast<Vec3d>(xyz(flow_.point[c.particle])) - bodies_.centre(c.body);
    RigidMotion motion = bodies_.motion(c.body);
    motion.velocity += momentum / bodies_.mass(c.body);
    motion.angular_velocity += bodies_.inverse_inertia(c.body) * cross(arm, momentum);
    bodies_.set_motion(c.body, motion);
  }
}

void SolidHold::apply(const Step& step, std::span<Vec3f> velocity) {
  if (flow_.boundary.grip.empty()) return;
  find_solid_velocities();
  held_.resize(flow_.size());
  parallel_for(flow_.size(), [&](size_t i) { held_[i] = find(step, i, velocity[i]); });
  add_to_viscosity(step);
  hold_particles(velocity);
}

Vec3d SolidHold::velocity_of_body(const BodyContact& c) const {
  const RigidMotion motion = bodies_.motion(c.body);
  const Vec3d arm = static_cast<Vec3d>(xyz(flow_.point[c.particle])) - bodies_.centre(c.body);
  return motion.velocity + cross(motion.angular_velocity, arm);
}

void SolidHold::find_solid_velocities() {
  const std::vector<GripSums>& grip = flow_.boundary.grip;
  solid_.resize(grip.size());
  parallel_for(grip.size(), [&](size_t i) { solid_[i] = grip[i].velocity; });
  for (const BodyContact& c : flow_.contacts) {
    solid_[c.particle] += static_cast<Vec3f>(velocity_of_body(c)) * weight_of(c.grip);
  }
}

SolidHold::Held SolidHold::find(const Step& step, size_t i, const Vec3f& velocity) const {
  const GripSums& grip = flow_.boundary.grip[i];
  const float weight = weight_of(grip), steepness = length(flow_.boundary.gradient[i]);
  if (!(weight > 0 && steepness > 0)) return {};
  const auto dt = static_cast<float>(step.seconds);
  const float density = grip.density;
  Held held{flow_.boundary.gradient[i] / steepness, solid_[i] / weight, {}, 0, weight, 0};
  const auto along = [&](const Vec3f& v) { return v - held.normal * dot(v, held.normal); };
  const Vec3f slip = along(velocity - held.solid);
  const float speed = length(slip);
  // m/s that the solid's pressure gives to the particle in a step (pressure.cpp).
  const float push = dt * flow_.volume * (step.pressure[i] + step.more_pressure[i]) * steepness * flow_.inverse_mass[i];
  const float limit = grip.friction / density * std::max(0.0f, push);
  const float sticks = sticky_drag(grip.stick / std::max(density, touching_), speed * dt / spacing_);
  if (step.viscosity[step.phase[i]] > 0) {
    const float before = length(along(velocity - step.acceleration[i] * dt - held.solid));
    held.drag = std::min(kMostDrag, sticks + limit / (before + creep_));
  } else {
    const float slowed = std::max(0.0f, speed / (1 + sticks) - limit);
    held.change = slip * (speed > 0 ? slowed / speed - 1 : 0);
  }
  return held;
}

// T (v - v_solid) with T = drag m (I - n n^T) in units of what viscosity multiplies stress by, mu dt c V.
void SolidHold::add_to_viscosity(const Step& step) {
  BoundarySums& sums = flow_.boundary;
  if (sums.stress.empty()) return;
  const auto tangential = [&](size_t i) {
    const float mu = step.viscosity[step.phase[i]];
    const float t =
        held_[i].drag / (flow_.inverse_mass[i] * mu * static_cast<float>(step.seconds) * factor_ * flow_.volume);
    const Vec3f n = held_[i].normal;
    return Stress{t * (1 - n.x * n.x), t * (1 - n.y * n.y), t * (1 - n.z * n.z),
                  -t * n.x * n.y,      -t * n.x * n.z,      -t * n.y * n.z};
  };
  // The share of bodies is theirs, and their velocities are unknowns.
  for (BodyContact& c : flow_.contacts) {
    if (!(held_[c.particle].drag > 0)) continue;
    const float share = weight_of(c.grip) / held_[c.particle].weight;
    c.stress += tangential(c.particle) * share;
    solid_[c.particle] -= static_cast<Vec3f>(velocity_of_body(c)) * weight_of(c.grip);
    held_[c.particle].of_bodies += share;
  }
  parallel_for(flow_.size(), [&](size_t i) {
    const Held& held = held_[i];
    if (!(held.drag > 0)) return;
    const Stress stress = tangential(i);
    sums.stress[i] += stress * (1 - held.of_bodies);
    sums.pull[i] += stress * (solid_[i] / held.weight);
  });
}

// A light body does not take all of it at once: more liquid around than it weighs would throw it back and forth.
void SolidHold::hold_particles(std::span<Vec3f> velocity) {
  parallel_for(flow_.size(), [&](size_t i) { velocity[i] += held_[i].change; });
  if (flow_.contacts.empty()) return;
  struct Hold {
    double linear = 0, angular = 0;
  };
  std::vector<Hold> hold(bodies_.size());
  const auto share_of = [&](const BodyContact& c) { return weight_of(c.grip) / held_[c.particle].weight; };
  const auto arm_of = [&](const BodyContact& c) {
    return static_cast<Vec3d>(xyz(flow_.point[c.particle])) - bodies_.centre(c.body);
  };
  for (const BodyContact& c : flow_.contacts) {
    const Held& held = held_[c.particle];
    if (held.change == Vec3f{}) continue;
    const Vec3f slip = velocity[c.particle] - held.change - held.solid;
    const float part = length(held.change) / std::max(length(slip - held.normal * dot(slip, held.normal)), 1e-30f);
    const double mass = static_cast<double>(share_of(c) * part / flow_.inverse_mass[c.particle]);
    hold[c.body].linear += mass;
    hold[c.body].angular += mass * length_squared(arm_of(c));
  }
  std::vector<RigidMotion> motion;
  for (size_t b = 0; b < bodies_.size(); ++b) motion.push_back(bodies_.motion(b));
  for (const BodyContact& c : flow_.contacts) {
    const Held& held = held_[c.particle];
    if (held.change == Vec3f{}) continue;
    const Mat3d inverse = bodies_.inverse_inertia(c.body);
    const double most = inverse.row[0].x + inverse.row[1].y + inverse.row[2].z;
    const double taken = 1 / (1 + hold[c.body].linear / bodies_.mass(c.body) + hold[c.body].angular * most);
    const Vec3f all = held.change * share_of(c);
    velocity[c.particle] -= all * static_cast<float>(1 - taken);
    const Vec3d momentum = static_cast<Vec3d>(all) * (-taken / static_cast<double>(flow_.inverse_mass[c.particle]));
    motion[c.body].velocity += momentum / bodies_.mass(c.body);
    motion[c.body].angular_velocity += inverse * cross(arm_of(c), momentum);
  }
  for (size_t b = 0; b < bodies_.size(); ++b) bodies_.set_motion(b, motion[b]);
}

}  // namespace weir::sph
