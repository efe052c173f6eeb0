// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/branch.h"

#include <fmt/format.h>

#include "base/files.h"
#include "run/branch_fit.h"
#include "run/record_of_run.h"
#include "run/resume.h"
#include "weir/base/error.h"
#include "weir/base/version.h"
#include "weir/sim/director_kind.h"

namespace weir::run {

namespace fs = std::filesystem;

namespace {

std::string in_digits(uint64_t fingerprint) { return fmt::format("{:016x}", fingerprint); }

fs::path settled(const fs::path& folder) {
  std::error_code ignored;
  const fs::path result = fs::weakly_canonical(fs::absolute(folder), ignored);
  return result.empty() ? fs::absolute(folder).lexically_normal() : result;
}

// Another name for a file that nobody will write to; a copy where there can be none. False when it is gone meanwhile.
bool take_over(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  if (error) fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  return !error;
}

// The frame of a state, or none where the file is gone, damaged or another run's.
std::optional<int> frame_of_state(const fs::path& file, const std::string& fingerprint) {
  try {
    if (!fs::exists(file)) return {};
    Archive archive = Archive::loading(file);
    if (in_digits(fingerprint_in(archive)) != fingerprint) return {};
    return Stage::frame_in(archive);
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

Origin::Origin(cache::RunFolder folder, cache::RunRecord record, Scene scene, int frame)
    : folder_(std::move(folder)), record_(std::move(record)), scene_(std::move(scene)), frame_(frame) {}

Origin Origin::find(const BranchPoint& from) {
  const cache::RunFolder there(from.run), own = cache::RunFolder::own(from.run);
  if (!there.holds_a_run()) throw InputError("--from", fmt::format("there is no run in {}", from.run.string()));
  const std::optional<cache::BranchedFrom>& earlier = there.branched_from();
  cache::RunRecord record = cache::read_run_record(own.run_json());
  if (record.version != kVersion) {
    throw InputError("--from", fmt::format("the run in {} was made by weir {}, this is {}; run its scene again to go "
                                           "on from it",
                                           from.run.string(), record.version, kVersion));
  }
  Scene scene = cache::scene_of_run(own.run_json());
  if (frame_making_director(scene)) {
    throw InputError("--from", fmt::format("frames of {} are made from other runs, not simulated; change its scene and "
                                           "run that, which makes again only what is not the same",
                                           from.run.string()));
  }
  const int begun = earlier ? earlier->frame : record.first_frame();
  const int done = frame_of_state(own.checkpoint(), in_digits(record.fingerprint())).value_or(begun);
  const int frame = from.frame.value_or(done);
  if (frame < record.first_frame() || frame > done) {
    throw InputError("--from", fmt::format("the run in {} has no frame {}: it begins at {} and has come to {}",
                                           from.run.string(), frame, record.first_frame(), done));
  }
  if (earlier && frame <= earlier->frame) return find({there.origin().path(), frame});
  return {own, std::move(record), std::move(scene), frame};
}

Origin Origin::for_branch(const Scene& scene, const BranchPoint& from, const fs::path& folder,
                          const FrameMaker* frames) {
  if (frames) {
    throw InputError("--from",
                     "a scene with a reversal makes its frames from other runs and cannot go on from one; change the "
                     "scene and run it, which makes again only what is not the same");
  }
  Origin origin = find(from);
  std::error_code ignored;
  if (fs::equivalent(origin.folder(), folder, ignored)) {
    throw InputError("--from",
                     "a branch needs a folder of its own, since the run's frames stay where they are; choose "
                     "one with -o");
  }
  check_can_go_on(origin.scene(), scene, origin.frame());
  if (scene.frames.last > origin.frame()) return origin;
  throw InputError("--from",
                   fmt::format("the scene ends at frame {}, so nothing is left to simulate after frame {}; branch from "
                               "an earlier frame ({}@{}), or let frames.last be later",
                               scene.frames.last, origin.frame(), from.run.string(),
                               std::max(scene.frames.first, scene.frames.last - 10)));
}

cache::BranchedFrom Origin::as_seen_from(const fs::path& folder) const {
  const fs::path here = settled(folder), there = settled(folder_.path());
  const fs::path relative = there.lexically_relative(here);
  return {relative.empty() ? there : relative, frame_, in_digits(record_.fingerprint())};
}

// Puts the nearest state of the run there, if there is any: maybe one is there already that an earlier try came to.
// Tells its frame. The run may be at work, so what it replaces or removes meanwhile is looked at under a name of our
// own.
std::optional<int> Origin::find_state(const fs::path& file, const std::string& fingerprint) const {
  std::optional<int> best = frame_of_state(file, fingerprint);
  if (best && *best > frame_) best = {};
  std::vector<fs::path> states{folder_.checkpoint()};
  for (const int kept : folder_.kept_checkpoints()) {
    if (kept <= frame_) states.insert(states.begin() + 1, folder_.checkpoint(kept));
  }
  for (const fs::path& state : states) {
    AtomicFile look(file);
    if (!take_over(state, look.temporary())) continue;
    const std::optional<int> at = frame_of_state(look.temporary(), fingerprint);
    if (!at || *at > frame_) continue;
    if (best && *at <= *best) break;
    look.commit();
    return at;
  }
  return best;
}

std::optional<int> Origin::write_state(const fs::path& file, const ProgressSink& progress) const {
  const std::string fingerprint = in_digits(record_.fingerprint());
  if (find_state(file, fingerprint) == frame_) return {};
  Stage stage(scene_, Stage::Unopened{});
  stage.open(folder_.path());
  if (const std::optional<int> at = frame_of_state(file, fingerprint); at && *at < frame_) {
    load_branch_state(file, stage);
  } else if (record_.branched_from && is_state_of(*record_.branched_from, folder_.branch_state())) {
    load_branch_state(folder_.branch_state(), stage);
  } else if (record_.branched_from) {
    throw InputError(folder_.path().string(),
                     "has no checkpoint before this frame; branch from the run that it was branched from");
  } else {
    stage.begin();
  }
  const int from = stage.frame();
  simulate_again(stage, file, progress);
  return from;
}

// The scene as the run has it, which must still be what it was. A kill loses the current frame at most.
void Origin::simulate_again(Stage& stage, const fs::path& file, const ProgressSink& progress) const {
  try {
    cache::check_same_run(record_, record_of_run(scene_, record_.first_written, folder_.path()), folder_.path());
  } catch (const InputError& error) {
    const Problem& problem = error.problems().front();
    throw InputError(problem.location,
                     fmt::format("is not what it was for the run in {}, which has to be simulated again from frame {} "
                                 "to {}; put it back, or branch at frame {}, where a checkpoint is",
                                 folder_.path().string(), stage.frame(), frame_, stage.frame()));
  }
  Progress shown("simulating again", "frame", stage.frame() + 1, frame_, progress);
  const auto save = [&] {
    Archive::save(file, [&](Archive& archive) { store_state(archive, record_.fingerprint(), stage); });
  };
  if (stage.frame() == frame_) save();
  while (stage.frame() < frame_) {
    const Stage::FrameReport report = stage.advance();
    save();
    shown.done(stage.frame(),
               {{"particles", static_cast<double>(stage.solver().particles().size())}, {"steps", report.steps}});
  }
  shown.finish();
}

void take_over_needs(const fs::path& from, const fs::path& to) {
  for (const char* needs : {"recordings", "guides", "together"}) {
    std::error_code error;
    if (!fs::is_directory(from / needs, error) || fs::exists(to / needs, error)) continue;
    for (fs::recursive_directory_iterator entry(from / needs, error), end; entry != end; entry.increment(error)) {
      const fs::path there = to / entry->path().lexically_relative(from);
      if (entry->path().filename().string().starts_with('.') || !entry->is_regular_file(error)) continue;
      make_folder(there.parent_path());
      fs::create_hard_link(entry->path(), there, error);  // what cannot be linked is made again
    }
  }
}

bool is_state_of(const cache::BranchedFrom& from, const fs::path& file) {
  return frame_of_state(file, from.fingerprint) == from.frame;
}

void load_branch_state(const fs::path& file, Stage& stage) {
  Archive archive = Archive::loading(file);
  fingerprint_in(archive);
  stage.state(archive);
  archive.expect_end();
  const std::string problem = stage.solver().particles().validate();
  if (!problem.empty()) throw InputError(file.string(), "is damaged: " + problem);
}

}  // namespace weir::run
