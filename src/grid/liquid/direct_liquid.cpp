// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/direct_liquid.h"

#include "grid/liquid/gather.h"
#include "grid/liquid/scatter.h"
#include "grid/tiles/cell_vectors.h"
#include "weir/base/parallel.h"

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

// The core after the particles, with the velocities of the grid; the indices of its cells.
std::vector<uint32_t> append_core(const NarrowBand& band, const TiledParticles& where, const MacField& velocity,
                                  Particles& particles) {
  std::vector<uint32_t> cells;
  if (!band.is_on()) return cells;
  const size_t count = particles.size();
  particles = with_core(particles, band, where.space());
  const CellVectors middle = middle_velocities(where.tiles(), velocity);
  for (const LiquidCore::Cell& cell : band.core().cells(where.space())) {
    const size_t i = cell.index;
    particles.velocity[count + cells.size()] = {middle[0][i], middle[1][i], middle[2][i]};
    cells.push_back(cell.index);
  }
  return cells;
}

// On the faces of these cells, the mean of those of them beside it.
MacField faces_of(const Tiles& tiles, std::span<const uint32_t> cells, std::span<const Vec3f> vectors) {
  const auto sum_up = [&](std::span<const Vec3f> of_cells) {
    CellVectors sums = no_vectors(tiles);
    add_to_cells(cells, of_cells, sums);
    MacField faces;
    faces.resize(tiles);
    add_to_faces(tiles, sums, 1, faces);
    return faces;
  };
  MacField mean = sum_up(vectors);
  const MacField share = sum_up(std::vector<Vec3f>(cells.size(), Vec3f{1, 1, 1}));
  for (size_t axis = 0; axis < static_cast<size_t>(tiles.dimensions()); ++axis) {
    parallel_for(tiles.cells(), [&](size_t i) {
      if (share.face[axis][i] > 0) mean.face[axis][i] /= share.face[axis][i];
    });
  }
  return mean;
}

// Vectors of particles and of cells of the core, on the faces around them; 0 on others.
MacField to_faces(const ProjectedLiquid& liquid, std::span<const Vec3f> of_particles, std::span<const uint32_t> cells,
                  std::span<const Vec3f> of_cells) {
  const Tiles& tiles = liquid.where.tiles();
  const float per_cell = particles_per_cell(tiles.dimensions());
  Scattered result;
  scatter(liquid.where, of_particles, {}, per_cell, result);
  if (liquid.band.is_on()) {
    LiquidCore core = liquid.band.core();
    core.velocity = faces_of(tiles, cells, of_cells);
    add_core(core, {}, per_cell, result);
  }
  return std::move(result.velocity);
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

std::vector<Vec3f> direct_velocities(const Clock& clock, Directors& directors, const ProjectedLiquid& liquid,
                                     const Projecting& projecting, MacField& velocity) {
  if (!any_at(directors, hook::after_projection)) return {};
  Particles all = liquid.particles;
  const size_t count = all.size();
  std::vector<Vec3f> unmoved = all.position;
  gather_and_move(liquid.where, liquid.scattered.velocity, velocity, nullptr, {liquid.flip, 0}, unmoved, all.velocity,
                  {});
  const std::vector<uint32_t> cells = append_core(liquid.band, liquid.where, velocity, all);
  std::vector<Vec3f> edited = all.velocity;
  directors.after_projection(clock, all, edited);
  if (edited == all.velocity) return {};
  std::vector<Vec3f> change = edited;
  for (size_t i = 0; i < change.size(); ++i) change[i] -= all.velocity[i];
  const MacField on_faces = to_faces(liquid, std::span(change).first(count), cells, std::span(change).subspan(count));
  for (size_t axis = 0; axis < static_cast<size_t>(liquid.where.tiles().dimensions()); ++axis) {
    parallel_for(liquid.where.tiles().cells(), [&](size_t i) { velocity.face[axis][i] += on_faces.face[axis][i]; });
  }
  MacField with_change = velocity;
  projecting.make_known(with_change);
  projecting.project();
  projecting.make_known(velocity);
  // Particles keep what is their own, and get what pressure did to the change.
  edited.resize(count);
  gather_and_move(liquid.where, with_change, velocity, nullptr, {1, 0}, unmoved, edited, {});
  return edited;
}

}  // namespace weir::grid
