// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/cell_diffusion.h"

#include <cmath>

#include "base/conjugate_gradients.h"
#include "grid/liquid/cell_sums.h"
#include "grid/tiles/beside.h"
#include "grid/tiles/block.h"
#include "grid/tiles/halo.h"
#include "grid/tiles/visit_cells.h"

namespace weir::grid {

namespace {

constexpr size_t kTilesAtOnce = 4;
constexpr float kNearestWall = 0.1f;  // cells
constexpr double kTolerance = 1e-3;   // share of the residual that may be left
constexpr int kMostIterations = 200;

// Cells at least half full conduct fully: how many particles are in a full one is chance.
float filled(float share) { return std::min(1.0f, 2 * share); }

}  // namespace

Diffusion::Diffusion(const DiffusionTask& task) : task_(task), tiles_(task.where.tiles()) {
  const double cell = task.where.space().cell, whole = task.spread / (cell * cell);
  kept_ = static_cast<float>(std::exp(-3 * whole));
  strength_ = static_cast<float>(whole + std::expm1(-3 * whole) / 6);
  const float per_cell = particles_per_cell(tiles_.dimensions());
  auto sums = cell_sums<2>(task.where, [&](size_t i) {
    return std::array<float, 2>{task.weight[i] > 0 ? 1 / per_cell : 0.0f, task.weight[i] / per_cell};
  });
  share_ = std::move(sums[0]);
  capacity_ = std::move(sums[1]);
  find_faces();
  if (!task.target.empty()) find_walls();
}

// Between cells of different weight a face conducts as the two in series.
void Diffusion::find_faces() {
  for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
    std::vector<float>& face = face_[axis];
    face.assign(tiles_.field_size(), 0.0f);
    const std::vector<float>& open = task_.solids.open.face[static_cast<size_t>(axis)];
    parallel_for(
        tiles_.size(),
        [&](size_t t) {
          visit_cells(tiles_, t, [&](int, int, int, size_t i) {
            const size_t below = beside(tiles_, i, axis, -1);
            if (!(share_[i] > 0 && share_[below] > 0)) return;
            const float own = capacity_[i] / share_[i], other = capacity_[below] / share_[below];
            face[i] =
                strength_ * open[i] * filled(std::min(share_[i], share_[below])) * 2 * own * other / (own + other);
          });
        },
        kTilesAtOnce);
  }
}

void Diffusion::find_walls() {
  wall_.assign(tiles_.field_size(), 0.0f);
  heat_.assign(tiles_.field_size(), 0.0f);
  const std::vector<float>& gap = task_.solids.distance;
  parallel_for(
      tiles_.size(),
      [&](size_t t) {
        visit_cells(tiles_, t, [&](int, int, int, size_t i) {
          if (!(share_[i] > 0) || std::isnan(task_.target[i])) return;
          for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
            for (const int way : {-1, 1}) {
              const size_t other = beside(tiles_, i, axis, way);
              if (gap[other] >= 0) continue;
              const float part = std::clamp(gap[i] / std::max(gap[i] - gap[other], 1e-20f), kNearestWall, 1.0f);
              wall_[i] += strength_ * filled(share_[i]) * capacity_[i] / share_[i] / part;
            }
          }
          heat_[i] = wall_[i] * task_.target[i];
        });
      },
      kTilesAtOnce);
}

double Diffusion::multiply(std::span<const float> x, float own, std::vector<float>& y) const {
  const auto multiply_tile = [&](size_t t) {
    Halo values, face;
    values.load(tiles_, t, x);
    visit_cells(tiles_, t, [&](int, int, int, size_t i) {
      y[i] = (own * capacity_[i] + (wall_.empty() ? 0.0f : wall_[i])) * x[i];
    });
    for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
      face.load(tiles_, t, face_[axis]);
      const int dx = axis == 0, dy = axis == 1, dz = axis == 2;
      visit_cells(tiles_, t, [&](int cx, int cy, int cz, size_t i) {
        const float here = values.row(cy, cz)[cx];
        y[i] += face.row(cy, cz)[cx] * (here - values.row(cy - dy, cz - dz)[cx - dx]) +
                face.row(cy + dy, cz + dz)[cx + dx] * (here - values.row(cy + dy, cz + dz)[cx + dx]);
      });
    }
    double sum = 0;
    visit_cells(tiles_, t,
                [&](int, int, int, size_t i) { sum += static_cast<double>(x[i]) * static_cast<double>(y[i]); });
    return sum;
  };
  return parallel_reduce(
      tiles_.size(), 0.0,
      [&](size_t begin, size_t end) {
        double sum = 0;
        for (size_t t = begin; t < end; ++t) sum += multiply_tile(t);
        return sum;
      },
      [](double a, double b) { return a + b; }, kTilesAtOnce);
}

// Preconditioned by the capacities alone: every iterate keeps the sum.
int Diffusion::solve(std::span<const float> value, std::vector<float>& change) const {
  const size_t n = tiles_.cells();
  std::vector<float> residual(tiles_.field_size()), direction(tiles_.field_size()), image(tiles_.field_size());
  multiply(value, 0, residual);
  parallel_for(n, [&](size_t i) { residual[i] = (wall_.empty() ? 0.0f : heat_[i]) - residual[i]; });
  const auto product = [&] {
    return parallel_sum<double>(n, [&](size_t i) {
      return capacity_[i] > 0 ? static_cast<double>(residual[i]) * static_cast<double>(residual[i] / capacity_[i]) : 0;
    });
  };
  double left = product();
  const double allowed = kTolerance * kTolerance * left;
  const auto turn = [&](double keep) {
    parallel_for(n, [&](size_t i) {
      direction[i] = (capacity_[i] > 0 ? residual[i] / capacity_[i] : 0.0f) + static_cast<float>(keep) * direction[i];
    });
  };
  const auto advance = [&](double length) {
    parallel_for(n, [&](size_t i) {
      change[i] += static_cast<float>(length) * direction[i];
      residual[i] -= static_cast<float>(length) * image[i];
    });
    left = product();
  };
  return conjugate_gradients(LinearSystem{.is_solved = [&] { return !(left > allowed); },
                                          .precondition = [&] { return left; },
                                          .turn = turn,
                                          .apply = [&] { return multiply(direction, 1, image); },
                                          .advance = advance},
                             kMostIterations)
      .iterations;
}

void Diffusion::give_back(std::span<const float> before, std::span<const float> after, std::span<float> value) const {
  parallel_for(
      tiles_.size(),
      [&](size_t t) {
        const TiledParticles::Range range = task_.where.in(t);
        if (range.begin == range.end) return;
        Block<1> was, is;
        was.load(tiles_, t, before);
        is.load(tiles_, t, after);
        const Vec3i first = tiles_.first_cell(t);
        for (uint32_t i = range.begin; i < range.end; ++i) {
          if (!(task_.weight[i] > 0)) continue;
          const Vec3f g = in_its_tile(task_.where.grid_position()[i], first) - Vec3f{0.5f, 0.5f, 0.5f};
          value[i] = is.sample(g.x, g.y, g.z) + kept_ * (value[i] - was.sample(g.x, g.y, g.z));
        }
      },
      1);
}

int Diffusion::apply(std::span<float> value) {
  const float per_cell = particles_per_cell(tiles_.dimensions());
  auto [before] =
      cell_sums<1>(task_.where, [&](size_t i) { return std::array<float, 1>{task_.weight[i] * value[i] / per_cell}; });
  parallel_for(tiles_.cells(), [&](size_t i) { before[i] = capacity_[i] > 0 ? before[i] / capacity_[i] : 0.0f; });
  std::vector<float> after(tiles_.field_size(), 0.0f);
  const int iterations = solve(before, after);
  parallel_for(tiles_.cells(), [&](size_t i) { after[i] += before[i]; });
  give_back(before, after, value);
  return iterations;
}

}  // namespace weir::grid
