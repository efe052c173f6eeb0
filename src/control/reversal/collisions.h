// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Collision events of one frame: particles of different simulations that come close (Gowthaman et al. 2022, 3.1.2), and
// what a target shape hides at its own frame (3.2).
//
// What is hidden already hides nothing else. Hiding spreads away from the target frames, and no backward half ever
// hides a forward one, so two passes over the frames settle everything: first the forward halves, frame by frame
// upward, then the backward halves, downward.
//
//   for (frame = first...last) { hide_at_target(...); hide_collisions(..., Half::forward, ...); }
//   for (frame = last...first) { hide_at_target(...); hide_collisions(..., Half::backward, ...); }
//
// Who meets the source does not depend on what is hidden, so the source is looked at only once.

#pragma once

#include <span>
#include <vector>

#include "cache/volume_distance.h"
#include "control/reversal/visibility.h"
#include "weir/geometry/shapes/field.h"
#include "weir/sim/particles.h"

namespace weir::reversal {

// A target simulation at a frame.
struct TargetFrame {
  size_t simulation;
  int time;                    // from its target frame
  const Particles* particles;  // ids count from 0
};

enum class Half { forward, backward };

// For each of the targets, which of its particles are closer to the source than the distance.
using Meetings = std::vector<std::vector<bool>>;
Meetings meet_source(std::span<const Vec3f> source, std::span<const TargetFrame> targets, float distance);
// Adds those that are inside the surface of the source.
void meet_inside(const cache::VolumeDistance& liquid, std::span<const TargetFrame> targets, Meetings& met);

// Hides what collides in one half of the simulations. `targets` are all that have this frame.
void hide_collisions(const Meetings& with_source, std::span<const TargetFrame> targets, Half half, float distance,
                     Visibility& visibility);

// At the frame of a target simulation: hides particles of earlier ones that are inside its shape, and those of the same
// target, of earlier and later frames, that are farther from it than kappa_t. (The paper says the latter of all
// simulations, which would wipe out another target elsewhere.)
// Forward: those of earlier simulations; backward: of later ones.
void hide_at_target(const Field& shape, float keep_distance, size_t simulation, std::span<const TargetSpan> spans,
                    std::span<const TargetFrame> targets, Half half, Visibility& visibility);

}  // namespace weir::reversal
