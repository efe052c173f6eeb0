// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir retime PATH SPEED -o FOLDER: a run or a sequence of files slower, faster, backwards, or as keyframes say.

#include "app/frame_list.h"
#include "app/progress_option.h"
#include "app/say.h"
#include "app/verbs.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"
#include "weir/retime/retime.h"

namespace weir::app {

namespace {

struct Options {
  std::string path, speed, folder, progress = "auto";
  double rate = 0;
  int threads = 0;
  bool overwrite = false;
};

void retime_run(const Options& given) {
  const ThreadLimit limit(given.threads);
  const CatchInterrupts catching;
  const retime::RetimeSummary made = retime::retime(given.path, {.folder = given.folder,
                                                                 .speed = retime::read_speed(given.speed),
                                                                 .rate = given.rate,
                                                                 .overwrite = given.overwrite,
                                                                 .progress = progress_style(given.progress)});
  if (!wants_sentences(given.progress)) return;
  const int frames = made.last_frame - made.first_frame + 1;
  say("frames {} to {} in {}{}\n", made.first_frame, made.last_frame, given.folder,
      made.made == frames ? ""
      : made.made == 0    ? ", all up to date already"
                          : fmt::format(", {} up to date already", frames - made.made));
  if (made.missing.empty()) return;
  say("{} of {} {} missing: what is there at that time is made up from the frames beside; weir info {} tells how to "
      "make {} anew\n",
      frames_in_words(made.missing), given.path, made.missing.size() == 1 ? "is" : "are", given.path,
      made.missing.size() == 1 ? "it" : "them");
}

}  // namespace

void add_retime(Verb& app) {
  Verb verb = app.verb("retime", "Make a run slower, faster or backwards");
  auto options = std::make_shared<Options>();
  verb.option("PATH", options->path, "A run's folder, or particle files: a folder, a name with ####, or one file")
      .required();
  verb.option("SPEED", options->speed,
              "0.5 is half as fast, -1 backwards; or keyframes over the new frames, "
              "'{\"keys\": [[1, 1], [24, 0.25]], \"between\": \"smooth\"}', or a file that holds them")
      .required();
  verb.option("-o,--output", options->folder, "Folder for the retimed run").required();
  verb.option("--rate", options->rate,
              "Frames a second of files that are no run's (default: as their velocities tell, or else 24)")
      .between(0.1, 100000.0);
  verb.flag("--overwrite", options->overwrite, "Replace whatever run the folder holds");
  verb.option("--threads", options->threads, "How many threads (default: all cores); the result is the same")
      .between(0, 4096);
  add_progress_option(verb, options->progress);
  verb.action([options] { retime_run(*options); });
}

}  // namespace weir::app
