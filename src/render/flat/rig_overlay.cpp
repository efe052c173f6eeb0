// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/flat/rig_overlay.h"

#include "control/rig/path.h"
#include "render/flat/colours.h"

namespace weir::render {

namespace {

constexpr double kRadius = 0.12;  // rig spacings; liquid is seen between them
constexpr uint32_t kPoint = 0xd1495b, kPath = 0x2b3a4a;
constexpr int kPartsOfPath = 64;

Overlay::Polyline line_along(const RigPath& settings) {
  const rig::Path path(settings.points);
  Overlay::Polyline line{.points = {}, .colour = colour_of(kPath)};
  for (int i = 0; i <= kPartsOfPath; ++i) {
    line.points.push_back(static_cast<Vec3f>(path.point(static_cast<double>(i) / kPartsOfPath)));
  }
  return line;
}

}  // namespace

RigOverlay::RigOverlay(const ShownRun& run) {
  for (size_t i = 0; i < run.scene.directors.size(); ++i) {
    const auto* settings = std::get_if<RigSettings>(&run.scene.directors[i].kind);
    if (settings) rigs_.push_back({settings, std::make_unique<rig::MovingRig>(run.scene, i)});
  }
}

void RigOverlay::add(int frame, Overlay& overlay) {
  for (Rig& rig : rigs_) {
    if (frame < rig.moving->start() || frame > rig.settings->last) continue;
    rig.moving->move_to(frame);
    for (const Vec3f& x : rig.moving->positions()) {
      overlay.points.push_back({x, colour_of(kPoint), static_cast<float>(kRadius * rig.moving->spacing())});
    }
    if (rig.settings->path) overlay.lines.push_back(line_along(*rig.settings->path));
  }
}

void RigOverlay::explain(Legend& legend) { legend.entries.emplace_back("rig", colour_of(kPoint)); }

}  // namespace weir::render
