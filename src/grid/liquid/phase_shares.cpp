// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/phase_shares.h"

#include "grid/liquid/tile_sums.h"
#include "grid/surface/liquid_shape.h"
#include "grid/tiles/halo.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr float kFewParticles = 1e-3f;  // less says nothing of a cell

using PhaseSums = Sums<1>;

void add(const Vec3f& g, bool flat, float* sums) {
  const Stencil x(g.x - 0.5f), y(g.y - 0.5f), z = flat ? Stencil(0, 0) : Stencil(g.z - 0.5f);
  float* to = sums + PhaseSums::index(x.base, y.base, z.base);
  const auto add_row = [&](float* row, float weight) {
    row[0] += weight * (1 - x.part);
    row[1] += weight * x.part;
  };
  add_row(to, (1 - y.part) * (1 - z.part));
  add_row(to + PhaseSums::kUp, y.part * (1 - z.part));
  if (flat) return;
  add_row(to + PhaseSums::kBack, (1 - y.part) * z.part);
  add_row(to + PhaseSums::kBack + PhaseSums::kUp, y.part * z.part);
}

}  // namespace

void PhaseShares::find(const TiledParticles& where, std::span<const uint8_t> phase, size_t phases) {
  find_volumes(where, phase, phases);
  find_shares(where.tiles());
}

void PhaseShares::find_volumes(const TiledParticles& where, std::span<const uint8_t> phase, size_t phases) {
  const Tiles& tiles = where.tiles();
  const bool flat = tiles.depth() == 1;
  const TileSums<1> sums(where, phases);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        float* own = sums.of(t);
        if (!own) return;
        std::fill_n(own, sums.floats_per_tile(), 0.0f);
        const Vec3i first = tiles.first_cell(t);
        for (uint32_t i = where.in(t).begin; i < where.in(t).end; ++i) {
          add(in_its_tile(where.grid_position()[i], first), flat, own + phase[i] * PhaseSums::kFloats);
        }
      },
      1);
  volume_.resize(phases);
  for (std::vector<float>& v : volume_) v.assign(tiles.field_size(), 0.0f);
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        for (size_t p = 0; p < phases; ++p) {
          collect(tiles, t, sums, p, {volume_[p].data() + t * tiles.cells_per_tile()});
        }
      },
      4);
}

// Cells without particles (holes, and what directors fill) are as those beside them.
void PhaseShares::find_shares(const Tiles& tiles) {
  const size_t phases = volume_.size();
  share_.resize(phases - 1);
  distance_.resize(phases - 1);
  for (std::vector<float>& s : share_) s.assign(tiles.field_size(), 0.0f);
  for (std::vector<float>& d : distance_) d.assign(tiles.field_size(), 1.0f);
  std::vector<float> all = volume_[0];
  parallel_for(tiles.cells(), [&](size_t i) {
    for (size_t p = 1; p < phases; ++p) all[i] += volume_[p][i];
  });
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        Halo sum, own;
        sum.load(tiles, t, all);
        const auto with_those_beside = [&](const Halo& h, int x, int y, int z) {
          const float beside = h.row(y, z)[x - 1] + h.row(y, z)[x + 1] + h.row(y - 1, z)[x] + h.row(y + 1, z)[x];
          return h.row(y, z)[x] + beside + (tiles.depth() == 1 ? 0.0f : h.row(y, z - 1)[x] + h.row(y, z + 1)[x]);
        };
        for (size_t p = 1; p < phases; ++p) {
          own.load(tiles, t, volume_[p]);
          visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
            const bool any = all[i] > kFewParticles;
            const float of = any ? volume_[p][i] : with_those_beside(own, x, y, z);
            const float in = any ? all[i] : with_those_beside(sum, x, y, z);
            share_[p - 1][i] = in > kFewParticles ? of / in : 0.0f;
          });
          visit_rows(tiles, t, [&](int, int, size_t i) {
            simd::store(surface_distance(simd::load(&share_[p - 1][i])), &distance_[p - 1][i]);
          });
        }
      },
      4);
}

}  // namespace weir::grid
