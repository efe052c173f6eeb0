// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/rig_overlay.h"

#include "control/rig/moving_rig.h"
#include "weir/base/colour.h"

namespace weir::rig {

namespace {

constexpr double kRadius = 0.12;  // rig spacings; liquid is seen between them
constexpr uint32_t kPoint = 0xd1495b, kPath = 0x2b3a4a;
constexpr int kPartsOfPath = 64;

class RigOverlay final : public DirectorOverlay {
 public:
  explicit RigOverlay(const DirectorPart& part)
      : settings_(part.settings<RigSettings>()), rig_(part.scene, part.index) {}

  void add(int frame, const Particles&, std::span<const RigidPose>, Overlay& overlay) override {
    if (frame < rig_.start() || frame > settings_.last) return;
    rig_.move_to(frame);
    for (const Vec3f& x : rig_.positions()) {
      overlay.points.push_back({x, colour_of(kPoint), static_cast<float>(kRadius * rig_.spacing())});
    }
    if (settings_.motion.path) overlay.lines.push_back(line_along(settings_.motion, frame));
  }

  std::vector<std::pair<std::string, Vec3f>> legend() const override { return {{"rig", colour_of(kPoint)}}; }

 private:
  const RigSettings& settings_;
  MovingRig rig_;
};

}  // namespace

Vec3f rig_colour() { return colour_of(kPoint); }

Overlay::Polyline line_along(const Transform& motion, double frame) {
  const auto path = motion.path->curve();
  const Affine carried = motion.carrier ? motion.carrier->at(frame) : Affine{};
  Overlay::Polyline line{.points = {}, .colour = colour_of(kPath)};
  for (int i = 0; i <= kPartsOfPath; ++i) {
    line.points.push_back(static_cast<Vec3f>(carried.point(path->point(static_cast<double>(i) / kPartsOfPath))));
  }
  return line;
}

std::unique_ptr<DirectorOverlay> make_overlay(const DirectorPart& part) { return std::make_unique<RigOverlay>(part); }

}  // namespace weir::rig
