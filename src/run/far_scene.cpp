// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/far_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/in_scene.h"
#include "weir/base/error.h"

namespace weir::run {

namespace {

// Along the axis on which it is farthest; 0 for a box that holds zero.
double distance_from_zero(const Box3d& box, int dimensions) {
  double farthest = 0;
  for (int axis = 0; axis < dimensions; ++axis) farthest = std::max({farthest, box.lower[axis], -box.upper[axis]});
  return farthest;
}

}  // namespace

void refuse_far_scene(const Scene& scene, const Particles& liquid) {
  Box3d box;
  if (scene.domain) {
    box = {scene.domain->lower, scene.domain->upper};
  } else {
    for (const Vec3f& p : liquid.position) box.include(static_cast<Vec3d>(p));
    if (liquid.size() == 0) return;
  }
  const double spacing = scene.solver.spacing, far = distance_from_zero(box, scene.dimensions);
  if (far <= kFarthestSpacings * spacing) return;
  const auto place = static_cast<float>(far);
  const double apart = static_cast<double>(std::nextafter(place, std::numeric_limits<float>::max()) - place);
  throw InputError(location_in(scene, scene.domain ? "domain" : "liquids"),
                   fmt::format("lies {:.0f} spacings ({:.6g} m) from zero, where positions are {:.2g} spacings apart; "
                               "move the scene nearer, to {:.0f} spacings ({:.4g} m) or less",
                               far / spacing, far, apart / spacing, kFarthestSpacings, kFarthestSpacings * spacing));
}

}  // namespace weir::run
