// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/pressure/face_viscosity.h"

#include <algorithm>
#include <cmath>

#include "base/conjugate_gradients.h"
#include "grid/tiles/beside.h"
#include "grid/tiles/halo.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr size_t kTilesAtOnce = 4;
constexpr float kLeastMass = 1e-3f;   // of faces that are sheared but hold no liquid themselves
constexpr float kOnWall = 2e-3f;      // cells
constexpr float kNearestWall = 0.1f;  // cells: closer ones would make stresses of any size

// Edge e is where faces of these two axes meet.
constexpr int kFirst[3]{0, 1, 2}, kSecond[3]{1, 2, 0};

float lower(const Halo& h, int axis, int x, int y, int z) {
  return axis == 0 ? h.row(y, z)[x - 1] : axis == 1 ? h.row(y - 1, z)[x] : h.row(y, z - 1)[x];
}
float upper(const Halo& h, int axis, int x, int y, int z) {
  return axis == 0 ? h.row(y, z)[x + 1] : axis == 1 ? h.row(y + 1, z)[x] : h.row(y, z + 1)[x];
}

float at(const Block<1>& block, const Vec3i& c) { return block.at(c.x, c.y, c.z); }

// How full of liquid it is around a point, at this distance from the surface; and how open, at this distance from a
// solid.
float filled(float distance) { return std::clamp(0.5f - distance, 0.0f, 1.0f); }
float open(float gap) { return std::clamp(0.5f + gap, 0.0f, 1.0f); }

// The edges of a tile are three in 3D; in 2D only the one along z.
int edges(const Tiles& tiles) { return tiles.dimensions() == 2 ? 1 : 3; }

}  // namespace

Viscosity::Viscosity(const Tiles& tiles, std::span<const float> distance, const SolidFaces& solids, float cell,
                     const ViscousMix& mix)
    : tiles_(tiles), distance_(distance), solids_(solids), cell_(cell), share_(tiles.field_size(), 0.0f) {
  fixed_.resize(tiles);
  mass_.resize(tiles);
  diagonal_.resize(tiles);
  for (auto* fields : {&edge_share_, &steep_first_, &steep_second_, &along_, &shear_}) {
    for (std::vector<float>& f : *fields) f.assign(tiles.field_size(), 0.0f);
  }
  find_active_tiles();
  find_fixed();
  find_shares();
  find_edges();
  find_masses();
  weigh(mix);
}

// Shares become shares times viscosity and density: nothing else of the system knows that there are several liquids.
void Viscosity::weigh(const ViscousMix& mix) {
  if (!mix.cell.empty()) parallel_for(tiles_.cells(), [&](size_t i) { share_[i] *= mix.cell[i]; });
  for (size_t e = 0; e < 3; ++e) {
    if (!mix.edge[e].empty()) parallel_for(tiles_.cells(), [&](size_t i) { edge_share_[e][i] *= mix.edge[e][i]; });
  }
  if (!mix.lightness) return;
  for (size_t a = 0; a < static_cast<size_t>(tiles_.dimensions()); ++a) {
    const std::vector<float>& lightness = mix.lightness->face[a];
    parallel_for(tiles_.cells(), [&](size_t i) { mass_.face[a][i] /= lightness[i] > 0 ? lightness[i] : 1.0f; });
  }
}

void Viscosity::find_active_tiles() {
  std::vector<uint8_t> liquid(tiles_.size() + 1, 0);
  parallel_for(
      tiles_.size(),
      [&](size_t t) {
        visit_cells(tiles_, t, [&](int, int, int, size_t i) {
          if (distance_[i] < 0.5f && solids_.distance[i] > -cell_) liquid[t] = 1;
        });
      },
      16);
  for (size_t t = 0; t < tiles_.size(); ++t) {
    bool any = false;
    for (int n = 0; n < 27; ++n) any = any || liquid[tiles_.neighbour(t, n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1)];
    if (any) active_.push_back(static_cast<uint32_t>(t));
  }
}

// Faces whose middle is in a solid, or on its surface to within rounding.
void Viscosity::find_fixed() {
  parallel_for(
      active_.size(),
      [&](size_t n) {
        Halo gap;
        gap.load(tiles_, active_[n], solids_.distance);
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          visit_cells(tiles_, active_[n], [&](int x, int y, int z, size_t i) {
            const bool inside = gap.row(y, z)[x] + lower(gap, axis, x, y, z) < kOnWall * cell_;
            fixed_.face[a][i] = inside || solids_.open.face[a][i] == 0 ? 1.0f : 0.0f;
          });
        }
      },
      kTilesAtOnce);
}

void Viscosity::find_shares() {
  parallel_for(tiles_.cells(), [&](size_t i) { share_[i] = filled(distance_[i]) * open(solids_.distance[i] / cell_); });
}

void Viscosity::find_edges() {
  parallel_for(
      active_.size(),
      [&](size_t n) {
        const size_t t = active_[n];
        Block<1> surface, gap;
        MacBlock<1> faces;
        surface.load(tiles_, t, distance_);
        gap.load(tiles_, t, solids_.distance);
        faces.load(tiles_, t, fixed_);
        // Towards a solid a velocity changes over the way to it, not over a whole cell.
        const auto steepness = [&](int component, int across, const Vec3i& c) {
          const Vec3i below = c - along(across), back = along(component);
          const bool own_free = at(faces.component[component], c) == 0;
          const bool below_free = at(faces.component[component], below) == 0;
          if (own_free == below_free) return 1.0f;
          const auto to_wall = [&](const Vec3i& face) { return at(gap, face) + at(gap, face - back); };
          const Vec3i free = own_free ? c : below, fixed = own_free ? below : c;
          const float way = to_wall(free) / std::max(to_wall(free) - to_wall(fixed), 1e-6f * cell_);
          return 1 / std::clamp(way, kNearestWall, 1.0f);
        };
        for (int e = 0; e < edges(tiles_); ++e) {
          const Vec3i a = along(kFirst[e]), b = along(kSecond[e]);
          const auto edge = static_cast<size_t>(e);
          visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
            const Vec3i c{x, y, z};
            const auto mean = [&](const Block<1>& f) {
              return 0.25f * (at(f, c) + at(f, c - a) + at(f, c - b) + at(f, c - a - b));
            };
            const float share = filled(mean(surface)) * open(mean(gap) / cell_);
            if (share == 0) return;
            edge_share_[edge][i] = share;
            steep_first_[edge][i] = steepness(kFirst[e], kSecond[e], c);
            steep_second_[edge][i] = steepness(kSecond[e], kFirst[e], c);
          });
        }
      },
      kTilesAtOnce);
}

// Open faces with liquid, or beside liquid that shears them.
void Viscosity::find_masses() {
  parallel_for(
      active_.size(),
      [&](size_t n) {
        const size_t t = active_[n];
        Halo surface, gap, share, edge[3];
        surface.load(tiles_, t, distance_);
        gap.load(tiles_, t, solids_.distance);
        share.load(tiles_, t, share_);
        for (int e = 0; e < edges(tiles_); ++e) edge[e].load(tiles_, t, edge_share_[static_cast<size_t>(e)]);
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
            if (fixed_.face[a][i] != 0) return;
            const float own = filled(0.5f * (surface.row(y, z)[x] + lower(surface, axis, x, y, z))) *
                              open(0.5f * (gap.row(y, z)[x] + lower(gap, axis, x, y, z)) / cell_);
            float around = share.row(y, z)[x] + lower(share, axis, x, y, z);
            for (int e = 0; e < edges(tiles_); ++e) {
              if (kFirst[e] != axis && kSecond[e] != axis) continue;
              const int across = kFirst[e] == axis ? kSecond[e] : kFirst[e];
              around += edge[e].row(y, z)[x] + upper(edge[e], across, x, y, z);
            }
            if (own > 0 || around > 0) mass_.face[a][i] = std::max(own, kLeastMass);
          });
        }
      },
      kTilesAtOnce);
}

void Viscosity::find_diagonal(float strength) {
  parallel_for(
      active_.size(),
      [&](size_t n) {
        const size_t t = active_[n];
        Halo share, edge, steep;
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          const auto a = static_cast<size_t>(axis);
          share.load(tiles_, t, share_along(a));
          visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
            diagonal_.face[a][i] = mass_.face[a][i] + 2 * strength * (share.row(y, z)[x] + lower(share, axis, x, y, z));
          });
          for (int e = 0; e < edges(tiles_); ++e) {
            if (kFirst[e] != axis && kSecond[e] != axis) continue;
            const int across = kFirst[e] == axis ? kSecond[e] : kFirst[e];
            edge.load(tiles_, t, edge_share_[static_cast<size_t>(e)]);
            steep.load(tiles_, t, (kFirst[e] == axis ? steep_first_ : steep_second_)[static_cast<size_t>(e)]);
            visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
              const float g0 = steep.row(y, z)[x], g1 = upper(steep, across, x, y, z);
              diagonal_.face[a][i] += strength * (edge.row(y, z)[x] * g0 * g0 + upper(edge, across, x, y, z) * g1 * g1);
            });
          }
        }
      },
      kTilesAtOnce);
}

void Viscosity::find_stress(float strength, const MacField& u) {
  parallel_for(
      active_.size(),
      [&](size_t n) {
        const size_t t = active_[n];
        Halo v[3];
        for (int axis = 0; axis < tiles_.dimensions(); ++axis)
          v[axis].load(tiles_, t, u.face[static_cast<size_t>(axis)]);
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          std::vector<float>& stress = along_[static_cast<size_t>(axis)];
          const std::vector<float>& share = share_along(static_cast<size_t>(axis));
          visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
            stress[i] = 2 * strength * share[i] * (upper(v[axis], axis, x, y, z) - v[axis].row(y, z)[x]);
          });
        }
        for (int e = 0; e < edges(tiles_); ++e) {
          const auto edge = static_cast<size_t>(e);
          const Halo &first = v[kFirst[e]], &second = v[kSecond[e]];
          visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
            const float a = first.row(y, z)[x] - lower(first, kSecond[e], x, y, z);
            const float b = second.row(y, z)[x] - lower(second, kFirst[e], x, y, z);
            shear_[edge][i] =
                strength * edge_share_[edge][i] * (steep_first_[edge][i] * a + steep_second_[edge][i] * b);
          });
        }
      },
      kTilesAtOnce);
}

void Viscosity::add_tile_product(size_t tile, const MacField& u, MacField& result) const {
  Halo stress, steep;
  for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
    const auto a = static_cast<size_t>(axis);
    float* sum = result.face[a].data();
    stress.load(tiles_, tile, along_[a]);
    visit_cells(tiles_, tile, [&](int x, int y, int z, size_t i) {
      sum[i] = mass_.face[a][i] * u.face[a][i] + lower(stress, axis, x, y, z) - stress.row(y, z)[x];
    });
    for (int e = 0; e < edges(tiles_); ++e) {
      if (kFirst[e] != axis && kSecond[e] != axis) continue;
      const int across = kFirst[e] == axis ? kSecond[e] : kFirst[e];
      stress.load(tiles_, tile, shear_[static_cast<size_t>(e)]);
      steep.load(tiles_, tile, (kFirst[e] == axis ? steep_first_ : steep_second_)[static_cast<size_t>(e)]);
      visit_cells(tiles_, tile, [&](int x, int y, int z, size_t i) {
        sum[i] +=
            steep.row(y, z)[x] * stress.row(y, z)[x] - upper(steep, across, x, y, z) * upper(stress, across, x, y, z);
      });
    }
    visit_cells(tiles_, tile, [&](int, int, int, size_t i) { sum[i] = mass_.face[a][i] > 0 ? sum[i] : 0.0f; });
  }
}

// As add_tile_product() has it.
float Viscosity::stress_on(size_t axis, size_t cell) const {
  const int a = static_cast<int>(axis);
  float sum = along_[axis][beside(tiles_, cell, a, -1)] - along_[axis][cell];
  for (int e = 0; e < edges(tiles_); ++e) {
    if (kFirst[e] != a && kSecond[e] != a) continue;
    const auto edge = static_cast<size_t>(e);
    const size_t next = beside(tiles_, cell, kFirst[e] == a ? kSecond[e] : kFirst[e], 1);
    const std::vector<float>& steep = (kFirst[e] == a ? steep_first_ : steep_second_)[edge];
    sum += steep[cell] * shear_[edge][cell] - steep[next] * shear_[edge][next];
  }
  return sum;
}

double Viscosity::multiply(float strength, const MacField& u, MacField& result) {
  find_stress(strength, u);
  return parallel_reduce(
      active_.size(), 0.0,
      [&](size_t begin, size_t end) {
        double sum = 0;
        for (size_t n = begin; n < end; ++n) {
          add_tile_product(active_[n], u, result);
          for (size_t a = 0; a < static_cast<size_t>(tiles_.dimensions()); ++a) {
            visit_cells(tiles_, active_[n], [&](int, int, int, size_t i) {
              sum += static_cast<double>(u.face[a][i]) * static_cast<double>(result.face[a][i]);
            });
          }
        }
        return sum;
      },
      [](double a, double b) { return a + b; }, kTilesAtOnce);
}

// Each unknown is measured by its diagonal.
Viscosity::Result Viscosity::solve(float spread, const ViscositySettings& settings, MacField& velocity,
                                   BodyFriction* bodies) {
  const float strength = spread / (cell_ * cell_);
  find_diagonal(strength);
  const auto axes = static_cast<size_t>(tiles_.dimensions());
  const auto for_faces = [&](auto&& body) {
    for (size_t a = 0; a < axes; ++a) parallel_for(tiles_.cells(), [&](size_t i) { body(a, i); });
  };
  const auto sum_faces = [&](auto&& term) {
    double sum = 0;
    for (size_t a = 0; a < axes; ++a) sum += parallel_sum<double>(tiles_.cells(), [&](size_t i) { return term(a, i); });
    return sum;
  };
  const MacField before = loose_ ? velocity : MacField{};
  for_faces([&](size_t a, size_t i) {
    if (fixed_.face[a][i] != 0) velocity.face[a][i] = solids_.velocity.face[a][i];
  });
  MacField residual, direction, image;
  residual.resize(tiles_);
  direction.resize(tiles_);
  image.resize(tiles_);
  multiply(strength, velocity, image);
  const auto stress = [&](size_t a, size_t i) { return stress_on(a, i); };
  if (bodies) bodies->start(stress, [&](size_t a, size_t i) { return diagonal_.face[a][i]; });
  const auto is_free = [&](size_t a, size_t i) { return mass_.face[a][i] > 0; };
  // Forces are compared with the momentum there is, not with the first residual, which grows with the viscosity.
  const double size = sum_faces([&](size_t a, size_t i) {
    const float b = (is_free(a, i) ? mass_.face[a][i] : fixed_.face[a][i]) * velocity.face[a][i];
    return b * b;
  });
  for_faces(
      [&](size_t a, size_t i) { residual.face[a][i] = mass_.face[a][i] * velocity.face[a][i] - image.face[a][i]; });
  const double goal = size * static_cast<double>(settings.tolerance * settings.tolerance);
  const auto square = [&](size_t a, size_t i) { return residual.face[a][i] * residual.face[a][i]; };
  const auto what_is_left = [&] { return sum_faces(square) + (bodies ? bodies->residual_squared() : 0); };
  double left = what_is_left();
  const auto precondition = [&] {
    return sum_faces([&](size_t a, size_t i) { return is_free(a, i) ? square(a, i) / diagonal_.face[a][i] : 0.0f; }) +
           (bodies ? bodies->precondition() : 0);
  };
  const auto turn = [&](double keep) {
    for_faces([&, by = static_cast<float>(keep)](size_t a, size_t i) {
      if (is_free(a, i)) direction.face[a][i] = residual.face[a][i] / diagonal_.face[a][i] + by * direction.face[a][i];
    });
    if (bodies) bodies->turn(keep, direction);
  };
  const auto apply = [&] {
    const double product = multiply(strength, direction, image);
    return bodies ? product + bodies->apply(stress) : product;
  };
  const auto advance = [&](double length) {
    for_faces([&, by = static_cast<float>(length)](size_t a, size_t i) {
      velocity.face[a][i] += by * direction.face[a][i];
      residual.face[a][i] -= by * image.face[a][i];
    });
    if (bodies) bodies->advance(length);
    left = what_is_left();
  };
  const GradientsOutcome outcome = conjugate_gradients(LinearSystem{.is_solved = [&] { return !(left > goal); },
                                                                    .precondition = precondition,
                                                                    .turn = turn,
                                                                    .apply = apply,
                                                                    .advance = advance},
                                                       settings.max_iterations);
  if (loose_) let_slip(strength, before, velocity);
  return {outcome.iterations, size > 0 ? static_cast<float>(std::sqrt(left / size)) : 0};
}

}  // namespace weir::grid
