// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a scene with reversal: what `weir run` does for it. The folder of such a
// run holds, besides what every run has,
//   source/                         the run of the source (unless it was run
//   before) targets/NAME-FRAME/start.vdb    what a target simulation starts
//   with targets/NAME-FRAME/forward/     its halves, runs like any other
//   targets/NAME-FRAME/backward/
//   visitors/0001.vdb               mode interact: what the source feels of the targets,
//   interact/                       and the run of the source that feels it
// and its particles/ are the merged result. Runs in it that a change of the
// scene does not touch are used again.

#pragma once

#include "run/run.h"

namespace weir::run {

// What the parts of such a run took and how large they were.
struct ReversalTimes {
  // Seconds by the clock, and of all threads together: the latter do not depend on what else the machine does.
  struct Part {
    double wall_s = 0, cpu_s = 0;
  };
  Part source, prepare, targets, merge, write;  // merge: finding what is seen of the targets
  int source_frames = 0, target_frames = 0;     // simulated; in which some target simulation is
  size_t simulations = 0;                       // of targets, each of two halves
  size_t source_particles = 0;                  // at the last frame
  size_t target_particles = 0;                  // of one simulation, on average
};

// As run_scene. Fills `times` where it is given.
RunSummary run_reversal(const Scene& scene, const RunOptions& options, ReversalTimes* times = nullptr);

// The scene whose run becomes the source; nothing when the source was run
// before. InputError when it cannot be used: another frame rate, or frames that
// are missing.
std::optional<Scene> source_scene(const Scene& scene, int last_frame);

}  // namespace weir::run
