// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Diffusion of what particles carry, with the Laplacian of Brookshaw 1985 in the form of Cleary & Monaghan 1999
// ("Conduction modelling using smoothed particle hydrodynamics"), implicit, so that no rate shortens the step. With D
// the diffusivity, c_i the capacity of a particle and c_ij that of a pair, the values q after a step dt solve
//
//   c_i q_i + dt D sum_j 2 V c_ij F_ij (q_i - q_j) + dt D c_i B_i (q_i - q_solid) = c_i q*_i,
//
//   F_ij = -(grad W_ij . x_ij) / r^2,   c_ij = 2 c_i c_j / (c_i + c_j) for heat, whose capacity is the mass;
//                                       c_ij = 1 in a phase, 0 between phases, for paint, whose capacity is 1.
//
// The surface lets nothing out, since there are no neighbours beyond it. B is the same sum over a solid with a flat
// surface at the distance of the particle, with values in it that continue those of the liquid in a straight line
// through that of its surface (Morris, Fox & Zhu 1997). Sums of c q are kept by every iterate of the conjugate
// gradients, as they are preconditioned by the capacities alone.

#pragma once

#include <array>
#include <span>
#include <vector>

#include "sph/flow.h"

namespace weir::sph {

struct DiffusionTask {
  enum class Between { all, same_key };
  double spread = 0;  // dt D, m2
  Between between = Between::all;
  std::span<const float> key;     // of every particle: its capacity (all), or its phase (same_key)
  std::span<const float> wall;    // B of every particle, 1/m2; empty: there is none
  std::span<const float> target;  // q_solid, of the first number alone
  double tolerance = 1e-3;        // share of the residual that may be left
  int max_iterations = 100;
};

class Diffusion {
 public:
  explicit Diffusion(Flow& flow, int dimensions);

  // B (1/m2) at a distance (m) from a solid.
  float wall_rate(float distance) const;
  // Changes four numbers a particle at once. Uses the flow's point.w. Returns the iterations.
  int apply(const DiffusionTask& task, std::span<Float4> value);

 private:
  static constexpr size_t kSteps = 64;
  float capacity(const DiffusionTask& task, size_t i) const {
    return task.between == DiffusionTask::Between::all ? task.key[i] : 1.0f;
  }
  Float4 flux(const DiffusionTask& task, std::span<const Float4> value, size_t i) const;

  Flow& flow_;
  float scale_;                         // 2 V over what the lattice makes of the Laplacian
  std::array<float, kSteps + 1> wall_;  // B times the distance, 1/m, by the distance over the support
  std::vector<Float4> residual_, direction_, image_, change_;
};

}  // namespace weir::sph
