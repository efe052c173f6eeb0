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

}  // namespace

MeshFit measure_fit(const MeshRaster& raster, const GridSpace& space, double per_cell, const Particles& particles) {
  const std::vector<float> full = fullness(raster, space, per_cell, particles);
  const bool flat = space.dimensions == 2;
  const Vec3i counts = raster.counts();
  const auto hx = static_cast<size_t>(2 * counts.x), hy = static_cast<size_t>(2 * counts.y);
  struct Sums {
    double mesh = 0, liquid = 0, both = 0, faces = 0;
  };
  const auto of_half = [&](size_t h, Sums& sums) {
    const int x = static_cast<int>(h % hx), y = static_cast<int>(h / hx % hy), z = static_cast<int>(h / hx / hy);
    const Vec3i c{x / 2, y / 2, flat ? 0 : z / 2};
    const bool inside = raster.halves()[h];
    const size_t own = raster.index(c.x, c.y, c.z);
    if (!inside && raster.distance()[own] >= kNear) return;
    float share = 0;
    for (int k = 0; k < (flat ? 4 : 8); ++k) {
      const int dx = (k & 1) * (x % 2 ? 1 : -1), dy = (k >> 1 & 1) * (y % 2 ? 1 : -1), dz = (k >> 2) * (z % 2 ? 1 : -1);
      const Vec3i n{std::clamp(c.x + dx, 0, counts.x - 1), std::clamp(c.y + dy, 0, counts.y - 1),
                    std::clamp(c.z + dz, 0, counts.z - 1)};
      const float weight = (k & 1 ? 0.25f : 0.75f) * (k >> 1 & 1 ? 0.25f : 0.75f) *
                           (flat     ? 1.0f
                            : k >> 2 ? 0.25f
                                     : 0.75f);
      share += weight * full[raster.index(n.x, n.y, n.z)];
    }
    const bool wet = share > 0.5f;
    sums.mesh += inside, sums.liquid += wet, sums.both += inside && wet;
    const auto differs = [&](bool there, size_t step) {
      return there && raster.halves()[h + step] != raster.halves()[h];
    };
    sums.faces += differs(x + 1 < 2 * counts.x, 1) + differs(y + 1 < 2 * counts.y, hx);
    sums.faces += differs(!flat && z + 1 < 2 * counts.z, hx * hy);
  };
  const Sums all = parallel_reduce(
      raster.halves().size(), Sums{},
      [&](size_t begin, size_t end) {
        Sums sums;
        for (size_t h = begin; h < end; ++h) of_half(h, sums);
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
