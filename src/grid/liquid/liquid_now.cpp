// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/liquid_now.h"

#include "grid/grid_director.h"
#include "grid/liquid/direct_liquid.h"
#include "grid/liquid/grid_flow.h"
#include "grid/liquid/liquid_volumes.h"
#include "weir/base/parallel.h"

namespace weir::grid {

LiquidNow find_liquid_now(const LiquidParts& parts, const Directors& directors) {
  LiquidNow now{TiledParticles(parts.space), {}, {}};
  const std::span<const uint32_t> order = now.where.sort(parts.particles.position);
  std::vector<Vec3f> position(order.size()), velocity(order.size());
  std::vector<uint8_t> phase(order.size());
  parallel_for(order.size(), [&](size_t i) {
    position[i] = parts.particles.position[order[i]];
    velocity[i] = parts.particles.velocity[order[i]];
    phase[i] = parts.particles.phase[order[i]];
  });
  now.where.forget_order();
  constexpr int margin = static_cast<int>(kSurfaceBand) + 1;
  std::vector<Vec3i> others = parts.band.core().tiles_needed(margin);
  const std::vector<Vec3i> held = held_tiles(directors, parts.space);
  others.insert(others.end(), held.begin(), held.end());
  now.where.build(position, margin, std::move(others));
  const float per_cell = particles_per_cell(now.where.tiles().dimensions());
  scatter(now.where, velocity, {}, per_cell, now.scattered, parts.phases.densities(phase));
  if (parts.band.is_on()) {
    LiquidCore core = parts.band.core();
    core.move_to(now.where.tiles());
    add_core(core, {}, per_cell, now.scattered);
  }
  find_solid_faces(parts.solids, parts.space, now.where.tiles(), parts.known, now.faces);
  return now;
}

std::vector<Volume> volumes_of(LiquidNow now, const Clock& clock, Directors& directors) {
  const GridSpace& space = now.where.space();
  const Tiles& tiles = now.where.tiles();
  GridFlow flow({space, tiles, now.faces, 0, {}}, now.scattered.velocity, now.scattered.volume);
  fill(directors, clock, flow);
  std::vector<Volume> result{surface_volume(space, tiles, now.faces, flow.plain_distance())};
  prescribe_held(directors, clock, flow);
  flow.show_prescribed(now.scattered.velocity, now.scattered.weight);
  result.push_back(velocity_volume(space, tiles, now.scattered.velocity, now.scattered.weight));
  return result;
}

}  // namespace weir::grid
