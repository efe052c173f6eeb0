// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/mesh_measures.h"

#include <algorithm>
#include <cmath>

#include "geometry/mesh/winding.h"
#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

// A box of cells around all that the raster numbers, with what lies a little further away: what is measured is looked
// at once a frame, so the box is simply filled.
struct Box {
  const MeshRaster& raster;
  Vec3i lower = raster.lower(), counts = raster.counts();

  size_t size() const {
    return static_cast<size_t>(counts.x) * static_cast<size_t>(counts.y) * static_cast<size_t>(counts.z);
  }
  size_t index(const Vec3i& c) const {
    return static_cast<size_t>(c.x) +
           static_cast<size_t>(counts.x) *
               (static_cast<size_t>(c.y) + static_cast<size_t>(counts.y) * static_cast<size_t>(c.z));
  }
};

// How full of particles the cells of the box are, with hats as scatter() has them.
std::vector<float> fullness(const Box& box, const grid::GridSpace& space, double per_cell, const Particles& particles) {
  std::vector<float> full(box.size(), 0.0f);
  const bool flat = space.dimensions == 2;
  const auto one = static_cast<float>(1 / per_cell);
  for (const Vec3f& p : particles.position) {
    const Vec3f g = space.to_grid(p) - static_cast<Vec3f>(box.lower) - Vec3f{0.5f, 0.5f, flat ? 0.0f : 0.5f};
    const Vec3i c{static_cast<int>(std::floor(g.x)), static_cast<int>(std::floor(g.y)),
                  static_cast<int>(std::floor(g.z))};
    if (c.x < 0 || c.y < 0 || c.z < 0 || c.x + 1 >= box.counts.x || c.y + 1 >= box.counts.y ||
        (!flat && c.z + 1 >= box.counts.z))
      continue;
    const Vec3f part = g - static_cast<Vec3f>(c);
    const float x[2]{(1 - part.x) * one, part.x * one}, y[2]{1 - part.y, part.y},
        z[2]{flat ? 1.0f : 1 - part.z, part.z};
    for (int k = 0; k < (flat ? 4 : 8); ++k) {
      full[box.index(c + Vec3i{k & 1, k >> 1 & 1, k >> 2})] += x[k & 1] * y[k >> 1 & 1] * z[k >> 2];
    }
  }
  return full;
}

// Whether liquid goes on away from the mesh, seen from a cell outside of it.
bool goes_on(const Box& box, bool flat, std::span<const float> full, size_t n) {
  constexpr float kBeyond = 0.75f;  // cells past kNear where the liquid is looked at
  const std::vector<float>& distance = box.raster.distance();
  if (distance[n] <= -0.5f || distance[n] >= kNear) return false;
  Vec3f away;
  for (int axis = 0; axis < (flat ? 2 : 3); ++axis) {
    away[axis] = distance[box.raster.beside(n, axis, 1)] - distance[box.raster.beside(n, axis, -1)];
  }
  const Vec3f there =
      static_cast<Vec3f>(box.raster.cell(n) - box.lower) + normalized(away) * (kNear + kBeyond - distance[n]);
  Vec3i c;
  for (int axis = 0; axis < 3; ++axis) {
    c[axis] = std::clamp(static_cast<int>(std::lround(there[axis])), 0, box.counts[axis] - 1);
  }
  return full[box.index(c)] > 0.5f;
}

// Half cells, two (2D: in z one) a cell along each axis, x fastest: 1 inside.
std::vector<uint8_t> halves_inside(const Box& box, bool flat) {
  std::vector<uint8_t> inside;
  Vec3d first = static_cast<Vec3d>(box.lower) + Vec3d{0.25, 0.25, 0.25};
  Vec3i counts = box.counts * 2;
  constexpr int kPlanesBelow = 6;  // where the grid is flat: the mesh must lie within the lattice
  if (flat) first.z = -0.5 * kPlanesBelow, counts.z = 2 * kPlanesBelow + 1;
  WindingLines(box.raster.mesh(), first, 0.5, counts).fill(inside);
  if (!flat) return inside;
  const size_t plane = static_cast<size_t>(counts.x) * static_cast<size_t>(counts.y);
  inside.erase(inside.begin(), inside.begin() + static_cast<std::ptrdiff_t>(plane * kPlanesBelow));
  inside.resize(plane);
  return inside;
}

}  // namespace

MeshFit measure_fit(const MeshRaster& raster, const grid::GridSpace& space, double per_cell,
                    const Particles& particles) {
  const Box box{raster};
  const bool flat = space.dimensions == 2;
  const std::vector<float> full = fullness(box, space, per_cell, particles);
  const std::vector<uint8_t> halves = halves_inside(box, flat);
  const Vec3i counts = box.counts;
  const auto hx = static_cast<size_t>(2 * counts.x), hy = static_cast<size_t>(2 * counts.y);
  struct Sums {
    double mesh = 0, liquid = 0, both = 0, faces = 0;
  };
  // How full its half cells are, from the middles of the cells around: 0.75 and 0.25 of the way along every axis.
  const auto fullness_of_halves = [&](const Vec3i& c, float(&halves_of)[2][2][2]) {
    float x_done[3][3][2], y_done[3][2][2];
    for (int z = 0; z < 3; ++z) {
      for (int y = 0; y < 3; ++y) {
        const auto at = [&](int x) {
          const Vec3i n = max(Vec3i{}, min(c + Vec3i{x - 1, y - 1, flat ? 0 : z - 1}, counts - Vec3i{1, 1, 1}));
          return full[box.index(n)];
        };
        const float middle = 0.75f * at(1);
        x_done[z][y][0] = middle + 0.25f * at(0), x_done[z][y][1] = middle + 0.25f * at(2);
      }
      for (int k = 0; k < 4; ++k) {
        y_done[z][k >> 1][k & 1] = 0.75f * x_done[z][1][k & 1] + 0.25f * x_done[z][k >> 1 ? 2 : 0][k & 1];
      }
    }
    for (int k = 0; k < 8; ++k) {
      halves_of[k >> 2][k >> 1 & 1][k & 1] =
          0.75f * y_done[1][k >> 1 & 1][k & 1] + 0.25f * y_done[k >> 2 ? 2 : 0][k >> 1 & 1][k & 1];
    }
  };
  const auto of_cell = [&](size_t own, Sums& sums) {
    if (raster.distance()[own] >= kNear) return;
    const Vec3i c = raster.cell(own) - box.lower;
    const bool other = goes_on(box, flat, full, own);
    float full_halves[2][2][2];
    fullness_of_halves(c, full_halves);
    for (int k = 0; k < (flat ? 4 : 8); ++k) {
      const Vec3i part{k & 1, k >> 1 & 1, k >> 2};
      const size_t h = static_cast<size_t>(2 * c.x + part.x) +
                       hx * (static_cast<size_t>(2 * c.y + part.y) + hy * static_cast<size_t>(2 * c.z + part.z));
      const bool inside = halves[h];
      const auto differs = [&](size_t step) { return halves[h + step] != halves[h]; };
      sums.faces += differs(1) + differs(hx) + (!flat && differs(hx * hy));
      if (!inside && other) continue;
      const bool wet = full_halves[part.z][part.y][part.x] > 0.5f;
      sums.mesh += inside, sums.liquid += wet, sums.both += inside && wet;
    }
  };
  const Sums all = parallel_reduce(
      raster.cells() - 1, Sums{},
      [&](size_t begin, size_t end) {
        Sums sums;
        for (size_t n = begin; n < end; ++n) of_cell(n + 1, sums);
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

}  // namespace weir::meshes
