// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/flip_checks.h"

#include "grid/liquid/flip_settings.h"

namespace weir::grid {

void check_flip(const Node& node, const Scene& scene, size_t, Reader& reader) {
  if (!scene.solver.get<FlipSettings>()->tracked_surface || scene.dimensions == 3) return;
  reader.complain(*node.find("tracked_surface"), "a flat liquid has no surface that could be tracked");
}

}  // namespace weir::grid
