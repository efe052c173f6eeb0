// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/mesh_measures.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace weir {

namespace {

// How full of particles the cells of the box are, with hats as scatter() has them.
std::vector<float> fullness(const MeshRaster& raster, const GridSpace& space, double per_cell,
                            const Particles& particles) {
  std::vector<float> full(raster.size(), 0.0f);
  const bool flat = space.dimensions == 2;
  const Vec3i counts = raster.counts();
  const auto one = static_cast<float>(1 / per_cell);
  for (const Vec3f& p : particles.position) {
    const Vec3f g = space.to_grid(p) - static_cast<Vec3f>(raster.lower()) - Vec3f{0.5f, 0.5f, flat ? 0.0f : 0.5f};
    const Vec3i c{static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)),
                  static_cast<int>(std::floor(g.z))};
    const Vec3f part = g - static_cast<Vec3f>(c);
    if (c.x < 0 || c.y < 0 || c.z < 0 || c.x + 1 >= counts.x || c.y + 1 >= counts.y || (!flat && c.z + 1 >= counts.z))
      continue;
    for (int k = 0; k < (flat ? 4 : 8); ++k) {
      const int dx = k & 1, dy = k >> 1 & 1, dz = k >> 2;
      const float weight = (dx ? part.x : 1 - part.x) * (dy ? part.y : 1 - part.y) *
                           (flat ? 1.0f
                            : dz ? part.z
                                 : 1 - part.z);
      full[raster.index(c.x + dx, c.y + dy, c.z + dz)] += one * weight;
    }
  }
  return full;
}

// Cells outside of the mesh from which liquid goes on away from it.
std::vector<uint8_t> other_liquid(const MeshRaster& raster, bool flat, const std::vector<float>& full) {
  constexpr float kBeyond = 0.75f;  // cells past kNear where the liquid is looked at
  std::vector<uint8_t> other(raster.size(), 0);
  const Vec3i counts = raster.counts();
  parallel_for(raster.size(), [&](size_t i) {
    const float far = raster.distance()[i];
    if (far <= -0.5f || far >= kNear) return;
    const Vec3i c = raster.place(i);
    Vec3f away;
    for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
      if (c[axis] == 0 || c[axis] + 1 == counts[axis]) return;
      away[axis] = raster.distance()[i + raster.step(axis)] - raster.distance()[i - raster.step(axis)];
    }
    const Vec3f there = static_cast<Vec3f>(c) + normalized(away) * (kNear + kBeyond - far);
    const auto near = [&](int axis) {
      return std::clamp(static_cast<int>(std::lround(there[axis])), 0, counts[axis] - 1);
    };
    other[i] = full[raster.index(near(0), near(1), near(2))] > 0.5f;
  });
  return other;
}

}  // namespace

MeshFit measure_fit(const MeshRaster& raster, const GridSpace& space, double per_cell, const Particles& particles) {
  const std::vector<float> full = fullness(raster, space, per_cell, particles);
  const bool flat = space.dimensions == 2;
  const std::vector<uint8_t> other = other_liquid(raster, flat, full);
  const Vec3i counts = raster.counts();
  const auto hx = static_cast<size_t>(2 * counts.x), hy = static_cast<size_t>(2 * counts.y);
  const std::vector<uint32_t>& cells = raster.cells();
  struct Sums {
    double mesh = 0, liquid = 0, both = 0, faces = 0;
  };
  // How full it is there, from the middles of the cells around: 0.75 and 0.25 of the way along every axis.
  const auto fullness_at = [&](const Vec3i& c, const Vec3i& way) {
    float share = 0;
    for (int k = 0; k < (flat ? 4 : 8); ++k) {
      const int dx = (k & 1) * way.x, dy = (k >> 1 & 1) * way.y, dz = (k >> 2) * way.z;
      const Vec3i n{std::clamp(c.x + dx, 0, counts.x - 1), std::clamp(c.y + dy, 0, counts.y - 1),
                    std::clamp(c.z + dz, 0, counts.z - 1)};
      const float across = flat ? 1.0f : k >> 2 ? 0.25f : 0.75f;
      share += (k & 1 ? 0.25f : 0.75f) * (k >> 1 & 1 ? 0.25f : 0.75f) * across * full[raster.index(n.x, n.y, n.z)];
    }
    return share;
  };
  const auto of_cell = [&](size_t own, Sums& sums) {
    const Vec3i c = raster.place(own);
    for (int k = 0; k < (flat ? 4 : 8); ++k) {
      const Vec3i part{k & 1, k >> 1 & 1, k >> 2};
      const size_t h = static_cast<size_t>(2 * c.x + part.x) +
                       hx * (static_cast<size_t>(2 * c.y + part.y) + hy * static_cast<size_t>(2 * c.z + part.z));
      const bool inside = raster.halves()[h];
      const auto differs = [&](size_t step) { return raster.halves()[h + step] != raster.halves()[h]; };
      sums.faces += differs(1) + differs(hx) + (!flat && differs(hx * hy));
      if (!inside && other[own]) continue;
      const bool wet = fullness_at(c, part * 2 - Vec3i{1, 1, 1}) > 0.5f;
      sums.mesh += inside, sums.liquid += wet, sums.both += inside && wet;
    }
  };
  const Sums all = parallel_reduce(
      cells.size(), Sums{},
      [&](size_t begin, size_t end) {
        Sums sums;
        for (size_t n = begin; n < end; ++n) of_cell(cells[n], sums);
        return sums;
      },
      [](const Sums& a, const Sums& b) {
        return Sums{a.mesh + b.mesh, a.liquid + b.liquid, a.both + b.both, a.faces + b.faces};
      });
  const double half = 0.5 * space.cell, of_one = std::pow(half, space.dimensions);
  // Seen from all sides, steps have half again the area of the surface they follow (2D: 4 / pi of its length).
  const double of_face = std::pow(half, space.dimensions - 1) * (flat ? kPi / 4 : 2.0 / 3);
  return {all.mesh * of_one, all.liquid * of_one, all.both * of_one, all.faces * of_face};
}

}  // namespace weir
