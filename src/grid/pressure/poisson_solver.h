// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Solves a Poisson problem on a sparse grid by conjugate gradients with a multigrid preconditioner. Regions without
// ground (closed pockets of liquid) have a solution only when what flows into them adds up to nothing, and then many:
// each gets the one nearest to what it can have, whose mean is near 0.
//
//   PoissonMatrix matrix(tiles);  ... faces and ground ...  matrix.sort_tiles();
//   PoissonSolver solver(matrix);
//   solver.solve(b, {.tolerance = 1e-5f}, x);

#pragma once

#include "grid/pressure/body_coupling.h"
#include "grid/pressure/floating_regions.h"
#include "grid/pressure/multigrid.h"

namespace weir::grid {

struct PoissonTolerance {
  float tolerance = 1e-4f;  // largest |b - A x| that may be left
  int max_iterations = 100;
};

class PoissonSolver {
 public:
  // The matrix must outlive it.
  explicit PoissonSolver(const PoissonMatrix& matrix);

  struct Result {
    int iterations = 0;
    float residual = 0;  // largest |b - A x| left
  };
  // x is the first guess, and then the solution. Of b, what no solution can have is taken away first: all of it where
  // no cell takes part, and the mean in regions without ground. Bodies, if any, add their part to A.
  Result solve(std::span<float> b, const PoissonTolerance& tolerance, std::span<float> x,
               const BodyCoupling* bodies = nullptr);

 private:
  void make_solvable(std::span<float> b, const BodyCoupling* bodies) const;

  const PoissonMatrix& matrix_;
  Multigrid multigrid_;
  FloatingRegions floating_;
  std::vector<float> residual_, direction_, image_;
};

}  // namespace weir::grid
