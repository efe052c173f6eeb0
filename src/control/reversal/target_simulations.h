// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which simulations a scene with reversal needs: one source, and for every
// frame of every target a forward and a backward half (Gowthaman et al. 2022, 3
// and 3.2), each as a scene of its own that any run could be made of.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "control/reversal/collisions.h"
#include "control/reversal/target_start.h"
#include "weir/sim/director_kind.h"

namespace weir::reversal {

struct TargetSimulation {
  TargetSpan span;
  std::string name;           // "star-0024"
  FieldPtr shape;             // at the target frame; posing it may take longer than all the rest
  std::vector<Vec3f> points;  // where its particles are at the target frame:
                              // those of the shape, then distractors
  size_t shape_points = 0;
  TargetLengths lengths{};
  uint64_t seed = 0;
};

// Samples the shapes; InputError with all that are open, too small or not where
// liquid can be. Simulations that have no frame up to the scene's last are left
// out.
std::vector<TargetSimulation> sample_targets(const DirectorPart& part);

// A half, from its file of start particles. Frame `span.frame` is its first;
// the backward half plays backward: its keyframes are mirrored, and its frame f
// is the animation's frame 2 * span.frame - f.
Scene half_scene(const DirectorPart& part, const TargetSimulation& simulation, Half half,
                 const std::filesystem::path& start);

// Particles at the target frame, with velocities from the source at that frame.
// InputError when none is eligible.
Particles start_particles(const DirectorPart& part, const TargetSimulation& simulation, const Particles& source);

// Particles of all simulations closer than this (m) collide.
float merge_distance(const DirectorPart& part);

}  // namespace weir::reversal
