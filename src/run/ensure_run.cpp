// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/ensure_run.h"

#include <algorithm>

#include "cache/run_folder.h"
#include "run/frame_run.h"
#include "run/record_of_run.h"
#include "run/resume.h"
#include "weir/base/error.h"

namespace weir::run {

namespace {

bool has_frames(const cache::RunFolder& folder, int first, int last) {
  const std::vector<int> frames = folder.frames();
  for (int frame = first; frame <= last; ++frame) {
    if (!std::binary_search(frames.begin(), frames.end(), frame)) return false;
  }
  return true;
}

}  // namespace

// Whatever is wrong with the run in the folder is a reason to make it again.
HowToMake how_to_make(const Scene& scene, const std::filesystem::path& path) {
  const cache::RunFolder folder(path);
  if (!folder.holds_a_run()) return HowToMake::all_of_it;
  try {
    const cache::RunRecord wanted = record_of_run(scene, scene.frames.first, path);
    const cache::RunRecord stored = cache::read_run_record(folder.run_json());
    cache::check_same_run(stored, wanted, folder.path());
    const int done = finished_frame(folder, stored);
    if (done < wanted.first_frame() || stored.first_written > wanted.first_frame()) return HowToMake::all_of_it;
    if (!has_frames(folder, wanted.first_frame(), done)) return HowToMake::all_of_it;
    return done >= wanted.last_frame() ? HowToMake::nothing : HowToMake::go_on;
  } catch (const InputError&) {
    return HowToMake::all_of_it;
  }
}

HowToMake ensure_run(const Scene& scene, const std::filesystem::path& folder, const EnsureRunOptions& options) {
  const HowToMake how = how_to_make(scene, folder);
  if (how == HowToMake::nothing) return how;
  RunOptions run{
      .folder = folder, .resume = how == HowToMake::go_on, .task = options.task, .progress = options.progress};
  if (how == HowToMake::go_on) {
    try {
      FrameRun(scene, run, options.frames).run();
      return how;
    } catch (const InputError&) {
      run.resume = false;  // its checkpoint is of no use
    }
  }
  run.overwrite = cache::RunFolder(folder).holds_a_run();  // what is no run is nobody's to replace
  FrameRun(scene, run, options.frames).run();
  return HowToMake::all_of_it;
}

}  // namespace weir::run
