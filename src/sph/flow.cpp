// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/flow.h"

namespace weir::sph {

void Flow::resize(size_t count) {
  point.resize(count);
  vector.resize(count);
  inverse_mass.resize(count);
  density.resize(count);
  gradient.resize(count);
  diagonal.resize(count);
}

Ahead look_ahead_at(const Flow& flow, const NearbyVectors& near, float step, size_t i) {
  const std::span<const uint16_t> list = near.of(i);
  if (flow.neighbours.count(i) == 0) return {{}, flow.volume * flow.kernel.at_zero()};
  const Float4 p = flow.point[i], u = flow.vector[i];
  const simd::Lanes dt = simd::set(step);
  simd::Lanes weights = simd::zero(), after = weights, x = weights, y = weights, z = weights;
  for (size_t k = 0; k < list.size(); k += simd::kLanes) {
    const simd::Quad q = simd::pick(near.point, &list[k]), v = simd::pick(near.vector, &list[k]);
    const simd::Lanes dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
    const simd::Lanes ux = u.x - v.x, uy = u.y - v.y, uz = u.z - v.z;
    const simd::Lanes w = flow.kernel.values(simd::mul_add(dx, dx, simd::mul_add(dy, dy, dz * dz)));
    weights += w;
    x = simd::mul_add(w, ux, x), y = simd::mul_add(w, uy, y), z = simd::mul_add(w, uz, z);
    const simd::Lanes ex = simd::mul_add(dt, ux, dx), ey = simd::mul_add(dt, uy, dy), ez = simd::mul_add(dt, uz, dz);
    after += flow.kernel.values(simd::mul_add(ex, ex, simd::mul_add(ey, ey, ez * ez)));
  }
  // The list's filling, the particle itself at distance zero, adds nothing to differences; once it belongs there.
  const float once = (1 - static_cast<float>(list.size() - flow.neighbours.count(i))) * flow.kernel.at_zero();
  return {simd::sums(x, y, z) / (simd::sum(weights) + once), flow.volume * (simd::sum(after) + once)};
}

void find_densities(Flow& flow) {
  const Kernel& kernel = flow.kernel;
  for_each_particle<NearbyPoints>(flow, [&](const NearbyPoints& near, size_t i) {
    const Float4 p = flow.point[i];
    const simd::Lanes px = simd::set(p.x), py = simd::set(p.y), pz = simd::set(p.z);
    simd::Lanes weight = simd::zero(), x = weight, y = weight, z = weight, squares = weight;
    const std::span<const uint16_t> list = near.of(i);
    for (size_t k = 0; k < list.size(); k += simd::kLanes) {
      const simd::Quad q = simd::pick(near.point, &list[k]);
      const simd::Lanes dx = px - q.x, dy = py - q.y, dz = pz - q.z;
      const simd::Lanes r2 = simd::mul_add(dx, dx, simd::mul_add(dy, dy, dz * dz));
      const simd::Lanes f = kernel.gradient_factors(r2);
      weight += kernel.values(r2);
      x = simd::mul_add(f, dx, x), y = simd::mul_add(f, dy, y), z = simd::mul_add(f, dz, z);
      squares = simd::mul_add(f * f, r2 * q.w, squares);
    }
    // The list's filling counts the particle itself, at distance zero, a few times too often.
    const float filling = static_cast<float>(list.size() - flow.neighbours.count(i));
    const float own = simd::sum(weight) + (1 - filling) * kernel.at_zero();
    const float v = flow.volume;
    const Vec3f s = Vec3f{simd::sum(x), simd::sum(y), simd::sum(z)} * v + flow.boundary.gradient[i];
    flow.density[i] = v * own + flow.boundary.density[i];
    flow.gradient[i] = s;
    flow.diagonal[i] = v * (length_squared(s) * p.w + v * v * simd::sum(squares));
  });
}

}  // namespace weir::sph
