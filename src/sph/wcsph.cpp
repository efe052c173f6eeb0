// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/wcsph.h"

namespace weir::sph {

namespace {

constexpr double kAlpha = 0.1;  // of the artificial viscosity; 0.08 to 0.5 in the paper

constexpr float kDensest = 1.2f;  // beyond it, more pressure would only throw particles about

}  // namespace

double speed_of_sound(double fastest, double compression) { return fastest / std::sqrt(compression); }

double longest_wcsph_step(double spacing, double sound) { return 0.4 * spacing / (sound * (1 + 0.6 * kAlpha)); }

void find_tait_pressures(const Flow& flow, double sound, std::span<float> pressure) {
  parallel_for(flow.size(), [&](size_t i) {
    const float d = std::min(flow.density[i], kDensest), d2 = d * d;
    const double stiffness = sound * sound / (7.0 * flow.volume * flow.inverse_mass[i]);
    pressure[i] = static_cast<float>(stiffness) * std::max(0.0f, d2 * d2 * d2 * d - 1);
  });
}

void add_artificial_viscosity(Flow& flow, double sound, std::span<const Vec3f> velocity,
                              std::span<Vec3f> acceleration) {
  parallel_for(flow.size(), [&](size_t i) {
    flow.point[i].w = flow.inverse_mass[i];
    flow.vector[i] = float4(velocity[i]);
  });
  const Kernel& kernel = flow.kernel;
  const float spacing = 0.5f * kernel.support();
  const float strength = static_cast<float>(2 * kAlpha * spacing * sound) * flow.volume;
  for_each_particle(flow.size(), [&](size_t i) {
    const Float4 p = flow.point[i], u = flow.vector[i];
    simd::Lanes x = simd::zero(), y = x, z = x;
    const std::span<const uint32_t> list = flow.neighbours.of(i);
    for (size_t k = 0; k < list.size(); k += simd::kLanes) {
      const simd::Quad q = simd::pick(flow.point.data(), &list[k]), v = simd::pick(flow.vector.data(), &list[k]);
      const simd::Lanes dx = p.x - q.x, dy = p.y - q.y;
      const simd::Lanes dz = p.z - q.z;
      const simd::Lanes r2 = simd::mul_add(dx, dx, simd::mul_add(dy, dy, dz * dz));
      const simd::Lanes ux = u.x - v.x, uy = u.y - v.y;
      const simd::Lanes uz = u.z - v.z;
      const simd::Lanes towards = simd::min(simd::zero(), simd::mul_add(ux, dx, simd::mul_add(uy, dy, uz * dz)));
      // Of both masses the mean, so that the force on each is the same: m_j / (rho_i + rho_j), with all volumes alike.
      const simd::Lanes share = p.w / (p.w + q.w);
      const simd::Lanes reach = r2 + simd::set(0.01f * spacing * spacing);
      const simd::Lanes f = towards * share / reach * kernel.gradient_factors(r2);
      x = simd::mul_add(f, dx, x), y = simd::mul_add(f, dy, y), z = simd::mul_add(f, dz, z);
    }
    acceleration[i] += Vec3f{simd::sum(x), simd::sum(y), simd::sum(z)} * strength;
  });
}

}  // namespace weir::sph
