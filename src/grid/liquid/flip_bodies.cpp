// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/flip_bodies.h"

#include <algorithm>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr double kHeld = 0.02;      // of what gravity does in a step: contacts that did less hold nothing
constexpr double kRounding = 1e-3;  // of a body's velocity
constexpr double kUnseen = 0.002;   // cells that a body may move in a step without the liquid being told
constexpr double kCrossed = 0.7;    // of its radius of gyration, what a body may move in a step
constexpr float kReach = 8;         // cells, farther than any particle gets in a step
constexpr float kRough = 16;        // a solve that another follows may be so much rougher

}  // namespace

void FlipBodies::accelerate(const Vec3d& gravity, double seconds) {
  bodies_.accelerate(gravity, seconds);
  const Vec3d gained = scene_.dimensions == 2 ? Vec3d{gravity.x, gravity.y, 0} * seconds : gravity * seconds;
  holds_.assign(bodies_.size(), {});
  for (size_t b = 0; b < bodies_.size(); ++b) {
    const RigidMotion held = bodies_.held(b);
    RigidMotion motion = bodies_.motion(b);
    if (length(held.velocity) <= kHeld * length(gained) + kRounding * length(motion.velocity)) continue;
    const Vec3d &v = held.velocity, &w = held.angular_velocity;
    BodyHold& hold = holds_[b];
    hold.along = {v.x, v.y, v.z, w.x, w.y, w.z};
    hold.inertia = bodies_.mass(b) * length_squared(v) + dot(w, bodies_.inertia(b) * w);
    hold.given = bodies_.mass(b) * dot(v, gained) / hold.inertia;
    hold.most = length(gained) / length(v);
    motion.velocity -= v * hold.given;
    motion.angular_velocity -= w * hold.given;
    bodies_.set_motion(b, motion);
  }
}

CoupledBodies* FlipBodies::couple(const Solids& solids, const GridSpace& space, const Tiles& tiles, SolidFaces& faces) {
  if (!any()) return nullptr;
  body_faces_ = find_body_faces(solids, bodies_, space, tiles, faces);
  set_body_velocities(bodies_, body_faces_, space, faces.velocity);
  coupled_.emplace(CoupledBodies{
      bodies_, body_faces_, faces, space, holds_, scene_.phases.front().density, met_ ? kRough : 1.0f, {}, {}});
  return &*coupled_;
}

Viscosity::Result FlipBodies::solve_with(Viscosity& viscosity, float spread, const GridSpace& space, SolidFaces& faces,
                                         MacField& velocity) {
  if (!any()) return viscosity.solve(spread, {}, velocity);
  BodyFriction friction(*coupled_, viscosity.sticking());
  const Viscosity::Result result = viscosity.solve(spread, {}, velocity, &friction);
  const std::vector<RigidMotion> motion = friction.motions();
  for (size_t b = 0; b < motion.size(); ++b) bodies_.set_motion(b, motion[b]);
  set_body_velocities(bodies_, body_faces_, space, faces.velocity);
  return result;
}

void FlipBodies::attract(std::span<const PulledParticle> pulled, const Particles& particles, double seconds) {
  std::vector<int> body_of(scene_.solids.size(), -1);
  for (size_t b = 0; b < bodies_.size(); ++b) body_of[bodies_.solid(b)] = static_cast<int>(b);
  std::vector<Vec3d> push(bodies_.size()), turn(bodies_.size());
  for (const PulledParticle& p : pulled) {
    const int body = p.solid < 0 ? -1 : body_of[static_cast<size_t>(p.solid)];
    if (body < 0) continue;
    const auto b = static_cast<size_t>(body);
    const Vec3d back =
        static_cast<Vec3d>(p.acceleration) * (-seconds * static_cast<double>(particles.mass[p.particle]));
    push[b] += back;
    turn[b] += cross(static_cast<Vec3d>(particles.position[p.particle]) - bodies_.centre(b), back);
  }
  for (size_t b = 0; b < bodies_.size(); ++b) {
    RigidMotion motion = bodies_.motion(b);
    motion.velocity += push[b] / bodies_.mass(b);
    motion.angular_velocity += bodies_.inverse_inertia(b) * turn[b];
    bodies_.set_motion(b, motion);
  }
}

void FlipBodies::pull(std::span<const RigidMotion> change, const GridSpace& space, SolidFaces& faces) {
  if (!any()) return;
  for (size_t b = 0; b < bodies_.size(); ++b) {
    RigidMotion motion = bodies_.motion(b);
    motion.velocity += change[b].velocity;
    motion.angular_velocity += change[b].angular_velocity;
    bodies_.set_motion(b, motion);
  }
  set_body_velocities(bodies_, body_faces_, space, faces.velocity);
}

// m/s by which a point of the body moves otherwise than the liquid saw. What puts bodies out of each other is no
// motion: it would squirt the liquid between them.
double FlipBodies::unseen(size_t b) const {
  const RigidMotion now = bodies_.motion(b), &seen = coupled_->seen[b];
  const double arm = std::sqrt(bodies_.inertia(b).row[2].z / bodies_.mass(b));
  return length(now.velocity - seen.velocity) + arm * length(now.angular_velocity - seen.angular_velocity);
}

bool FlipBodies::step(const Clock& clock, const GridSpace& space, SolidFaces& faces) {
  for (size_t b = 0; b < bodies_.size(); ++b) bodies_.set_motion(b, coupled_->motion[b]);
  bodies_.step(clock);
  const bool was_rough = met_;
  met_ = 0;
  for (size_t b = 0; b < bodies_.size(); ++b) {
    // A body in the air moves as it likes.
    const bool is_wet = !body_faces_[b].empty();
    if (is_wet && unseen(b) * clock.step > kUnseen * space.cell) met_ = 1;
  }
  set_body_velocities(bodies_, body_faces_, space, faces.velocity);
  return was_rough || met_;
}

void FlipBodies::state(Archive& archive) {
  bodies_.state(archive);
  archive("bodies_met", met_);
}

double FlipBodies::fastest(const Solids& solids) const {
  double fastest = 0;
  for (size_t b = 0; b < bodies_.size(); ++b) {
    const auto bounds = static_cast<Box3d>(solids.bounds(bodies_.solid(b)));
    const Vec3d reach = max(bounds.upper - bodies_.centre(b), bodies_.centre(b) - bounds.lower);
    const RigidMotion motion = bodies_.motion(b);
    const double radius = scene_.dimensions == 2 ? length(Vec3d{reach.x, reach.y, 0}) : length(reach);
    fastest = std::max(fastest, length(motion.velocity) + length(motion.angular_velocity) * radius);
  }
  return fastest;
}

double FlipBodies::outward(size_t b) const {
  const RigidMotion motion = bodies_.motion(b);
  return length(motion.velocity) + length(motion.angular_velocity) * bodies_.lever(b);
}

double FlipBodies::fastest_outward(double way) const {
  double fastest = 0;
  for (size_t b = 0; b < bodies_.size(); ++b) {
    const Mat3d inertia = bodies_.inertia(b);
    const double axes = scene_.dimensions == 2 ? 1 : 3;
    const double gyration =
        std::sqrt((inertia.row[0].x + inertia.row[1].y + inertia.row[2].z) / (axes * bodies_.mass(b)));
    fastest = std::max(fastest, outward(b) * std::max(1.0, way / (kCrossed * gyration)));
  }
  return fastest;
}

std::vector<float> FlipBodies::moved(const Clock& clock, const Solids& solids, const GridSpace& space,
                                     const Tiles& tiles) const {
  std::vector<float> moved(any() ? tiles.size() : 0);
  parallel_for(
      moved.size(),
      [&](size_t t) {
        const auto low = static_cast<Vec3f>(tiles.first_cell(t));
        const Vec3f reach{kReach, kReach, kReach}, size{kTileSize, kTileSize, static_cast<float>(tiles.depth())};
        const Box3f box{space.to_world(low - reach), space.to_world(low + size + reach)};
        for (size_t b = 0; b < bodies_.size(); ++b) {
          if (box.intersected(solids.bounds(bodies_.solid(b))).empty()) continue;
          moved[t] = std::max(moved[t], static_cast<float>(outward(b) * clock.step));
        }
      },
      64);
  return moved;
}

}  // namespace weir::grid
