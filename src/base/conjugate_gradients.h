// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Conjugate gradients for A x = b with A symmetric and positive, without a matrix and without knowing what vectors are:
// the caller keeps x, the residual r = b - A x and a direction d that starts as zero, and tells how to work on them.
// What is told as one operation can be one pass over memory.
//
//   const GradientsOutcome outcome = conjugate_gradients(
//       LinearSystem{.is_solved = [&] { return largest_of(r) < tolerance; },
//                    .precondition = [&] { return z = r / diagonal, dot(r, z); },  // M z = r; returns r . z
//                    .turn = [&](double keep) { d = z + keep * d; },
//                    .apply = [&] { return image = A(d), dot(d, image); },  // returns d . A d
//                    .advance = [&](double length) { x += length * d, r -= length * image; }},
//       max_iterations);
//
// The caller adds up products in a fixed order (weir/base/parallel.h), so that results do not depend on threads.

#pragma once

namespace weir {

template <class IsSolved, class Precondition, class Turn, class Apply, class Advance>
struct LinearSystem {
  IsSolved is_solved;
  Precondition precondition;
  Turn turn;
  Apply apply;
  Advance advance;
};

struct GradientsOutcome {
  int iterations = 0;
  bool is_stuck =
      false;  // a product was not above zero: what is left of the residual is rounding, or A cannot reach it
};

template <class... Operations>
GradientsOutcome conjugate_gradients(LinearSystem<Operations...>&& system, int max_iterations) {
  GradientsOutcome outcome;
  double before = 0;
  while (outcome.iterations < max_iterations && !system.is_solved()) {
    const double product = system.precondition();
    outcome.is_stuck = !(product > 0);
    if (outcome.is_stuck) break;
    system.turn(outcome.iterations == 0 ? 0.0 : product / before);
    const double curvature = system.apply();
    outcome.is_stuck = !(curvature > 0);
    if (outcome.is_stuck) break;
    system.advance(product / curvature);
    before = product;
    ++outcome.iterations;
  }
  return outcome;
}

}  // namespace weir
