// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether liquid is where it may be: inside the domain, outside the solids, every number finite.

#pragma once

#include <fmt/format.h>

#include "liquid.h"
#include "weir/geometry/shapes/build.h"

namespace weir::run {

// What is wrong, in words; empty when nothing is. `depth`: m that a particle may be inside a solid. Rigid solids are
// not looked at: where they are is not known here.
inline std::string what_escaped(const Scene& scene, const Particles& p, double frame, double depth) {
  if (const std::string problem = p.validate(); !problem.empty()) return problem;
  const Box3d domain = scene.domain_box().padded(1e-3 * scene.solver.spacing);
  for (size_t i = 0; i < p.size(); ++i) {
    const Vec3f& x = p.position[i];
    if (scene.dimensions == 2 && x.z != 0) return fmt::format("particle {} left the plane: z = {}", p.id[i], x.z);
    if (scene.domain && !domain.contains(static_cast<Vec3d>(x))) {
      return fmt::format("particle {} is outside the domain at ({}, {}, {})", p.id[i], x.x, x.y, x.z);
    }
  }
  ShapeBuilder builder(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate);
  std::vector<float> distance(p.size());
  for (size_t s = 0; s < scene.solids.size(); ++s) {
    if (scene.solids[s].rigid) continue;
    builder.field(scene.solids[s].shape, frame)->distance(p.position, distance);
    for (size_t i = 0; i < p.size(); ++i) {
      if (static_cast<double>(distance[i]) >= -depth) continue;
      const Vec3f& x = p.position[i];
      return fmt::format("particle {} at ({}, {}, {}) is {} m inside solid {}", p.id[i], x.x, x.y, x.z, -distance[i],
                         s);
    }
  }
  return {};
}

}  // namespace weir::run
