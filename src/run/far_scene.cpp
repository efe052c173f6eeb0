// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/far_scene.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "scene/move_scene.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"

namespace weir::run {

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
  throw InputError(
      location_in(scene, scene.domain ? "domain" : "liquids"),
      fmt::format("lies {:.0f} spacings ({:.6g} m) from its origin, where positions are {:.2g} spacings apart; "
                  "give the scene an \"origin\" or a domain there, {:.0f} spacings ({:.4g} m) from it or less",
                  far / spacing, far, apart / spacing, kFarthestSpacings, kFarthestSpacings * spacing));
}

}  // namespace weir::run
