// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The liquid as the passes of one step see it: working arrays in the order of the particles, and the two differential
// operators that everything is made of. All particles have the same rest volume V, so phases of different density
// differ in mass alone (Solenthaler & Pajarola 2008), and densities are relative: 1 is at rest. With b for boundary
// particles:
//
//   density       delta_i = sum_j V W_ij + sum_b V_b W_ib
//   divergence    (D v)_i = sum_j V (v_i - v_j) . grad W_ij + sum_b V_b (v_i - v_b) . grad W_ib
//   acceleration  m_i a_i = -V (sum_j V (p_i + p_j) grad W_ij + sum_b V_b p_i grad W_ib)
//
// As functions of velocity and pressure these are each other's transpose, so -D a(p) is symmetric and positive: the
// pressure can be solved for by conjugate gradients. With the sum of gradients S_i over j and b known, a pass only has
// to sum what differs from neighbour to neighbour:
//
//   (D v)_i = v_i . S_i - sum_j V v_j . grad W_ij - flux_i
//   m_i a_i = -V (p_i S_i + sum_j V p_j grad W_ij)

#pragma once

#include "sph/boundary.h"
#include "sph/nearby.h"

namespace weir::sph {

struct Flow {
  Flow(const Kernel& k, float rest_volume) : kernel(k), volume(rest_volume) {}

  Kernel kernel;
  float volume;                     // V, m3 (2D: m2)
  std::vector<Float4> point;        // position; w is what a pass hands round: a pressure, an inverse mass
  std::vector<Float4> vector;       // a velocity or acceleration to take the divergence of
  std::vector<float> inverse_mass;  // 1/kg
  std::vector<float> density;       // relative
  std::vector<Vec3f> gradient;      // S
  std::vector<float> diagonal;      // of -D a(p)
  Neighbours neighbours;
  BoundarySums boundary;
  std::vector<BodyContact> contacts;

  size_t size() const { return point.size(); }
  void resize(size_t count);
};

// density, gradient and diagonal, from points with their inverse masses in w.
void find_densities(Flow& flow);

// What passes over neighbours pick up around a block of particles.
struct NearbyPoints : Nearby {
  // `i` is any particle of the block.
  NearbyPoints(const Flow& flow, size_t i)
      : Nearby(flow.neighbours, i), point(copy<0>(std::span<const Float4>(flow.point))) {}
  const Float4* point;
};
struct NearbyVectors : NearbyPoints {
  NearbyVectors(const Flow& flow, size_t i)
      : NearbyPoints(flow, i), vector(copy<1>(std::span<const Float4>(flow.vector))) {}
  const Float4* vector;
};

// pass(near, i) for every particle.
template <class Near, class Pass>
void for_each_particle(const Flow& flow, Pass&& pass) {
  for_each_block(flow.size(), [&](size_t begin, size_t end) {
    const Near near(flow, begin);
    for (size_t i = begin; i < end; ++i) pass(near, i);
  });
}

// sum_j V w_j grad W_ij
WEIR_INLINE Vec3f sum_of_gradients(const Flow& flow, const NearbyPoints& near, size_t i) {
  const Float4 p = flow.point[i];
  const simd::Lanes px = simd::set(p.x), py = simd::set(p.y), pz = simd::set(p.z);
  const simd::Lanes tiny = simd::set(flow.kernel.tiny());
  simd::Lanes x = simd::zero(), y = x, z = x;
  const std::span<const uint16_t> list = near.of(i);
  for (size_t k = 0; k < list.size(); k += simd::kLanes) {
    const simd::Quad q = simd::pick(near.point, &list[k]);
    const simd::Lanes dx = px - q.x, dy = py - q.y, dz = pz - q.z;
    const simd::Lanes r2 = simd::mul_add(dx, dx, simd::mul_add(dy, dy, simd::mul_add(dz, dz, tiny)));
    const simd::Lanes f = q.w * flow.kernel.steepness(r2);
    x = simd::mul_add(f, dx, x), y = simd::mul_add(f, dy, y), z = simd::mul_add(f, dz, z);
  }
  return simd::sums(x, y, z) * (flow.volume * flow.kernel.steepness_scale());
}

// The same for w and for other numbers of the particles around, together.
struct GradientSums {
  Vec3f of_w, of_other;
};
WEIR_INLINE GradientSums sums_of_gradients(const Flow& flow, const NearbyPoints& near, const float* other, size_t i) {
  const Float4 p = flow.point[i];
  const simd::Lanes px = simd::set(p.x), py = simd::set(p.y), pz = simd::set(p.z);
  const simd::Lanes tiny = simd::set(flow.kernel.tiny());
  simd::Lanes x = simd::zero(), y = x, z = x, ox = x, oy = x, oz = x;
  const std::span<const uint16_t> list = near.of(i);
  for (size_t k = 0; k < list.size(); k += simd::kLanes) {
    const simd::Quad q = simd::pick(near.point, &list[k]);
    const simd::Lanes o = simd::gather(other, simd::load_indices(&list[k]));
    const simd::Lanes dx = px - q.x, dy = py - q.y, dz = pz - q.z;
    const simd::Lanes r2 = simd::mul_add(dx, dx, simd::mul_add(dy, dy, simd::mul_add(dz, dz, tiny)));
    const simd::Lanes steepness = flow.kernel.steepness(r2);
    const simd::Lanes f = q.w * steepness, g = o * steepness;
    x = simd::mul_add(f, dx, x), y = simd::mul_add(f, dy, y), z = simd::mul_add(f, dz, z);
    ox = simd::mul_add(g, dx, ox), oy = simd::mul_add(g, dy, oy), oz = simd::mul_add(g, dz, oz);
  }
  const float scale = flow.volume * flow.kernel.steepness_scale();
  return {simd::sums(x, y, z) * scale, simd::sums(ox, oy, oz) * scale};
}

// sum_j V u_j . grad W_ij for the flow's `vector` u
WEIR_INLINE float sum_of_dot_products(const Flow& flow, const NearbyVectors& near, size_t i) {
  const Float4 p = flow.point[i];
  const simd::Lanes px = simd::set(p.x), py = simd::set(p.y), pz = simd::set(p.z);
  const simd::Lanes tiny = simd::set(flow.kernel.tiny());
  simd::Lanes sum = simd::zero();
  const std::span<const uint16_t> list = near.of(i);
  for (size_t k = 0; k < list.size(); k += simd::kLanes) {
    const simd::Quad q = simd::pick(near.point, &list[k]);
    const simd::Quad u = simd::pick(near.vector, &list[k]);
    const simd::Lanes dx = px - q.x, dy = py - q.y, dz = pz - q.z;
    const simd::Lanes r2 = simd::mul_add(dx, dx, simd::mul_add(dy, dy, simd::mul_add(dz, dz, tiny)));
    const simd::Lanes along = simd::mul_add(u.x, dx, simd::mul_add(u.y, dy, u.z * dz));
    sum = simd::mul_add(flow.kernel.steepness(r2), along, sum);
  }
  return simd::sum(sum) * (flow.volume * flow.kernel.steepness_scale());
}

// A particle among its neighbours, when all move on for a step with the flow's `vector` u as their velocities.
struct Ahead {
  Vec3f relative_velocity;  // u_i minus the mean of its neighbours' and its own, weighted by the kernel
  float density;            // at the end of the step, by the same neighbours and itself
};
Ahead look_ahead_at(const Flow& flow, const NearbyVectors& near, float step, size_t i);

// (D u)_i of the flow's `vector`, from what the neighbours add to it and `flux`, which solids that move contribute.
inline float divergence_at(const Flow& flow, size_t i, float sum_of_dot_products, float flux) {
  return dot(xyz(flow.vector[i]), flow.gradient[i]) - sum_of_dot_products - flux;
}

}  // namespace weir::sph
