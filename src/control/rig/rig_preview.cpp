// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/rig_preview.h"

#include <fmt/format.h>

#include <set>

#include "control/rig/moving_rig.h"
#include "control/rig/rig_overlay.h"
#include "control/rig/rig_settings.h"

namespace weir::rig {

namespace {

constexpr double kRadius = 0.12;  // rig spacings
constexpr int kPartsOfWay = 24;

Box3f box_of(std::span<const Vec3f> points) {
  Box3f box;
  for (const Vec3f& x : points) box.include(x);
  return box;
}

}  // namespace

void preview(const DirectorPart& part, SetupMaker& maker) {
  const auto& settings = part.settings<RigSettings>();
  const SetupThing thing{part.scene.director_path(part.index), part.entry().name, "rig", rig_colour()};
  MovingRig rig(part.scene, part.index);
  const double last = std::min(settings.last, static_cast<double>(part.scene.frames.last));
  const double at = std::clamp(maker.frame(), rig.start(), std::max(rig.start(), last));
  // A rig that deforms goes from frame to frame, in their order.
  std::set<double> frames{at};
  for (int i = 0; i <= kPartsOfWay; ++i) frames.insert(lerp(rig.start(), last, i / double{kPartsOfWay}));
  std::vector<Vec3f> way;
  float gone = 0;
  maker.explain(thing.what, thing.colour);
  for (const double frame : frames) {
    rig.move_to(frame);
    const Box3f box = box_of(rig.positions());
    if (box.empty()) return;
    if (!way.empty()) gone += length(box.centre() - way.back());
    way.push_back(box.centre());
    if (frame != at) continue;
    maker.add_points({rig.positions().begin(), rig.positions().end()}, thing.colour, kRadius * rig.spacing());
    std::string more = size_in_words(box.size(), part.scene.dimensions);
    more += fmt::format(", {} points", rig.size());
    const std::string times = frames_in_words(settings.first, settings.last);
    maker.add_label(thing, box.centre(), times.empty() ? more : more + ", " + times);
  }
  if (gone > 0.02f * static_cast<float>(maker.size())) {
    maker.add_label({thing.path, fmt::format("frame {:g}", last), thing.what, thing.colour}, way.back(), "", true);
    maker.add_line(std::move(way), thing.colour * 0.8f);
  }
  if (settings.motion.path) {
    const Overlay::Polyline line = line_along(settings.motion, at);
    maker.add_line(line.points, line.colour);
    maker.explain("path", line.colour);
  }
}

}  // namespace weir::rig
