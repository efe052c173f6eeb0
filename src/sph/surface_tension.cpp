// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/surface_tension.h"

namespace weir::sph {

namespace {

// How much a neighbour counts in 2D, so that a particle in the flat surface of the lattice at rest, two spacings to h,
// is pulled inwards as in 3D. Below it are nine neighbours in 3D, at 1, sqrt(2) and sqrt(3) spacings, and three in 2D:
// sum C cos(angle) over the nine is 1.57365 times that over the three, and the spacing is h / 2.
constexpr float kCohesion2D = 0.5f * 1.57365f;  // times h
constexpr float kNormals2D = 3;

class Tension {
 public:
  Tension(const Flow& flow, int dimensions)
      : flow_(flow), support_(flow.kernel.support()), normals_(dimensions == 2 ? kNormals2D : 1) {
    const float h3 = support_ * support_ * support_;
    cohesion_ = 32 / (static_cast<float>(kPi) * h3) * (dimensions == 2 ? kCohesion2D * support_ : 1);
  }

  // n_i, from points with phases in w.
  WEIR_INLINE Vec3f normal_at(size_t i) const {
    const Float4 p = flow_.point[i];
    const simd::Lanes own = simd::set(p.w);
    simd::Lanes x = simd::zero(), y = x, z = x;
    const std::span<const uint32_t> list = flow_.neighbours.of(i);
    for (size_t k = 0; k < list.size(); k += simd::kLanes) {
      const simd::Quad q = simd::pick(flow_.point.data(), &list[k]);
      const Distance d(p, q);
      const simd::Lanes f = q.w == own ? flow_.kernel.gradient_factors(d.squared) : simd::zero();
      x = simd::mul_add(f, d.x, x), y = simd::mul_add(f, d.y, y), z = simd::mul_add(f, d.z, z);
    }
    return Vec3f{simd::sum(x), simd::sum(y), simd::sum(z)} * (support_ * flow_.volume);
  }

  // sum_j K_ij (...), from points with densities and `vector` of normals with phases in w.
  WEIR_INLINE Vec3f pull_at(size_t i) const {
    const Float4 p = flow_.point[i], own = flow_.vector[i];
    const simd::Lanes mass_cohesion = simd::set(cohesion_ / flow_.inverse_mass[i]), normals = simd::set(normals_);
    simd::Lanes x = simd::zero(), y = x, z = x;
    const std::span<const uint32_t> list = flow_.neighbours.of(i);
    for (size_t k = 0; k < list.size(); k += simd::kLanes) {
      const simd::Quad q = simd::pick(flow_.point.data(), &list[k]);
      const simd::Quad n = simd::pick(flow_.vector.data(), &list[k]);
      const Distance d(p, q);
      const simd::Lanes correction = 2 / (p.w + q.w);
      const simd::Lanes both = n.w == own.w ? correction : simd::zero();
      const simd::Lanes along = mass_cohesion * cohesion(d.squared), even = normals * both;
      const simd::Lanes c = both * along;
      x = simd::mul_add(c, d.x, simd::mul_add(even, own.x - n.x, x));
      y = simd::mul_add(c, d.y, simd::mul_add(even, own.y - n.y, y));
      z = simd::mul_add(c, d.z, simd::mul_add(even, own.z - n.z, z));
    }
    return {simd::sum(x), simd::sum(y), simd::sum(z)};
  }

 private:
  struct Distance {
    WEIR_INLINE Distance(const Float4& p, const simd::Quad& q)
        : x(p.x - q.x), y(p.y - q.y), z(p.z - q.z), squared(simd::mul_add(x, x, simd::mul_add(y, y, z * z))) {}
    simd::Lanes x, y, z, squared;
  };

  // C(r) / r, without its constant factor.
  WEIR_INLINE simd::Lanes cohesion(simd::Lanes r_squared) const {
    const simd::Lanes r = simd::sqrt(simd::max(r_squared, simd::set(1e-6f * support_ * support_)));
    const simd::Lanes q = r * simd::set(1 / support_), rest = simd::max(simd::zero(), 1 - q);
    const simd::Lanes root = q * rest, cube = root * (root * root);
    const simd::Lanes near = simd::mul_sub(simd::set(2), cube, simd::set(1.0f / 64));
    return (q > 0.5f ? cube : near) / r;
  }

  const Flow& flow_;
  float support_, cohesion_, normals_;
};

}  // namespace

void add_surface_tension(Flow& flow, int dimensions, std::span<const float> strength, std::span<const uint8_t> phase,
                         std::span<Vec3f> acceleration) {
  const Tension tension(flow, dimensions);
  parallel_for(flow.size(), [&](size_t i) { flow.point[i].w = phase[i]; });
  for_each_particle(flow.size(), [&](size_t i) {
    const bool pulls = strength[phase[i]] > 0;
    flow.vector[i] = float4(pulls ? tension.normal_at(i) : Vec3f{}, phase[i]);
  });
  parallel_for(flow.size(), [&](size_t i) { flow.point[i].w = flow.density[i]; });
  for_each_particle(flow.size(), [&](size_t i) {
    if (strength[phase[i]] > 0) acceleration[i] -= tension.pull_at(i) * strength[phase[i]];
  });
}

}  // namespace weir::sph
