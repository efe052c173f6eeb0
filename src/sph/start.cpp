// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/start.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.h"
#include "sim/containment.h"
#include "sim/natural_time.h"
#include "sph/resting.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"

namespace weir::sph {

namespace {

constexpr int kMostRelaxations = 30;
constexpr double kRelaxed = 0.025;  // compression that it may have: a little more than crowds may

// Times in units of that of a spacing (natural_time.h).
constexpr double kSettlingTime = 40;
constexpr int kMostSettlings = 400;
constexpr double kSettlingStep = 1.4;  // times the usual step; at twice, shallow liquid is squeezed through itself
constexpr double kDamping = 0.6;       // times e that speeds fall in a unit of time
constexpr float kKnock = 0.02f;        // spacings by which particles are moved at first: a lattice that fits is a rest
                                       // that breaks down at the first disturbance
constexpr double kExact = 0.3;         // of the tolerance of pressure
constexpr float kSqueezed = 0.1f;      // compression with which settling has gone wrong
constexpr uint32_t kStreamKnock = 0x6b6e6f63;  // of random numbers
constexpr float kMostUndone = 0.03f;           // of compression, in a step

}  // namespace

Start::Start(const StartParts& parts, double step)
    : parts_(parts),
      clock_{static_cast<double>(parts.scene.frames.first), 0, step, parts.scene.frames.rate},
      flat_(parts.scene.dimensions == 2) {}

float Start::compression() {
  return parallel_max(parts_.flow.size(), 0.0f, [&](size_t i) { return parts_.flow.density[i] - 1; });
}

void Start::relax() {
  for (int round = 0; round < kMostRelaxations; ++round) {
    parts_.find(clock_);
    if (static_cast<double>(compression()) < kRelaxed) break;
    relieve_crowds();
    move_apart();
  }
  for (auto* pressure : {&parts_.pressure, &parts_.correction}) std::fill(pressure->begin(), pressure->end(), 0.0f);
}

void Start::relieve_crowds() {
  Flow& flow = parts_.flow;
  parts_.crowding.begin_step();
  const auto density = [&](size_t i) { return flow.density[i] - flow.boundary.density[i]; };
  parallel_for(flow.size(), [&](size_t i) { parts_.crowding.foresee(i, {}, density(i), 0); });
  parts_.crowding.relieve(flat_, parts_.particles.position);
}

void Start::move_apart() {
  parts_.find(clock_);
  std::vector<Vec3f> velocity(parts_.particles.size());  // for as long as they are moved apart
  std::vector<RigidMotion> motion;
  for (size_t b = 0; b < parts_.bodies.size(); ++b) motion.push_back(parts_.bodies.motion(b));
  std::fill(parts_.pressure.begin(), parts_.pressure.end(), 0.0f);
  std::fill(parts_.correction.begin(), parts_.correction.end(), 0.0f);
  solve_density(velocity, 1);
  move(velocity);
  for (size_t b = 0; b < parts_.bodies.size(); ++b) parts_.bodies.set_motion(b, motion[b]);
}

void Start::solve_density(std::span<Vec3f> velocity, double share_of_tolerance) {
  const Flow& flow = parts_.flow;
  excess_.resize(flow.size());
  parallel_for(flow.size(), [&](size_t i) { excess_[i] = std::min(flow.density[i] - 1, kMostUndone); });
  parts_.solve.solve({excess_, fixed_, parts_.pressure, parts_.correction, velocity}, clock_.step,
                     share_of_tolerance * parts_.density_error, parts_.max_iterations);
}

// Particles that are fixed stay where they are.
void Start::move(std::span<Vec3f> velocity) {
  Particles& particles = parts_.particles;
  const auto dt = static_cast<float>(clock_.step);
  parallel_for(particles.size(), [&](size_t i) {
    if (flat_) velocity[i].z = 0;
    if (fixed_.empty() || !fixed_[i]) particles.position[i] += velocity[i] * dt;
  });
  parts_.solids.move_to(clock_.frame, clock_.frame, parts_.bodies.poses());
  keep_outside(parts_.solids, parts_.flow.boundary.density, {static_cast<float>(parts_.scene.solver.spacing), flat_},
               particles.position, velocity);
  keep_in_domain(parts_.scene, particles.position);
}

bool Start::settle() {
  const Vec3f gravity = static_cast<Vec3f>(value_at(parts_.scene.gravity, clock_.frame));
  if (gravity == Vec3f{} || parts_.particles.size() == 0) return false;
  find_among_fixed_solids();
  const Particles before = parts_.particles;
  const std::vector<uint8_t> rests =
      find_resting(parts_.scene, gravity, before, parts_.cells, parts_.flow, parts_.solids);
  if (std::find(rests.begin(), rests.end(), 1) == rests.end()) return false;
  moves_.assign(1 + *std::max_element(before.id.begin(), before.id.end()), 1);
  for (size_t i = 0; i < before.size(); ++i) moves_[before.id[i]] = !rests[i];

  const double step = std::exchange(clock_.step, kSettlingStep * clock_.step);
  const double most = kSettlingTime * natural_time(parts_.scene) / clock_.step;
  knock();
  bool good = true;
  for (int round = 0; good && round < std::min<double>(most, kMostSettlings); ++round) {
    if (interrupted()) throw Interrupted("stopped");
    find_among_fixed_solids();
    good = compression() < kSqueezed;
    if (good) settle_for_a_step(gravity);
  }
  clock_.step = step;
  take_speed(0);
  fixed_.clear();
  if (good) return std::find(rests.begin(), rests.end(), 0) == rests.end();
  parts_.particles = before;
  for (auto* pressure : {&parts_.pressure, &parts_.correction}) std::fill(pressure->begin(), pressure->end(), 0.0f);
  return false;
}

// As if bodies stood still, and keyframed solids too.
void Start::find_among_fixed_solids() {
  parts_.find(clock_);
  parts_.flow.contacts.clear();
  std::fill(parts_.flow.boundary.flux.begin(), parts_.flow.boundary.flux.end(), 0.0f);
}

void Start::knock() {
  Particles& particles = parts_.particles;
  const Random random(parts_.scene.seed, kStreamKnock);
  const float length = kKnock * static_cast<float>(parts_.scene.solver.spacing);
  parallel_for(particles.size(), [&](size_t i) {
    if (moves_[particles.id[i]]) return;
    const Vec3f way = random.direction(particles.id[i]) * length;
    particles.position[i] += flat_ ? Vec3f{way.x, way.y, 0} : way;
  });
}

// Of liquid that rests.
void Start::take_speed(float kept) {
  Particles& particles = parts_.particles;
  parallel_for(particles.size(), [&](size_t i) {
    if (!moves_[particles.id[i]]) particles.velocity[i] *= kept;
  });
}

void Start::settle_for_a_step(const Vec3f& gravity) {
  Particles& particles = parts_.particles;
  fixed_.resize(particles.size());
  parallel_for(particles.size(), [&](size_t i) { fixed_[i] = moves_[particles.id[i]]; });
  take_speed(static_cast<float>(std::exp(-kDamping * clock_.step / natural_time(parts_.scene))));
  const Vec3f fall = gravity * static_cast<float>(clock_.step);
  parallel_for(particles.size(), [&](size_t i) {
    if (!fixed_[i]) particles.velocity[i] += fall;
  });
  solve_density(particles.velocity, kExact);
  move(particles.velocity);
}

}  // namespace weir::sph
