// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir convert FROM TO: particles of a run or of another simulator, from one file format to another.

#include <fmt/format.h>

#include "app/frame_list.h"
#include "app/progress_option.h"
#include "app/say.h"
#include "app/verbs.h"
#include "base/files.h"
#include "base/numbered_name.h"
#include "cache/followed_sequence.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/progress.h"
#include "weir/cache/sequence.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir::app {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::string from, to, frames, progress = "auto";
  bool exact = false;
};

void convert(const Options& given) {
  const std::string &from = given.from, &to = given.to;
  const Precision precision = given.exact ? Precision::exact : Precision::compact;
  cache::ParticleSequence files{fs::path(from)};
  const std::vector<int> frames = listed_frames(given.frames, files.frames());
  files.count_from(cache::origin_of_particles(files.file(frames.front())));
  if (frames.size() > 1 && !NumberedName::has_number(to)) {
    throw InputError(
        to, fmt::format("{} has {} frames, so the new name needs #### for the frame number", from, frames.size()));
  }
  if (fs::path(to).has_parent_path()) make_folder(fs::path(to).parent_path());
  const CatchInterrupts catching;
  const cache::FollowedSequence sequence(files, frames, /*rate=*/0);
  const cache::Ids ids = sequence.certain() ? cache::Ids::written : cache::Ids::left_out;
  Progress progress("converting", "frame", frames.front(), frames.back(), progress_style(given.progress));
  for (const int frame : frames) {
    if (interrupted()) throw Interrupted("stopped; files written so far are whole");
    const Particles particles = sequence.read(frame);
    const float spacing = particles.size() > 1 ? static_cast<float>(measure_spacing(particles.position).mean) : 0.0f;
    cache::write_particles(NumberedName::has_number(to) ? NumberedName(to).file(frame) : fs::path(to), particles,
                           spacing > 0 ? spacing : 0.01f, precision, ids, files.origin());
    progress.done(frame, {{"particles", static_cast<double>(particles.size())}});
  }
  progress.finish();
  if (!sequence.certain() && wants_sentences(given.progress)) {
    say("{} has no ids, and its particles change their order from frame to frame: the new files have none either\n",
        from);
  }
}

}  // namespace

void add_convert(Verb& app) {
  Verb verb = app.verb("convert", "Turn particle files into another format (.vdb, .bgeo, .ply)");
  auto options = std::make_shared<Options>();
  verb.option("FROM", options->from, "A run's folder, a folder of files, a name with ####, or one file").required();
  verb.option("TO", options->to, "The new name; #### stands for the frame number (points/####.bgeo)").required();
  verb.option("--frames", options->frames, "Frames to convert, like 12, 1-48, 10- or 1-96:5 (default: all)");
  verb.flag("--exact", options->exact, "Keep every bit in .vdb files, which are larger then");
  add_progress_option(verb, options->progress);
  verb.action([options] { convert(*options); });
}

}  // namespace weir::app
