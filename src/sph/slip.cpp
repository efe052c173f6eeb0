// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/slip.h"

#include <algorithm>
#include <cmath>

#include "sim/lone_drop.h"
#include "sim/particle_viscosity.h"
#include "sim/phase_values.h"

namespace weir::sph {

namespace {

constexpr float kInside = 0.9f;     // of the rest density: at the surface there is nothing to go through
constexpr float kAtSolid = 0.15f;   // that solids add to the density of particles of the layer next to them
constexpr float kAtSurface = 0.1f;  // spacings from the middle of its neighbours to a particle

}  // namespace

Slip::Slip(const Scene& scene)
    : spacing_(static_cast<float>(scene.solver.spacing)),
      density_(of_phases(scene, [](const Phase& p) { return p.density; })),
      viscosity_(of_phases(scene, [](const Phase& p) { return greatest_viscosity(p); })),
      densities_differ_(std::any_of(density_.begin(), density_.end(), [&](float d) { return d != density_[0]; })) {}

Vec3f Slip::change_of(const Flow& flow, size_t i, const Vec3f& gravity, std::span<const uint8_t> phase, float pressure,
                      std::span<const Vec3f> velocity) const {
  if (flow.density[i] < kInside || pressure <= 0) return {};
  const float own = density_[phase[i]];
  float all = 0, others = 0, density = 0, viscosity = 0;
  Vec3f around{}, middle{};
  for (const uint32_t j : flow.neighbours.of(i).first(flow.neighbours.count(i))) {
    const float weight = flow.kernel.value(length(xyz(flow.point[i]) - xyz(flow.point[j])));
    all += weight;
    middle += (xyz(flow.point[j]) - xyz(flow.point[i])) * weight;
    if (density_[phase[j]] == own) continue;
    others += weight;
    density += weight * density_[phase[j]];
    viscosity += weight * viscosity_[phase[j]];
    around += velocity[j] * weight;
  }
  if (others == 0 || all - others > kMostOwnAround * all) return {};
  density /= others;
  const float g = length(gravity), contrast = 1 - own / density;
  if (std::abs(contrast) < kLeastDropContrast || g == 0) return {};
  const float speed = drop_speed(spacing_, std::abs(contrast) * g, {density, viscosity / others});
  const float buoyant = std::min(1.0f, pressure / (density * g * spacing_));
  const Vec3f way = gravity * ((contrast > 0 ? -1.0f : 1.0f) / g);
  const bool at_solid = flow.boundary.density[i] > kAtSolid && dot(flow.boundary.gradient[i], way) > 0;
  const bool at_surface = dot(middle, way) < -kAtSurface * spacing_ * all;
  if (at_solid || at_surface) return {};  // it has arrived
  const float missing = buoyant * speed - dot(velocity[i] - around / others, way);
  return missing > 0 ? way * missing : Vec3f{};
}

void Slip::exchange(const Flow& flow, const Drop& drop, std::span<const uint8_t> phase,
                    std::span<Vec3f> velocity) const {
  const uint32_t i = drop.particle;
  const auto neighbours = flow.neighbours.of(i).first(flow.neighbours.count(i));
  const auto weight = [&](uint32_t j) {
    return density_[phase[j]] == density_[phase[i]]
               ? 0
               : flow.kernel.value(length(xyz(flow.point[i]) - xyz(flow.point[j]))) / flow.inverse_mass[j];
  };
  float sum = 0;
  for (const uint32_t j : neighbours) sum += weight(j);
  velocity[i] += drop.change;
  const Vec3f impulse = drop.change * (1 / flow.inverse_mass[i] / sum);
  for (const uint32_t j : neighbours) velocity[j] -= impulse * (weight(j) * flow.inverse_mass[j]);
}

void Slip::apply(const Flow& flow, const Vec3f& gravity, std::span<const uint8_t> phase,
                 std::span<const float> pressure, std::span<Vec3f> velocity) {
  if (!densities_differ_) return;
  change_.resize(flow.size());
  for_each_particle(flow.size(),
                    [&](size_t i) { change_[i] = change_of(flow, i, gravity, phase, pressure[i], velocity); });
  for (uint32_t i = 0; i < flow.size(); ++i) {
    if (change_[i] != Vec3f{}) exchange(flow, {i, change_[i]}, phase, velocity);
  }
}

}  // namespace weir::sph
