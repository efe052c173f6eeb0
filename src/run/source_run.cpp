// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/source_run.h"

#include <algorithm>

#include "base/error.h"
#include "run/recordings.h"
#include "run/resume.h"
#include "run/run.h"
#include "run/run_folder.h"
#include "run/run_record.h"

namespace weir::run {

namespace {

bool has_frames(const RunFolder& folder, int first, int last) {
  const std::vector<int> frames = folder.frames();
  for (int frame = first; frame <= last; ++frame) {
    if (!std::binary_search(frames.begin(), frames.end(), frame)) return false;
  }
  return true;
}

}  // namespace

// Whatever is wrong with the run in the folder is a reason to make it again.
Provided how_to_provide(const Scene& scene, const std::filesystem::path& path) {
  const RunFolder folder(path);
  if (!folder.holds_a_run()) return Provided::made;
  try {
    if (!recordings_are_made(scene, path)) return Provided::made;
    const RunRecord wanted = make_run_record(scene, scene.frames.first, path);
    const RunRecord stored = read_run_record(folder.run_json());
    check_same_run(stored, wanted, folder.path());
    const int done = finished_frame(folder, stored);
    if (done < wanted.first_frame() || stored.first_written > wanted.first_frame()) return Provided::made;
    if (!has_frames(folder, wanted.first_frame(), done)) return Provided::made;
    return done >= wanted.last_frame() ? Provided::reused : Provided::resumed;
  } catch (const InputError&) {
    return Provided::made;
  }
}

Provided provide_run(const Scene& given, const std::filesystem::path& folder, const SourceRunOptions& options) {
  Scene scene = given;
  scene.together.clear();
  make_recordings(scene, folder, {.thumbnail = options.thumbnail, .progress = options.progress});
  const Provided how = how_to_provide(scene, folder);
  if (how == Provided::reused) return how;
  RunOptions run{.folder = folder,
                 .resume = how == Provided::resumed,
                 .task = options.task,
                 .records_itself = false,
                 .thumbnail = options.thumbnail,
                 .progress = options.progress};
  if (how == Provided::resumed) {
    try {
      run_scene(scene, run);
      return how;
    } catch (const InputError&) {
      run.resume = false;  // its checkpoint is of no use
    }
  }
  run.overwrite = RunFolder(folder).holds_a_run();  // what is no run is nobody's to replace
  run_scene(scene, run);
  return Provided::made;
}

}  // namespace weir::run
