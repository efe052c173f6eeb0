// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A finished run, or particle files of any simulator, at another speed: slower, faster, backwards, or as keyframes say.
// Particles are carried between frames along their velocities; so are volumes, tracked surfaces and bodies. The folder
// that is written is like that of a run: it is rendered, meshed, converted and plotted as one.
//
//   retime::retime("out/splash", {.folder = "out/slow", .speed = 0.25});

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "weir/base/progress.h"
#include "weir/geometry/shapes/animated.h"

namespace weir::retime {

struct RetimeOptions {
  std::filesystem::path folder;  // for the retimed run
  // Frames of the run that pass in a frame of the new clip; keyframes are at frames of the clip. Negative: backwards.
  Animated<double> speed{1.0};
  // Frames a second of files that are no run's; 0: as their velocities tell, or else 24.
  double rate = 0;
  bool overwrite = false;  // whatever run the folder holds
  ProgressSink progress = {};
};

struct RetimeSummary {
  int first_frame = 0, last_frame = 0;
  int made = 0;                   // frames that were not there already
  std::vector<int> missing = {};  // of the run, made up from those beside them
};

// Called again with the same options it goes on after a kill, and makes anew only what has changed. InputError for what
// cannot be retimed or would be lost. Stops by Ctrl-C where it is caught (weir/base/interrupt.h): the frames so far are
// whole.
RetimeSummary retime(const std::filesystem::path& path, const RetimeOptions& options);

// "0.5"; keyframes as in a scene, {"keys": [[1, 1], [24, 0.25]], "between": "smooth"}; or a file that holds either.
// InputError for anything else.
Animated<double> read_speed(const std::string& text);

}  // namespace weir::retime
