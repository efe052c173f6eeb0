// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/tension.h"

#include <algorithm>
#include <cmath>

#include "grid/surface/curvature.h"
#include "grid/tiles/halo.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr size_t kTilesAtOnce = 4;
constexpr float kMostlyOpen = 0.5f;  // less of a cell's surroundings is open: it is as those beside it
constexpr float kMostlyLiquid = 0.3f;

// Of speed step^2 / cell^3. Drops of 10 cells swing alike up to 2, in 2D and 3D; from 3.5 on they lose spray.
constexpr double kLongestStep = 2;

float lower(const Halo& h, int axis, int x, int y, int z) {
  return h.row(y - (axis == 1), z - (axis == 2))[x - (axis == 0)];
}

// As Projection has it.
float way_to_surface(float liquid, float air) {
  return std::min(liquid / std::min(liquid - air, -1e-6f), 1 / (1 - kNearestSurface));
}

// Between two cells; what only one of them knows holds for both.
float between(float first, float second, float way) {
  if (first == kNoCurvature) return second == kNoCurvature ? 0.0f : second;
  return second == kNoCurvature ? first : first + way * (second - first);
}

// The tension of the phases around every cell.
std::vector<float> tension_in_cells(const Tension& tension, const Tiles& tiles) {
  std::vector<float> result(tiles.field_size(), tension.of_phase.front());
  if (tension.of_phase.size() == 1) return result;
  parallel_for(tiles.cells(), [&](size_t i) {
    result[i] = 0;
    tension.shares.visit_cell(i, [&](size_t phase, float share) { result[i] += share * tension.of_phase[phase]; });
  });
  return result;
}

// What a curved surface changes of the velocities of open faces.
class FaceChanges {
 public:
  FaceChanges(const GridFlow& flow, const MacField* lightness, std::span<const float> curvature, MacField& velocity)
      : flow_(flow), lightness_(lightness), curvature_(curvature), velocity_(velocity) {
    const double cell = flow.space().cell;
    scale_ = static_cast<float>(static_cast<double>(flow.step()) / (cell * cell));
  }

  // jump(curvature, field, axis, x, y, z): tension times curvature, over the way to the surface, at the lower face of a
  // cell; above 0 pushes up.
  template <class Jump>
  void add(std::span<const float> field, Jump&& jump) const {
    const Tiles& tiles = flow_.tiles();
    parallel_for(
        tiles.size(),
        [&](size_t t) {
          Halo curvature, around;
          curvature.load(tiles, t, curvature_);
          around.load(tiles, t, field);
          for (int axis = 0; axis < tiles.dimensions(); ++axis) {
            const auto a = static_cast<size_t>(axis);
            visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
              if (flow_.solids().open.face[a][i] == 0) return;
              const float light = lightness_ ? lightness_->face[a][i] : 1.0f;
              velocity_.face[a][i] += scale_ * light * jump(curvature, around, axis, x, y, z, i);
            });
          }
        },
        kTilesAtOnce);
  }

 private:
  const GridFlow& flow_;
  const MacField* lightness_;
  std::span<const float> curvature_;
  MacField& velocity_;
  float scale_;
};

void add_at_free_surface(const Tension& tension, const GridFlow& flow, MacField& velocity) {
  const Tiles& tiles = flow.tiles();
  std::vector<float> full(tiles.field_size(), 0.0f), known(full), curvature;
  parallel_for(tiles.cells(), [&](size_t i) {
    known[i] = flow.room()[i] > kMostlyOpen ? 1.0f : 0.0f;
    full[i] = known[i] > 0 ? std::min(1.0f, flow.volume()[i] / flow.room()[i]) : 0.0f;
  });
  continue_fullness(tiles, known, full);
  find_curvature(tiles, full, curvature);
  const std::vector<float> strength = tension_in_cells(tension, tiles);
  const FaceChanges changes(flow, tension.lightness, curvature, velocity);
  changes.add(flow.distance(), [&](const Halo& k, const Halo& distance, int axis, int x, int y, int z, size_t i) {
    const float up = distance.row(y, z)[x], down = lower(distance, axis, x, y, z);
    const bool wet_up = up < -kNearestSurface, wet_down = down < -kNearestSurface;
    if (wet_up == wet_down) return 0.0f;
    const float k_up = k.row(y, z)[x], k_down = lower(k, axis, x, y, z);
    const float way = wet_up ? way_to_surface(up, down) : way_to_surface(down, up);
    const float there = wet_up ? between(k_up, k_down, way) : between(k_down, k_up, way);
    return (wet_up ? strength[i] : -strength[i]) * there / way;
  });
}

// The surface of one phase towards the others.
void add_between_phases(const Tension& tension, size_t phase, float strength, const GridFlow& flow,
                        MacField& velocity) {
  const Tiles& tiles = flow.tiles();
  std::vector<float> share(tiles.field_size(), 0.0f), known(share), curvature;
  parallel_for(tiles.cells(), [&](size_t i) {
    const float room = flow.room()[i];
    known[i] = room > kMostlyOpen && flow.volume()[i] > kMostlyLiquid * room ? 1.0f : 0.0f;
    share[i] = known[i] * tension.shares.around(phase, i);
  });
  continue_fullness(tiles, known, share);
  find_curvature(tiles, share, curvature);
  const FaceChanges changes(flow, tension.lightness, curvature, velocity);
  changes.add(share, [&](const Halo& k, const Halo& inside, int axis, int x, int y, int z, size_t) {
    const float rise = inside.row(y, z)[x] - lower(inside, axis, x, y, z);
    if (rise == 0) return 0.0f;
    return strength * rise * between(k.row(y, z)[x], lower(k, axis, x, y, z), 0.5f);
  });
}

}  // namespace

double longest_tension_step(double speed, double cell) { return std::sqrt(kLongestStep * cell * cell * cell / speed); }

void add_tension(const Tension& tension, const GridFlow& flow, MacField& velocity) {
  add_at_free_surface(tension, flow, velocity);
  const size_t phases = tension.of_phase.size();
  if (phases == 2) {  // the surface of one is that of the other
    return add_between_phases(tension, 1, tension.of_phase[0] + tension.of_phase[1], flow, velocity);
  }
  for (size_t p = 0; p < phases && phases > 1; ++p) {
    if (tension.of_phase[p] > 0) add_between_phases(tension, p, tension.of_phase[p], flow, velocity);
  }
}

}  // namespace weir::grid
