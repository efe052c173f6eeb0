// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/sampling/sampling_limits.h"

#include <fmt/format.h>

#include "weir/base/error.h"

namespace weir {

void check_spacing(float spacing) {
  if (!(spacing > 0 && std::isfinite(spacing)))
    throw InputError("", fmt::format("the particle spacing must be above 0 m, but is {}", spacing));
}

void check_candidates(double candidates, const Vec3d& size, float spacing) {
  if (candidates < kMostCandidates) return;
  throw InputError("",
                   fmt::format("a shape of {:.3g} x {:.3g} x {:.3g} m at a particle spacing of {:.3g} m would be up "
                               "to {:.2g} particles, more than can be handled; use a larger spacing",
                               size.x, size.y, size.z, spacing, candidates));
}

Box3d sampling_bounds(const Field& field, int dimensions) {
  Box3d box = static_cast<Box3d>(field.bounds());
  if (dimensions == 3 || box.empty()) return box;
  if (box.lower.z > 0 || box.upper.z < 0) return Box3d{};
  box.lower.z = box.upper.z = 0;
  return box;
}

}  // namespace weir
