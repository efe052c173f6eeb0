// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/liquid_phases.h"

#include <algorithm>
#include <limits>

#include "grid/liquid/tension.h"
#include "grid/tiles/halo.h"
#include "grid/tiles/visit_cells.h"
#include "sim/particle_viscosity.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

// A property of each phase beside `one`; empty when all are alike.
template <class Property>
std::vector<float> beside(const Scene& scene, double one, Property&& property) {
  const auto same = [&](const Phase& phase) { return property(phase) == property(scene.phases.front()); };
  if (std::all_of(scene.phases.begin(), scene.phases.end(), same)) return {};
  std::vector<float> result;
  for (const Phase& phase : scene.phases) result.push_back(static_cast<float>(property(phase) / one));
  return result;
}

// Of a cell at most one tile away from a tile, by its coordinates in that tile.
size_t neighbour_cell(const Tiles& tiles, size_t tile, const Vec3i& c) {
  const bool flat = tiles.depth() == 1;
  const size_t other = tiles.neighbour(tile, tile_of(c.x), tile_of(c.y), flat ? 0 : tile_of(c.z));
  return other * tiles.cells_per_tile() +
         static_cast<size_t>(in_tile(c.x) + kTileSize * (in_tile(c.y) + (flat ? 0 : kTileSize * in_tile(c.z))));
}

// The mean of what is above 0 in and around a cell; 1 when nothing is.
float mean_around(const Tiles& tiles, size_t tile, const Vec3i& c, std::span<const float> field) {
  float sum = 0, count = 0;
  for (int n = 0; n < 27; ++n) {
    if (tiles.depth() == 1 && n / 9 != 1) continue;
    const float there = field[neighbour_cell(tiles, tile, c + Vec3i{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1})];
    sum += there;
    count += there > 0 ? 1.0f : 0.0f;
  }
  return count > 0 ? sum / count : 1.0f;
}

double thickest(const Scene& scene) {
  double most = 0;
  for (const Phase& phase : scene.phases) most = std::max(most, greatest_viscosity(phase));
  return most;
}

// Of every surface between two phases or a phase and the air, the largest tension over the density beside it.
double fastest_tension(const Scene& scene) {
  double most = 0;
  for (const Phase& p : scene.phases) {
    most = std::max(most, p.surface_tension / p.density);
    for (const Phase& q : scene.phases) {
      most = std::max(most, (p.surface_tension + q.surface_tension) / (p.density + q.density));
    }
  }
  return most;
}

}  // namespace

LiquidPhases::LiquidPhases(const Scene& scene)
    : first_density_(scene.phases.front().density),
      thickest_(thickest(scene)),
      densities_(beside(scene, first_density_, [](const Phase& p) { return p.density; })),
      viscosities_(beside(scene, thickest_, &greatest_viscosity)),
      tension_speed_(fastest_tension(scene)),
      phases_(scene.phases.size()),
      slip_(scene) {
  if (tension_speed_ == 0) return;
  for (const Phase& phase : scene.phases) {
    tensions_.push_back(static_cast<float>(phase.surface_tension / first_density_));
  }
}

void LiquidPhases::locate(const TiledParticles& where, std::span<const uint8_t> phase,
                          std::span<const float> viscosity) {
  if (!viscosity.empty())
    thickest_ = static_cast<double>((varying_ ? *varying_ : varying_.emplace()).find(where, viscosity));
  if (!viscosities_.empty() || tensions_.size() > 1) shares_.find(where, phase, phases_);
}

void LiquidPhases::complete(const Tiles& tiles, std::span<const float> distance, Scattered& scattered) const {
  if (densities_.empty()) return;
  for (int axis = 0; axis < tiles.dimensions(); ++axis) {
    std::vector<float>& lightness = scattered.lightness.face[static_cast<size_t>(axis)];
    struct Found {
      size_t face;
      float lightness;
    };
    std::vector<std::vector<Found>> found(tiles.size());
    parallel_for(
        tiles.size(),
        [&](size_t t) {
          const auto own = std::span(lightness).subspan(t * tiles.cells_per_tile(), tiles.cells_per_tile());
          if (std::all_of(own.begin(), own.end(), [](float l) { return l > 0; })) return;
          Halo surface;
          surface.load(tiles, t, distance);
          visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
            if (lightness[i] > 0) return;
            const float below = surface.row(y - (axis == 1), z - (axis == 2))[x - (axis == 0)];
            if (surface.row(y, z)[x] < 0 || below < 0)
              found[t].push_back({i, mean_around(tiles, t, {x, y, z}, lightness)});
          });
        },
        4);
    for (const std::vector<Found>& of_tile : found) {
      for (const Found& f : of_tile) lightness[f.face] = f.lightness;
    }
  }
}

// Across an interface the stress is the same on both sides, so velocities change as if the viscosities lay in series:
// edges, where shear acts, have the harmonic mean. Cells, which are stretched alike, have the plain one.
ViscousMix LiquidPhases::viscous_mix(const Tiles& tiles, const Scattered& scattered) const {
  ViscousMix mix{.lightness = lightness(scattered), .cell = {}, .edge = {}};
  if (varying_) varying_->fill(tiles, mix);
  if (varying_ || viscosities_.empty()) return mix;
  mix.cell.assign(tiles.field_size(), 0.0f);
  const int edges = tiles.dimensions() == 2 ? 1 : 3;
  for (int e = 0; e < edges; ++e) mix.edge[static_cast<size_t>(e)].assign(tiles.field_size(), 0.0f);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          shares_.visit_cell(i, [&](size_t phase, float share) { mix.cell[i] += share * viscosities_[phase]; });
          for (int e = 0; e < edges; ++e) {
            Vec3i a{}, b{};
            a[e] = 1, b[(e + 1) % 3] = 1;  // as Viscosity has its edges
            const auto cell = [&](const Vec3i& away) { return neighbour_cell(tiles, t, Vec3i{x, y, z} - away); };
            double sum = 0;
            shares_.visit_square({i, cell(a), cell(b), cell(a + b)}, [&](size_t phase, float share) {
              if (share > 0) sum += static_cast<double>(share) / static_cast<double>(viscosities_[phase]);
            });
            mix.edge[static_cast<size_t>(e)][i] = static_cast<float>(1 / sum);
          }
        });
      },
      4);
  return mix;
}

Viscosity LiquidPhases::viscosity(const Tiles& tiles, std::span<const float> distance, const SolidFaces& solids,
                                  double cell, const Scattered& scattered) const {
  return {tiles, distance, solids, static_cast<float>(cell), viscous_mix(tiles, scattered)};
}

void LiquidPhases::apply_tension(const GridFlow& flow, const Scattered& scattered, MacField& velocity) const {
  if (tensions_.empty()) return;
  add_tension({tensions_, shares_, lightness(scattered)}, flow, velocity);
}

void LiquidPhases::slip(const TiledParticles& where, const GridFlow& flow, const Scattered& scattered,
                        const MacField& velocity, double frame, Particles& particles, std::optional<MacField>& spread) {
  slip_.move({where, shares_, scattered, velocity, flow.distance(), flow.solids(), flow.step(), frame}, particles.phase,
             particles.position, spread);
}

double LiquidPhases::longest_step(double cell) const {
  return tensions_.empty() ? std::numeric_limits<double>::infinity() : longest_tension_step(tension_speed_, cell);
}

}  // namespace weir::grid
