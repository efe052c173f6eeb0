// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/flip_checks.h"

#include "grid/liquid/flip_settings.h"
#include "sim/carried.h"

namespace weir::grid {

// Where liquid without particles flows in and out, some of it gets lost.
static void check_band(const Node& node, const Scene& scene, Reader& reader) {
  for (int side = 0; scene.domain && scene.solver.get<FlipSettings>()->band > 0 && side < 6; ++side) {
    const Wall& wall = scene.domain->walls.side(side / 2, side % 2);
    if (!wall.get<walls::Inflow>() && !wall.get<walls::Outflow>()) continue;
    const Reader::Inside inside(reader, "band");
    return reader.complain(*node.find("band"), "must be 0 where liquid flows in or out through sides of the domain");
  }
}

// Liquid without particles carries nothing.
static void check_carried(const Node& node, const Scene& scene, Reader& reader) {
  if (scene.solver.get<FlipSettings>()->band == 0 || !carried_kinds(scene)) return;
  const Reader::Inside inside(reader, "band");
  reader.complain(*node.find("band"), "must be 0 where liquid carries heat, thickness or colour, as only particles do");
}

void check_flip(const Node& node, const Scene& scene, size_t, Reader& reader) {
  check_band(node, scene, reader);
  check_carried(node, scene, reader);
  if (!scene.solver.get<FlipSettings>()->tracked_surface || scene.dimensions == 3) return;
  reader.complain(*node.find("tracked_surface"), "a flat liquid has no surface that could be tracked");
}

}  // namespace weir::grid
