// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/xsph.h"

namespace weir::sph {

namespace {

// sum_j V W_ij 2 m_j / (m_i + m_j) (v_j - v_i), for the flow's `vector` v with masses in w.
WEIR_INLINE Vec3f difference_around(const Flow& flow, size_t i) {
  const Float4 p = flow.point[i], own = flow.vector[i];
  const simd::Lanes px = simd::set(p.x), py = simd::set(p.y), pz = simd::set(p.z);
  const simd::Lanes vx = simd::set(own.x), vy = simd::set(own.y), vz = simd::set(own.z), mass = simd::set(own.w);
  simd::Lanes x = simd::zero(), y = x, z = x;
  const std::span<const uint32_t> list = flow.neighbours.of(i);
  for (size_t k = 0; k < list.size(); k += simd::kLanes) {
    const simd::Quad q = simd::pick(flow.point.data(), &list[k]);
    const simd::Quad v = simd::pick(flow.vector.data(), &list[k]);
    const simd::Lanes dx = px - q.x, dy = py - q.y, dz = pz - q.z;
    const simd::Lanes r2 = simd::mul_add(dx, dx, simd::mul_add(dy, dy, dz * dz));
    const simd::Lanes weight = flow.kernel.values(r2) * v.w / (mass + v.w);
    x = simd::mul_add(weight, v.x - vx, x);
    y = simd::mul_add(weight, v.y - vy, y);
    z = simd::mul_add(weight, v.z - vz, z);
  }
  return simd::sums(x, y, z) * (2 * flow.volume);
}

// How much of the drag a light body takes: with all of it at once, more liquid around than it weighs would throw it
// back and forth faster and faster.
std::vector<double> shares_of_bodies(const Flow& flow, const RigidBodies& bodies, float share) {
  std::vector<double> linear(bodies.size()), angular(bodies.size());
  for (const BodyContact& c : flow.contacts) {
    const Vec3d arm = static_cast<Vec3d>(xyz(flow.point[c.particle])) - bodies.centre(c.body);
    const auto dragged = static_cast<double>(share * c.grip.viscous * flow.vector[c.particle].w);
    linear[c.body] += dragged;
    angular[c.body] += dragged * length_squared(arm);
  }
  std::vector<double> shares(bodies.size());
  for (size_t b = 0; b < bodies.size(); ++b) {
    const Mat3d inverse = bodies.inverse_inertia(b);
    const double most = inverse.row[0].x + inverse.row[1].y + inverse.row[2].z;
    shares[b] = 1 / (1 + linear[b] / bodies.mass(b) + angular[b] * most);
  }
  return shares;
}

// The boundary's hold has the bodies in it, its drag has not: here is what is missing, and what bodies get for it.
void drag_bodies(const Flow& flow, RigidBodies& bodies, float share, std::span<Vec3f> velocity) {
  struct Impulse {
    Vec3d linear{}, angular{};
  };
  const std::vector<double> shares = shares_of_bodies(flow, bodies, share);
  std::vector<Impulse> impulse(bodies.size());
  for (const BodyContact& c : flow.contacts) {
    const RigidMotion motion = bodies.motion(c.body);
    const Vec3d arm = static_cast<Vec3d>(xyz(flow.point[c.particle])) - bodies.centre(c.body);
    const Vec3d at_body = motion.velocity + cross(motion.angular_velocity, arm);
    const Vec3d own = static_cast<Vec3d>(xyz(flow.vector[c.particle]));
    const Vec3d lost = (own - at_body) * (shares[c.body] * static_cast<double>(share * c.grip.viscous));
    velocity[c.particle] += static_cast<Vec3f>(own * static_cast<double>(share * c.grip.viscous) - lost);
    const Vec3d momentum = lost * static_cast<double>(flow.vector[c.particle].w);
    impulse[c.body].linear += momentum;
    impulse[c.body].angular += cross(arm, momentum);
  }
  for (size_t b = 0; b < bodies.size(); ++b) {
    RigidMotion motion = bodies.motion(b);
    motion.velocity += impulse[b].linear / bodies.mass(b);
    motion.angular_velocity += bodies.inverse_inertia(b) * impulse[b].angular;
    bodies.set_motion(b, motion);
  }
}

}  // namespace

void apply_xsph(Flow& flow, RigidBodies& bodies, float share, float wall_friction, std::span<Vec3f> velocity) {
  parallel_for(flow.size(), [&](size_t i) { flow.vector[i] = float4(velocity[i], 1 / flow.inverse_mass[i]); });
  for_each_particle(flow.size(), [&](size_t i) {
    const Vec3f walls = flow.boundary.drag[i] - velocity[i] * flow.boundary.hold(i);
    velocity[i] += (difference_around(flow, i) + walls * wall_friction) * share;
  });
  drag_bodies(flow, bodies, share * wall_friction, velocity);
}

}  // namespace weir::sph
