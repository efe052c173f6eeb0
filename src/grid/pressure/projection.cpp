// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/pressure/projection.h"

#include <algorithm>

#include "grid/tiles/beside.h"
#include "grid/tiles/halo.h"
#include "grid/tiles/row.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr size_t kTilesAtOnce = 4;
constexpr float kNearest = kNearestSurface;
RowMask is_air(const Row& distance) { return distance >= -kNearest; }

// A row of a halo, and those one cell below and above along an axis.
Row own(const Halo& halo, int y, int z) { return simd::load(halo.row(y, z)); }
Row below(const Halo& halo, int axis, int y, int z) {
  return simd::load(axis == 0 ? halo.row(y, z) - 1 : axis == 1 ? halo.row(y - 1, z) : halo.row(y, z - 1));
}
Row above(const Halo& halo, int axis, int y, int z) {
  return simd::load(axis == 0 ? halo.row(y, z) + 1 : axis == 1 ? halo.row(y + 1, z) : halo.row(y, z + 1));
}

// Of the lower faces of a tile's cells along an axis and the upper ones of its last: the product of two fields.
void multiply_faces(const Halo& by, int depth, int axis, Halo& faces) {
  for (int z = 0; z < depth + (axis == 2); ++z) {
    for (int y = 0; y < kTileSize + (axis == 1); ++y) {
      float* row = faces.row(y, z);
      simd::store(simd::load(row) * simd::load(by.row(y, z)), row);
      if (axis == 0) row[kTileSize] *= by.row(y, z)[kTileSize];
    }
  }
}

// How far the surface is on the way from a liquid cell to one in the air, or a little beyond that.
Row way_to_surface(const Row& liquid, const Row& air) {
  return simd::min(liquid / simd::min(liquid - air, simd::set(-1e-6f)), simd::set(1 / (1 - kNearest)));
}

}  // namespace

Projection::Projection(const Tiles& tiles, std::span<const float> distance, const FaceConditions& faces,
                       const CoupledBodies* bodies)
    : tiles_(tiles), distance_(distance), faces_(faces), liquid_(tiles.field_size(), 0.0f), matrix_(tiles) {
  find_liquid();
  build_matrix();
  solver_ = std::make_unique<PoissonSolver>(matrix_);
  if (bodies) bodies_.emplace(*bodies, tiles, liquid_);
}

Row Projection::lightness(size_t axis, size_t cell) const {
  return faces_.lightness ? simd::load(faces_.lightness->face[axis].data() + cell) : simd::set(1);
}

// Cells in the liquid that have an open face.
void Projection::find_liquid() {
  parallel_for(
      tiles_.size(),
      [&](size_t t) {
        const auto cells = distance_.subspan(t * tiles_.cells_per_tile(), tiles_.cells_per_tile());
        if (std::all_of(cells.begin(), cells.end(), [](float d) { return d >= -kNearest; })) return;
        Halo open;
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          open.load(tiles_, t, faces_.open->face[static_cast<size_t>(axis)]);
          visit_rows(tiles_, t, [&](int y, int z, size_t i) {
            const RowMask opens = (own(open, y, z) > 0) | (above(open, axis, y, z) > 0);
            const RowMask is = opens & ~is_air(simd::load(distance_.data() + i));
            simd::store(is ? simd::set(1) : simd::load(liquid_.data() + i), liquid_.data() + i);
          });
        }
      },
      kTilesAtOnce);
}

void Projection::build_matrix() {
  parallel_for(
      tiles_.size(),
      [&](size_t t) {
        const auto own_cells = std::span(liquid_).subspan(t * tiles_.cells_per_tile(), tiles_.cells_per_tile());
        if (std::all_of(own_cells.begin(), own_cells.end(), [](float l) { return l == 0; })) return;
        Halo open, liquid, distance, light;
        liquid.load(tiles_, t, liquid_);
        distance.load(tiles_, t, distance_);
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          open.load(tiles_, t, faces_.open->face[a]);
          if (faces_.lightness) {
            light.load(tiles_, t, faces_.lightness->face[a]);
            multiply_faces(light, tiles_.depth(), axis, open);
          }
          visit_rows(tiles_, t, [&](int y, int z, size_t i) {
            const RowMask is = own(liquid, y, z) > 0;
            if (simd::none(is)) return;
            const Row here = own(distance, y, z), lower = own(open, y, z);
            const RowMask wet_below = below(liquid, axis, y, z) > 0;
            simd::store(is & wet_below ? lower : simd::set(0), matrix_.face[a].data() + i);
            const auto to_air = [&](const Row& share, const RowMask& wet, const Row& beyond) {
              return is & ~wet & is_air(beyond) ? share / way_to_surface(here, beyond) : simd::set(0);
            };
            const Row ground =
                to_air(lower, wet_below, below(distance, axis, y, z)) +
                to_air(above(open, axis, y, z), above(liquid, axis, y, z) > 0, above(distance, axis, y, z));
            simd::store(simd::load(matrix_.ground.data() + i) + ground, matrix_.ground.data() + i);
          });
        }
      },
      kTilesAtOnce);
  matrix_.sort_tiles();
}

// b: what flows into each cell, through the open part of its faces and with what closes the rest.
void Projection::find_flow(const MacField& velocity, std::span<float> b) const {
  parallel_for(
      tiles_.size(),
      [&](size_t t) {
        if (matrix_.kind[t] == TileKind::idle) return;
        Halo open, wall, flow;
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          open.load(tiles_, t, faces_.open->face[a]);
          wall.load(tiles_, t, faces_.velocity->face[a]);
          flow.load(tiles_, t, velocity.face[a]);
          const auto through = [](const Row& share, const Row& liquid, const Row& solid) {
            return share * liquid + (1 - share) * solid;
          };
          visit_rows(tiles_, t, [&](int y, int z, size_t i) {
            const Row in = through(own(open, y, z), own(flow, y, z), own(wall, y, z));
            const Row out = through(above(open, axis, y, z), above(flow, axis, y, z), above(wall, axis, y, z));
            simd::store(simd::load(&b[i]) + simd::load(liquid_.data() + i) * (in - out), &b[i]);
          });
        }
      },
      kTilesAtOnce);
}

void Projection::apply(std::span<const float> pressure, MacField& velocity) const {
  parallel_for(
      tiles_.size(),
      [&](size_t t) {
        const auto is_idle = [&](size_t tile) {
          return tile == tiles_.blank() || matrix_.kind[tile] == TileKind::idle;
        };
        if (is_idle(t) && is_idle(tiles_.neighbour(t, -1, 0, 0)) && is_idle(tiles_.neighbour(t, 0, -1, 0)) &&
            is_idle(tiles_.neighbour(t, 0, 0, -1))) {
          return;  // no liquid at any face
        }
        Halo liquid, distance, p;
        liquid.load(tiles_, t, liquid_);
        distance.load(tiles_, t, distance_);
        p.load(tiles_, t, pressure);
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          visit_rows(tiles_, t, [&](int y, int z, size_t i) {
            const RowMask open = simd::load(faces_.open->face[a].data() + i) != 0;
            const RowMask upper = (own(liquid, y, z) > 0) & open, lower = (below(liquid, axis, y, z) > 0) & open;
            if (simd::none(upper | lower)) return;
            const Row up = own(p, y, z), down = below(p, axis, y, z);
            const Row d_up = own(distance, y, z), d_down = below(distance, axis, y, z);
            // Beyond the surface the pressure goes on as a straight line through 0 at the surface.
            const Row to_lower = upper & is_air(d_down) ? up / way_to_surface(d_up, d_down) : simd::set(0);
            const Row to_upper = lower & is_air(d_up) ? down / way_to_surface(d_down, d_up) : simd::set(0);
            const Row rise = upper & lower ? up - down : upper ? to_lower : -to_upper;
            simd::store(simd::load(velocity.face[a].data() + i) - lightness(a, i) * rise, velocity.face[a].data() + i);
          });
        }
      },
      kTilesAtOnce);
}

float Projection::rise_at(size_t axis, size_t cell, size_t below, std::span<const float> pressure) const {
  if (below >= distance_.size() || faces_.open->face[axis][cell] == 0) return 0;
  const bool upper = liquid_[cell] > 0, lower = liquid_[below] > 0;
  const float light = faces_.lightness ? faces_.lightness->face[axis][cell] : 1.0f;
  if (upper && lower) return light * (pressure[cell] - pressure[below]);
  if (!upper && !lower) return 0;
  const size_t wet = upper ? cell : below, dry = upper ? below : cell;
  if (distance_[dry] < -kNearest) return 0;
  const float way = std::min(distance_[wet] / std::min(distance_[wet] - distance_[dry], -1e-6f), 1 / (1 - kNearest));
  return light * (upper ? pressure[wet] : -pressure[wet]) / way;
}

PoissonSolver::Result Projection::solve_for(std::span<const float> sources, const ProjectionSettings& settings,
                                            std::span<float> b, const BodyCoupling* bodies,
                                            std::vector<float>& pressure) {
  if (pressure.empty()) {
    pressure.resize(tiles_.field_size(), 0.0f);
  } else {
    parallel_for(tiles_.field_size(), [&](size_t i) { pressure[i] *= liquid_[i]; });
  }
  if (!sources.empty()) parallel_for(tiles_.cells(), [&](size_t i) { b[i] += liquid_[i] * sources[i]; });
  return solver_->solve(b, {settings.tolerance, settings.max_iterations}, pressure, bodies);
}

PoissonSolver::Result Projection::find_pressure(std::span<const float> sources, const ProjectionSettings& settings,
                                                const MacField& velocity, std::vector<float>& pressure) {
  flow_.assign(tiles_.field_size(), 0.0f);
  find_flow(velocity, flow_);
  if (bodies_) bodies_->add_flow(1, flow_);
  return solve_for(sources, settings, flow_, bodies(), pressure);
}

PoissonSolver::Result Projection::find_pressure_past_bodies(const BodyFaces& body_faces, std::span<const float> before,
                                                            const ProjectionSettings& settings,
                                                            std::vector<float>& pressure) {
  bodies_->add_flow(-1, flow_);
  size_t n = 0;
  for (const std::vector<BodyFace>& faces : body_faces) {
    for (const BodyFace& face : faces) {
      const float closed = 1 - faces_.open->face[face.axis][face.cell];
      const float more = closed * (faces_.velocity->face[face.axis][face.cell] - before[n++]);
      const size_t below = beside(tiles_, face.cell, face.axis, -1);
      flow_[face.cell] += liquid_[face.cell] * more;
      flow_[below] -= liquid_[below] * more;
    }
  }
  return solver_->solve(flow_, {settings.tolerance, settings.max_iterations}, pressure, nullptr);
}

PoissonSolver::Result Projection::solve_past_bodies(std::span<const float> sources, const ProjectionSettings& settings,
                                                    MacField& velocity, std::vector<float>& pressure) {
  std::vector<float> b(tiles_.field_size(), 0.0f);
  find_flow(velocity, b);
  const PoissonSolver::Result result = solve_for(sources, settings, b, nullptr, pressure);
  apply(pressure, velocity);
  return result;
}

PoissonSolver::Result Projection::solve(std::span<const float> sources, const ProjectionSettings& settings,
                                        MacField& velocity, std::vector<float>& pressure) {
  const PoissonSolver::Result result = find_pressure(sources, settings, velocity, pressure);
  apply(pressure, velocity);
  return result;
}

PoissonSolver::Result Projection::spread(std::span<const float> sources, const ProjectionSettings& settings,
                                         MacField& velocity, std::vector<float>& pressure) {
  std::vector<float> b(tiles_.field_size(), 0.0f);
  const PoissonSolver::Result result = solve_for(sources, settings, b, nullptr, pressure);
  apply(pressure, velocity);
  return result;
}

}  // namespace weir::grid
