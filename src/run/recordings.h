// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes the templates that a scene records (scene/recordings.h). Those of other scenes are made before its run, in the
// folder of that:
//   recordings/NAME/         the run of the other scene
//   recordings/NAME.weirt    the template
//   recordings/NAME.json     what it was made from: it is made again when that is different
// Those of the scene itself go to the library when the run is finished; NAME.json lies in the same place.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/progress.h"
#include "run/record_template.h"
#include "scene/scene.h"

namespace weir::run {

// Another scene that is recorded.
struct RecordedScene {
  const RecordingSettings* recording;
  Scene scene;
};
// Reads those that the scene records. InputError when one of them, or of those that they record, cannot be read, does
// not hold what is to be recorded or what directors want of it, or records a scene that records it.
std::vector<RecordedScene> recorded_scenes(const Scene& scene);

// The scene without the uses of its recordings of other scenes: it can be built before these are made.
Scene without_recorded(const Scene& scene);

struct RecordingOptions {
  DrawTemplate thumbnail = {};
  ProgressStyle progress = ProgressStyle::automatic;
};

// Sees to it that the recordings of other scenes are in the folder. Interrupted when the user wants to stop: what is
// finished by then is not made again.
void make_recordings(const Scene& scene, const std::filesystem::path& run_folder, const RecordingOptions& options);
// True when make_recordings would find them all.
bool recordings_are_made(const Scene& scene, const std::filesystem::path& run_folder);

// InputError when the recordings of the scene itself would take the place of templates in the library that were not
// recorded in this folder.
void check_room_in_library(const Scene& scene, const std::filesystem::path& run_folder);
// Records the run in the folder, which has frames `first` to `last`, into the library. Gives a sentence for each
// recording: where it is, or why it is not made.
std::vector<std::string> record_own_run(const Scene& scene, const std::filesystem::path& run_folder, int first,
                                        int last, const RecordingOptions& options);

}  // namespace weir::run
