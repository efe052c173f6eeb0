// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Diffusion of a number that particles carry, on the grid, implicit. The grid has the weighted mean v of the particles
// around the middle of a cell, and in a step dt, with s = dt D / dx^2,
//
//   c v' + s sum over faces g (v' - v'_beside) + s b (v' - v_solid) = c v,
//
// where c is the weight of the particles around the cell, g how far the face conducts and b the same towards solids
// that have a value of their own, by the way to their surface (Gibou et al. 2002). Particles keep what sets them apart
// from the grid (Zhu & Bridson 2005), as far as diffusion leaves it: on the way there and back linear weights smooth
// by dx^2 / 6, so giving up a share a of what sets them apart is a diffusion of a dx^2 / 6, which the grid does not do
// again:
//
//   q' = v'(x) + (1 - a) (q - v(x)),   a = 1 - exp(-3 s),   dt D on the grid: dt D - a dx^2 / 6.
//
// The weighted sum of q is kept where solids take no part: that of v is the same, and so is that of v(x).

#pragma once

#include <span>
#include <vector>

#include "grid/pressure/solid_faces.h"
#include "grid/tiles/tiled_particles.h"

namespace weir::grid {

struct DiffusionTask {
  const TiledParticles& where;
  const SolidFaces& solids;
  double spread = 0;              // dt D, m2
  std::span<const float> weight;  // of every particle: that of a full cell is 1; 0: it takes no part
  std::span<const float> target;  // of every cell: the value of solids beside it, NaN where they have none; or empty
};

class Diffusion {
 public:
  explicit Diffusion(const DiffusionTask& task);

  // Changes one number a particle. Returns the iterations.
  int apply(std::span<float> value);

 private:
  void find_faces();
  void find_walls();
  // y = c x + what flows out of the cells; returns x . y.
  double multiply(std::span<const float> x, float own, std::vector<float>& y) const;
  int solve(std::span<const float> value, std::vector<float>& change) const;
  void give_back(std::span<const float> before, std::span<const float> after, std::span<float> value) const;

  const DiffusionTask& task_;
  const Tiles& tiles_;
  float strength_, kept_;                // s of the grid, 1 - a
  std::vector<float> capacity_, share_;  // c; and the same without the weights
  std::vector<float> face_[3];           // g s of lower faces
  std::vector<float> wall_, heat_;       // b s, and times the solid's value; empty: none
};

}  // namespace weir::grid
