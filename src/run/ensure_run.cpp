// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/ensure_run.h"

#include <algorithm>

#include "cache/run_folder.h"
#include "run/branch_fit.h"
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
HowToMake how_to_make(const Scene& scene, const std::filesystem::path& path, const std::optional<BranchPoint>& from) {
  const cache::RunFolder folder(path);
  if (!folder.holds_a_run()) return HowToMake::all_of_it;
  try {
    cache::RunRecord wanted = record_of_run(scene, scene.frames.first, path);
    const cache::RunRecord stored = cache::read_run_record(folder.run_json());
    cache::check_same_run(stored, wanted, folder.path());
    if (from) wanted.branched_from = Origin::find(*from).as_seen_from(path);
    if (stored.branched_from != wanted.branched_from) return HowToMake::all_of_it;
    const int done = finished_frame(folder, stored);
    const int first_own = from ? wanted.branched_from->frame + 1 : wanted.first_frame();
    if (done < first_own || stored.first_written > first_own) return HowToMake::all_of_it;
    if (!has_frames(folder, wanted.first_frame(), done)) return HowToMake::all_of_it;
    return done >= wanted.last_frame() ? HowToMake::nothing : HowToMake::go_on;
  } catch (const InputError&) {
    return HowToMake::all_of_it;
  }
}

bool can_follow(const Scene& scene, const std::filesystem::path& folder, const BranchPoint& from) {
  try {
    const Origin origin = Origin::find(from);
    check_can_go_on(origin.scene(), scene, origin.frame());
    if (scene.frames.last <= origin.frame()) return false;
    const cache::RunRecord other = cache::read_run_record(cache::RunFolder(from.run).run_json());
    try {
      cache::check_same_run(other, record_of_run(scene, scene.frames.first, folder), from.run);
    } catch (const InputError&) {
      return true;
    }
  } catch (const InputError&) {
  }
  return false;
}

HowToMake ensure_run(const Scene& scene, const std::filesystem::path& folder, const EnsureRunOptions& options) {
  const HowToMake how = how_to_make(scene, folder, options.from);
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
  run.from = options.from;
  run.overwrite = cache::RunFolder(folder).holds_a_run();  // what is no run is nobody's to replace
  FrameRun(scene, run, options.frames).run();
  return HowToMake::all_of_it;
}

}  // namespace weir::run
