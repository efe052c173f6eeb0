// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/boundary_grip.h"

#include <algorithm>
#include <cmath>

#include "sph/sph_settings.h"

namespace weir::sph {

Grips::Grips(const Scene& scene) : solids_(scene) {
  const auto* settings = scene.solver.get<SphSettings>();
  unsaid_ = static_cast<float>(settings ? settings->wall_friction : SphSettings{}.wall_friction);
}

std::vector<Grip> Grips::of_solid(size_t solid, std::span<const Vec3f> points, ShapeBuilder& builder,
                                  double frame) const {
  std::vector<Grip> grips;
  for (const SolidGrip& grip : solids_.of_solid(solid, points, builder, frame)) grips.push_back(as_grip(grip));
  return grips;
}

namespace {

// How a flat wall of strength 1 pulls liquid a spacing away from its boundary particles, but for the factor c.
double pull_of_wall(float support, float spacing, float close, int dimensions) {
  const Kernel kernel(support, dimensions, spacing);
  const double volume = std::pow(static_cast<double>(spacing), dimensions) *
                        kernel.layer_sum(spacing, dimensions, spacing) / kernel.layer_sum(close, dimensions, spacing);
  const int n = static_cast<int>(support / close) + 1, nk = dimensions == 2 ? 0 : n;
  double sum = 0;
  for (int k = -nk; k <= nk; ++k) {
    for (int i = -n; i <= n; ++i) {
      const double r = std::hypot(static_cast<double>(close) * i, static_cast<double>(close) * k, spacing);
      const double q = r / static_cast<double>(support);
      sum += std::pow(std::max(0.0, -4 * q * q + 6 * q - 2), 0.25) * static_cast<double>(spacing) / r;
    }
  }
  return volume * sum;
}

}  // namespace

AdhesionKernel::AdhesionKernel(float support, float spacing, float boundary_spacing, int dimensions)
    : support_(support) {
  scale_ = static_cast<float>(1 / pull_of_wall(support, spacing, boundary_spacing, dimensions));
}

}  // namespace weir::sph
