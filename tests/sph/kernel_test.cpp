// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/kernel.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"

namespace weir::sph {

namespace {

struct Setting {
  int dimensions;
  float spacing;
};
// A usual size, a large one, and one whose numbers are not powers of two of the others'.
constexpr Setting kSettings[] = {{2, 0.02f}, {3, 0.02f}, {2, 1}, {3, 1}, {2, 0.0037f}, {3, 0.0037f}};

Kernel kernel_of(const Setting& s) { return Kernel(2 * s.spacing, s.dimensions, s.spacing); }

// The uncorrected kernel, in double.
double spline(double r, double h, int dimensions) {
  const double q = r / h, sigma = dimensions == 2 ? 40 / (7 * kPi * h * h) : 8 / (kPi * h * h * h);
  if (q > 1) return 0;
  return sigma * (q <= 0.5 ? 6 * (q * q * q - q * q) + 1 : 2 * (1 - q) * (1 - q) * (1 - q));
}

double shell(double r, int dimensions) { return dimensions == 2 ? 2 * kPi * r : 4 * kPi * r * r; }

// Distances of all kinds in units of the support: zero, the joint, the end, tiny ones, random ones up to `most`.
std::vector<float> distances(float support, float most) {
  std::vector<float> r{0, 1e-9f, 1e-5f, 1e-3f, 0.4999f, 0.5f, 0.5001f, 0.999f, 1};
  const Random random(3);
  while (r.size() < 4096) r.push_back(most * random.unit(r.size()));
  for (float& d : r) d *= support;
  return r;
}

// Calls check(i, result of lanes(r^2)) for all distances.
template <class Of, class Check>
void for_lanes(const std::vector<float>& r, const Of& of, const Check& check) {
  for (size_t k = 0; k + simd::kLanes <= r.size(); k += simd::kLanes) {
    std::array<float, simd::kLanes> squared, result;
    for (size_t i = 0; i < simd::kLanes; ++i) squared[i] = r[k + i] * r[k + i];
    simd::store(of(simd::load(squared.data())), result.data());
    for (size_t i = 0; i < simd::kLanes; ++i) check(r[k + i], result[i]);
  }
}

}  // namespace

TEST(Kernel, IsTheCubicSplineButForTheCorrection) {
  for (const Setting& s : kSettings) {
    const Kernel kernel = kernel_of(s);
    const double h = kernel.support(), correction = kernel.at_zero() / spline(0, h, s.dimensions);
    EXPECT_LT(std::abs(correction - 1), 1e-3);
    for (const float r : distances(kernel.support(), 1.5f)) {
      EXPECT_NEAR(kernel.value(r), correction * spline(r, h, s.dimensions), 1e-6 * kernel.at_zero());
    }
  }
}

// The sum over a regular lattice is 1, so the integral is within a thousandth of it.
TEST(Kernel, IntegralIsOneWithinTheCorrection) {
  for (const Setting& s : kSettings) {
    const Kernel kernel = kernel_of(s);
    const int n = 4000;
    double sum = 0;
    for (int i = 0; i < n; ++i) {
      const double r = (i + 0.5) * kernel.support() / n;
      sum += kernel.value(static_cast<float>(r)) * shell(r, s.dimensions) * kernel.support() / n;
    }
    EXPECT_NEAR(sum, 1, 1e-3) << s.dimensions;
  }
}

TEST(Kernel, RestLatticeSumsToOne) {
  for (const Setting& s : kSettings) {
    const Kernel kernel = kernel_of(s);
    const int depth = s.dimensions == 2 ? 0 : 3;
    double sum = 0;
    for (int k = -depth; k <= depth; ++k) {
      for (int j = -3; j <= 3; ++j) {
        for (int i = -3; i <= 3; ++i)
          sum += kernel.value(s.spacing * std::sqrt(static_cast<float>(i * i + j * j + k * k)));
      }
    }
    const double volume = std::pow(static_cast<double>(s.spacing), s.dimensions);
    EXPECT_NEAR(sum * volume, 1, 1e-6);
    EXPECT_NEAR(kernel.lattice_sum(s.spacing, s.dimensions), 1, 1e-6);
  }
}

// The layers of a lattice, one by one, are the lattice.
TEST(Kernel, LayersAddUpToTheLattice) {
  for (const Setting& s : kSettings) {
    const Kernel kernel = kernel_of(s);
    double sum = 0;
    for (int k = -2; k <= 2; ++k) sum += kernel.layer_sum(s.spacing, s.dimensions, static_cast<float>(k) * s.spacing);
    EXPECT_NEAR(sum * std::pow(static_cast<double>(s.spacing), s.dimensions), 1, 1e-6);
  }
}

TEST(Kernel, VanishesAtItsSupportAndBeyond) {
  const Kernel kernel(0.04f, 3, 0.02f);
  for (const float r : {0.04f, 0.05f, 4.0f, 1e15f}) {
    EXPECT_EQ(kernel.value(r), 0);
    EXPECT_EQ(kernel.gradient_factor(r), 0);
  }
}

// grad W(x) . x / r = factor r is dW/dr. Differences are taken of the exact kernel, scaled to the corrected one.
TEST(Kernel, GradientEqualsFiniteDifference) {
  for (const Setting& s : kSettings) {
    const Kernel kernel = kernel_of(s);
    const double h = kernel.support(), correction = kernel.at_zero() / spline(0, h, s.dimensions), e = 1e-5 * h;
    for (const float r : distances(kernel.support(), 1.2f)) {
      if (r < 2e-5 * h) continue;
      const double slope = (spline(r + e, h, s.dimensions) - spline(r - e, h, s.dimensions)) / (2 * e);
      EXPECT_NEAR(kernel.gradient_factor(r) * r, correction * slope, 2e-5 * kernel.at_zero() / h) << r / h;
    }
  }
}

TEST(Kernel, GradientFactorIsFiniteAndNegative) {
  const Kernel kernel(0.04f, 2, 0.02f);
  EXPECT_FLOAT_EQ(kernel.gradient_factor(0), -12 * kernel.at_zero() / (0.04f * 0.04f));
  for (const float r : distances(0.04f, 1)) EXPECT_LE(kernel.gradient_factor(r), 0);
}

TEST(Kernel, VectorsEqualScalars) {
  for (const Setting& s : kSettings) {
    const Kernel kernel = kernel_of(s);
    for_lanes(
        distances(kernel.support(), 3), [&](simd::Lanes r2) { return kernel.values(r2); },
        [&](float r, float value) { EXPECT_NEAR(value, kernel.value(r), 2e-6f * kernel.at_zero()) << r; });
  }
}

// Relative to the factor at zero; the inverse root is good to 6e-5.
TEST(Kernel, GradientVectorsEqualScalars) {
  for (const Setting& s : kSettings) {
    const Kernel kernel = kernel_of(s);
    const float greatest = -kernel.gradient_factor(0);
    for_lanes(
        distances(kernel.support(), 1), [&](simd::Lanes r2) { return kernel.gradient_factors(r2); },
        [&](float r, float factor) {
          // Below the root of tiny() the distance counts as that.
          const float counted = std::max(r, std::sqrt(kernel.tiny()));
          EXPECT_NEAR(factor, kernel.gradient_factor(counted), 4e-4f * greatest) << r;
        });
  }
}

TEST(Kernel, SteepnessTimesItsScaleIsTheGradient) {
  for (const Setting& s : kSettings) {
    const Kernel kernel = kernel_of(s);
    const float greatest = -kernel.gradient_factor(0);
    for_lanes(
        distances(kernel.support(), 1), [&](simd::Lanes r2) { return kernel.steepness(r2 + kernel.tiny()); },
        [&](float r, float steepness) {
          const float counted = std::min(std::sqrt(r * r + kernel.tiny()), kernel.support());
          EXPECT_NEAR(kernel.steepness_scale() * steepness, kernel.gradient_factor(counted), 4e-4f * greatest) << r;
        });
  }
}

}  // namespace weir::sph
