// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/narrow_band.h"

#include <algorithm>

#include "grid/tiles/cell_vectors.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/sim/seeding.h"

namespace weir::grid {

NarrowBand::NarrowBand(const Scene& scene, int layers) : scene_(scene), layers_(layers) {
  if (is_on() && scene.phases.size() > 1) {
    throw InputError(location_in(scene, "solver.band"),
                     "works with one phase only; set it to 0 or leave the other phases out");
  }
}

void NarrowBand::move_to(const Tiles& tiles) {
  if (is_on()) core_.move_to(tiles);
}

void NarrowBand::join(const Vec3f& gained, float per_cell, Scattered& scattered) const {
  if (is_on()) add_core(core_, gained, per_cell, scattered);
}

void NarrowBand::exchange(CoreStep step, Population& population) {
  step.position = population.now.position;
  step.stays = population.now.temporary;
  step.band = layers_;
  step.number = number_++;
  CoreChange change = advance_core(core_, step);
  rounding_ += change.rounding;
  population.removed = std::move(change.taken);
  const float mass = particle_mass(scene_, 0);
  for (size_t i = 0; i < change.position.size(); ++i) {
    population.add(change.position[i], change.velocity[i], mass, 0, false);
  }
}

Particles NarrowBand::core_particles(const GridSpace& space) const {
  const std::vector<LiquidCore::Cell> cells = core_.cells(space);
  const CellVectors velocity = middle_velocities(core_.tiles, core_.velocity);
  const float mass = particle_mass(scene_, 0) * particles_per_cell(scene_.dimensions);
  Particles result;
  result.resize(cells.size());
  parallel_for(cells.size(), [&](size_t n) {
    const size_t i = cells[n].index;
    result.position[n] = cells[n].middle;
    result.velocity[n] = {velocity[0][i], velocity[1][i], velocity[2][i]};
    result.mass[n] = mass * core_.full[i];
  });
  return result;
}

void NarrowBand::accelerate_core(const GridSpace& space, std::span<const Vec3f> vectors, float factor) {
  const std::vector<LiquidCore::Cell> cells = core_.cells(space);
  std::vector<uint32_t> index(cells.size());
  std::transform(cells.begin(), cells.end(), index.begin(), [](const LiquidCore::Cell& cell) { return cell.index; });
  CellVectors change = no_vectors(core_.tiles);
  add_to_cells(index, vectors, change);
  add_to_faces(core_.tiles, change, factor, core_.velocity);
}

void NarrowBand::drain(const Clock& clock, const GridSpace& space, Sinks& sinks) {
  if (!is_on() || (scene_.sinks.empty() && !(scene_.domain && !scene_.domain->walls.all_solid()))) return;
  const std::vector<LiquidCore::Cell> cells = core_.cells(space);
  Particles middles;
  middles.resize(cells.size());
  for (size_t i = 0; i < cells.size(); ++i) middles.position[i] = cells[i].middle;
  std::vector<uint8_t> removed(cells.size(), 0);
  sinks.mark(clock, middles, removed);
  for (size_t i = 0; i < cells.size(); ++i) {
    if (removed[i]) core_.full[cells[i].index] = 0;
  }
}

void NarrowBand::state(Archive& archive) {
  archive("number", number_);
  core_.state(archive);
}

}  // namespace weir::grid
