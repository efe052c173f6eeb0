// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/reversal/reversal_overlay.h"

#include "control/reversal/merge.h"
#include "control/reversal/target_simulations.h"
#include "weir/base/colour.h"

namespace weir::reversal {

namespace {

constexpr uint32_t kForming = 0xc026d3, kToCome = 0xf0abfc, kLeaving = 0x7c6f86;
constexpr float kRadius = 0.45f, kRadiusToCome = 0.15f;  // of the targets' spacing

class ReversalOverlay final : public DirectorOverlay {
 public:
  explicit ReversalOverlay(const DirectorPart& part) : simulations_(sample_targets(part)) {}

  void add(int frame, const Particles& particles, std::span<const RigidPose>, Overlay& overlay) override {
    for (const TargetSimulation& simulation : simulations_) {
      if (!simulation.span.covers(frame) || simulation.span.time(frame) >= 0) continue;
      const float radius = kRadiusToCome * simulation.lengths.spacing;
      for (size_t i = 0; i < simulation.shape_points; ++i) {
        overlay.points.push_back({simulation.points[i], colour_of(kToCome), radius});
      }
    }
    for (size_t i = 0; i < particles.id.size(); ++i) {
      const std::optional<size_t> number = simulation_of(particles.id[i]);
      if (!number || *number >= simulations_.size()) continue;
      const TargetSimulation& simulation = simulations_[*number];
      const Vec3f colour = simulation.span.time(frame) <= 0 ? target_colour() : colour_of(kLeaving);
      overlay.points.push_back({particles.position[i], colour, kRadius * simulation.lengths.spacing});
    }
  }

  std::vector<std::pair<std::string, Vec3f>> legend() const override {
    return {{"target", target_colour()}, {"to come", colour_of(kToCome)}, {"leaving", colour_of(kLeaving)}};
  }

 private:
  std::vector<TargetSimulation> simulations_;
};

}  // namespace

Vec3f target_colour() { return colour_of(kForming); }

std::unique_ptr<DirectorOverlay> make_overlay(const DirectorPart& part) {
  return std::make_unique<ReversalOverlay>(part);
}

}  // namespace weir::reversal
