// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a scene with reversal: what `weir run` does for it. The folder of such a
// run holds, besides what every run has,
//   source/                         the run of the source (unless it was run
//   before) targets/NAME-FRAME/start.vdb    what a target simulation starts
//   with targets/NAME-FRAME/forward/     its halves, runs like any other
//   targets/NAME-FRAME/backward/
// and its particles/ are the merged result. Runs in it that a change of the
// scene does not touch are used again.

#pragma once

#include "run/run.h"

namespace weir {

// As run_scene.
RunSummary run_reversal(const Scene& scene, const RunOptions& options);

// The scene whose run becomes the source; nothing when the source was run
// before. InputError when it cannot be used: another frame rate, or frames that
// are missing.
std::optional<Scene> source_scene(const Scene& scene, int last_frame);

}  // namespace weir
