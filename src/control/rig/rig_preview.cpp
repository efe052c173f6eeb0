// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/rig_preview.h"

#include <fmt/format.h>

#include "control/rig/rig_overlay.h"
#include "control/rig/rig_settings.h"
#include "control/rig/shown_rig.h"

namespace weir::rig {

namespace {

constexpr double kRadius = 0.12;  // rig spacings

Box3f box_of(std::span<const Vec3f> points) {
  Box3f box;
  for (const Vec3f& x : points) box.include(x);
  return box;
}

}  // namespace

void preview(const DirectorPart& part, SetupMaker& maker) {
  const auto& settings = part.settings<RigSettings>();
  const SetupThing thing{part.scene.director_path(part.index), part.entry().name, "rig", rig_colour()};
  const ShownRig shown = shown_rig(part.scene, part.index, maker.frame());
  maker.explain(thing.what, thing.colour);
  maker.add_placed(thing, thing.path + ".motion", shown.motion);
  if (shown.positions.empty()) return;
  const Box3f box = box_of(shown.positions);
  maker.add_points(shown.positions, thing.colour, kRadius * shown.spacing);
  std::string more = size_in_words(box.size(), part.scene.dimensions);
  more += fmt::format(", {} points", shown.positions.size());
  const std::string times = frames_in_words(settings.first, settings.last);
  maker.add_label(thing, box.centre(), times.empty() ? more : more + ", " + times);
  float gone = 0;
  for (size_t i = 1; i < shown.way.size(); ++i) gone += length(shown.way[i] - shown.way[i - 1]);
  if (gone > 0.02f * static_cast<float>(maker.size())) {
    maker.add_label({thing.path, fmt::format("frame {:g}", shown.last), thing.what, thing.colour}, shown.way.back(), "",
                    true);
    maker.add_line(shown.way, thing.colour * 0.8f);
  }
  if (settings.motion.path) {
    const Overlay::Polyline line = line_along(settings.motion, shown.at);
    maker.add_line(line.points, line.colour);
    maker.explain("path", line.colour);
  }
}

}  // namespace weir::rig
