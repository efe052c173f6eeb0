// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/conjugate_gradients.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace weir {

namespace {

using Numbers = std::vector<double>;

double dot(const Numbers& a, const Numbers& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

// A chain of springs, held at both ends by `ground`.
Numbers pulls(const Numbers& x, double ground) {
  Numbers result(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    result[i] = ground * x[i];
    if (i > 0) result[i] += x[i] - x[i - 1];
    if (i + 1 < x.size()) result[i] += x[i] - x[i + 1];
  }
  return result;
}

struct Solution {
  Numbers x;
  double left;  // square of the residual
  GradientsOutcome outcome;
};

// `weight` is the preconditioner.
Solution solve(const Numbers& b, double ground, const Numbers& weight, int max_iterations) {
  const size_t n = b.size();
  Numbers x(n, 0), r = b, z(n), d(n, 0), image;
  const GradientsOutcome outcome = conjugate_gradients(LinearSystem{.is_solved = [&] { return dot(r, r) < 1e-20; },
                                                                    .precondition =
                                                                        [&] {
                                                                          for (size_t i = 0; i < n; ++i)
                                                                            z[i] = r[i] * weight[i];
                                                                          return dot(r, z);
                                                                        },
                                                                    .turn =
                                                                        [&](double keep) {
                                                                          for (size_t i = 0; i < n; ++i)
                                                                            d[i] = z[i] + keep * d[i];
                                                                        },
                                                                    .apply =
                                                                        [&] {
                                                                          image = pulls(d, ground);
                                                                          return dot(d, image);
                                                                        },
                                                                    .advance =
                                                                        [&](double length) {
                                                                          for (size_t i = 0; i < n; ++i)
                                                                            x[i] += length * d[i],
                                                                                r[i] -= length * image[i];
                                                                        }},
                                                       max_iterations);
  return {x, dot(r, r), outcome};
}

TEST(ConjugateGradients, SolvesInAsManyIterationsAsThereAreUnknowns) {
  const Numbers wanted{1, -2, 3, 0.5, 4}, b = pulls(wanted, 0.1);
  for (const Numbers& weight : {Numbers(5, 1.0), Numbers{1, 0.5, 0.4, 0.5, 1}}) {
    const Solution solution = solve(b, 0.1, weight, 100);
    EXPECT_LE(solution.outcome.iterations, 6);
    EXPECT_FALSE(solution.outcome.is_stuck);
    for (size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(solution.x[i], wanted[i], 1e-8);
  }
}

TEST(ConjugateGradients, StopsAtOnceWhenThereIsNothingToDo) {
  const Solution solution = solve(Numbers(5, 0.0), 0.1, Numbers(5, 1.0), 100);
  EXPECT_EQ(solution.outcome.iterations, 0);
  EXPECT_FALSE(solution.outcome.is_stuck);
}

TEST(ConjugateGradients, StopsAfterTheMostIterations) {
  const Solution solution = solve({1, 0, 0, 0, 0}, 0.1, Numbers(5, 1.0), 2);
  EXPECT_EQ(solution.outcome.iterations, 2);
  EXPECT_GT(solution.left, 0);
}

// All unknowns alike are not changed by a chain that nothing holds.
TEST(ConjugateGradients, TellsWhenItIsStuck) {
  const Solution solution = solve(Numbers(5, 1.0), 0, Numbers(5, 1.0), 100);
  EXPECT_TRUE(solution.outcome.is_stuck);
  EXPECT_EQ(solution.outcome.iterations, 0);
  for (const double x : solution.x) EXPECT_EQ(x, 0);
}

}  // namespace

}  // namespace weir
