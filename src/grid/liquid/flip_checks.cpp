// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/flip_checks.h"

#include "grid/liquid/flip_settings.h"
#include "sim/carried.h"

namespace weir::grid {

// Liquid without particles carries nothing.
static void check_carried(const Node& node, const Scene& scene, Reader& reader) {
  if (scene.solver.get<FlipSettings>()->band == 0 || !carried_kinds(scene)) return;
  const Reader::Inside inside(reader, "band");
  reader.complain(*node.find("band"), "must be 0 where liquid carries heat, thickness or colour, as only particles do");
}

void check_flip(const Node& node, const Scene& scene, size_t, Reader& reader) {
  check_carried(node, scene, reader);
  if (!scene.solver.get<FlipSettings>()->tracked_surface || scene.dimensions == 3) return;
  reader.complain(*node.find("tracked_surface"),
                  "a flat liquid has no surface that could be tracked; leave it out, or write \"dimensions\": 3");
}

}  // namespace weir::grid
