// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/carried_flow.h"

#include <cmath>

namespace weir::sph {

CarriedFlow::CarriedFlow(const Scene& scene, Flow& flow)
    : scene_(scene), flow_(flow), viscosity_(scene), hot_solids_(scene) {
  if (scene.mixing.heat > 0 || scene.mixing.paint > 0) diffusion_.emplace(flow, scene.dimensions);
}

void CarriedFlow::mix(const Clock& clock, const Solids& solids, Particles& particles) {
  if (scene_.mixing.heat > 0) mix_heat(clock, solids, particles);
  if (scene_.mixing.paint > 0) mix_paint(clock, particles);
}

void CarriedFlow::mix_heat(const Clock& clock, const Solids& solids, Particles& particles) {
  value_.resize(particles.size());
  parallel_for(particles.size(), [&](size_t i) { value_[i] = {particles.heat[i], 0, 0, 0}; });
  DiffusionTask task{.spread = clock.step * scene_.mixing.heat, .key = particles.mass, .wall = {}, .target = {}};
  if (hot_solids_.any()) {
    find_walls(clock, solids, particles);
    task.wall = wall_;
    task.target = target_;
  }
  diffusion_->apply(task, value_);
  parallel_for(particles.size(), [&](size_t i) { particles.heat[i] = value_[i].x; });
}

// Only particles that the boundary has something for are near a solid.
void CarriedFlow::find_walls(const Clock& clock, const Solids& solids, const Particles& particles) {
  std::vector<size_t> near;
  std::vector<Vec3f> point;
  for (size_t i = 0; i < particles.size(); ++i) {
    if (!(flow_.boundary.density[i] > 0)) continue;
    near.push_back(i);
    point.push_back(particles.position[i]);
  }
  std::vector<float> gap(near.size()), heat(near.size());
  hot_solids_.find(solids, clock.middle_frame(), flow_.kernel.support(), point, gap, heat);
  wall_.assign(particles.size(), 0.0f);
  target_.assign(particles.size(), 0.0f);
  for (size_t n = 0; n < near.size(); ++n) {
    if (std::isnan(heat[n])) continue;
    wall_[near[n]] = diffusion_->wall_rate(gap[n]);
    target_[near[n]] = heat[n];
  }
}

void CarriedFlow::mix_paint(const Clock& clock, Particles& particles) {
  const bool thick = !particles.thickness.empty();
  value_.resize(particles.size());
  key_.resize(particles.size());
  parallel_for(particles.size(), [&](size_t i) {
    value_[i] = float4(particles.colour[i], thick ? particles.thickness[i] : 0.0f);
    key_[i] = particles.phase[i];
  });
  diffusion_->apply({.spread = clock.step * scene_.mixing.paint,
                     .between = DiffusionTask::Between::same_key,
                     .key = key_,
                     .wall = {},
                     .target = {}},
                    value_);
  parallel_for(particles.size(), [&](size_t i) {
    particles.colour[i] = xyz(value_[i]);
    if (thick) particles.thickness[i] = value_[i].w;
  });
}

}  // namespace weir::sph
