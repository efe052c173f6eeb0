// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/direct_liquid.h"

namespace weir::grid {

namespace {

// Far above those of particles, which count from 0.
constexpr uint64_t kFirstCellId = uint64_t{1} << 62;

bool any_at(const Directors& directors, hook::Hook hook) {
  for (size_t i = 0; i < directors.size(); ++i) {
    if (directors[i].hooks() & hook) return true;
  }
  return false;
}

Particles with_core(const Particles& particles, const NarrowBand& band, const GridSpace& space) {
  Particles all = particles;
  all.append(band.core_particles(space));
  for (size_t i = particles.size(); i < all.size(); ++i) all.id[i] = kFirstCellId + i;
  return all;
}

}  // namespace

void direct_forces(const Clock& clock, Directors& directors, const GridSpace& space, const Particles& particles,
                   NarrowBand& band, std::vector<Vec3f>& acceleration) {
  if (!band.is_on() || !any_at(directors, hook::forces) || particles.size() == 0) {
    directors.forces(clock, particles, acceleration);
    return;
  }
  const Vec3f usual = acceleration.front();
  const Particles all = with_core(particles, band, space);
  acceleration.resize(all.size(), usual);
  directors.forces(clock, all, acceleration);
  std::vector<Vec3f> of_core(acceleration.begin() + static_cast<std::ptrdiff_t>(particles.size()), acceleration.end());
  for (Vec3f& a : of_core) a -= usual;
  band.accelerate_core(space, of_core, static_cast<float>(clock.step));
  acceleration.resize(particles.size());
}

void direct_velocities(const Clock& clock, Directors& directors, const GridSpace& space, Particles& particles,
                       NarrowBand& band) {
  if (!band.is_on() || !any_at(directors, hook::after_projection)) {
    directors.after_projection(clock, particles, particles.velocity);
    return;
  }
  const Particles all = with_core(particles, band, space);
  std::vector<Vec3f> velocity = all.velocity;
  directors.after_projection(clock, all, velocity);
  std::vector<Vec3f> change(all.size() - particles.size());
  for (size_t i = 0; i < change.size(); ++i) {
    change[i] = velocity[particles.size() + i] - all.velocity[particles.size() + i];
  }
  band.accelerate_core(space, change, 1);
  velocity.resize(particles.size());
  particles.velocity = std::move(velocity);
}

}  // namespace weir::grid
