// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir run SCENE

#include "weir/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "app/branch_text.h"
#include "app/frame_list.h"
#include "app/progress_option.h"
#include "app/say.h"
#include "app/verbs.h"
#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "render/flat/template_picture.h"
#include "scene/blocks.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/scene/findings.h"

namespace weir::app {

namespace {

struct Options {
  std::string scene, folder, frames, from, progress = "auto";
  int threads = 0;
  bool resume = false, overwrite = false, mend = false;
};

// The largest number that the scene file may have there.
int largest_frame() {
  const std::vector<Block::Parameter>& parameters = block_of<Frames>().parameters;
  const auto last = std::find_if(parameters.begin(), parameters.end(), [](const auto& p) { return p.name == "last"; });
  return static_cast<int>(last->info.max);
}

// "12-48", "12-" or "48": the frames that are written; simulation always starts at the scene's first frame.
void apply_frames(const std::string& text, Scene& scene, run::RunOptions& options) {
  if (text.empty()) return;
  const auto number = [&](std::string_view part, int fallback) {
    if (part.empty()) return fallback;
    int value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc() || end != part.data() + part.size()) {
      throw InputError("--frames", fmt::format("must be like 1-48, but is \"{}\"", text));
    }
    return value;
  };
  const std::string_view view = text;
  const size_t dash = view.find('-');
  const int first = number(view.substr(0, dash), scene.frames.first);
  const int last = dash == std::string_view::npos ? first : number(view.substr(dash + 1), scene.frames.last);
  if (last < first) {
    throw InputError("--frames", fmt::format("{}-{} ends before it begins; write the lower frame first", first, last));
  }
  if (first < scene.frames.first || last > largest_frame()) {
    throw InputError("--frames", fmt::format("must lie between the scene's first frame, {}, and {}, "
                                             "but is \"{}\"",
                                             scene.frames.first, largest_frame(), text));
  }
  options.first_written = first;
  scene.frames.last = last;
}

// Frames beyond the scene's end may be a slip.
void say_frames(const Scene& scene, int scene_last, const run::RunOptions& options) {
  if (!options.first_written || *options.first_written <= scene_last) return;
  say("The scene ends at frame {}: it is simulated on to frame {}, and frames before {} are not written\n", scene_last,
      scene.frames.last, *options.first_written);
  std::fflush(stdout);
}

// As one word of a shell's command line.
std::string quoted(const std::string& word) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,/:@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string command_to_go_on(const Options& given, const run::RunOptions& options) {
  std::string command = fmt::format("weir run {} -o {}", quoted(given.scene), quoted(options.folder.string()));
  if (!given.frames.empty()) command += " --frames " + quoted(given.frames);
  if (given.threads > 0) command += fmt::format(" --threads {}", given.threads);
  // A branch that has begun knows where it comes from.
  const bool has_begun = std::filesystem::exists(options.folder / "run.json");
  if (!given.from.empty() && !has_begun) command += " --from " + quoted(given.from);
  return command + (given.mend ? " --mend" : " --resume");
}

void report_mended(const run::RunSummary& summary, const std::string& folder) {
  if (summary.was_done) {
    say("Nothing is missing from frame {} to {} in {}\n", summary.first_frame, summary.last_frame, folder);
  } else {
    say("Made anew in {}: {}\n", folder, frames_in_words(summary.mended));
  }
}

void report(const run::RunSummary& summary, const std::string& folder) {
  if (summary.was_done) say("Nothing was left to do. ");
  if (summary.first_frame == summary.last_frame) {
    say("Frame {} is in {}\n", summary.last_frame, folder);
  } else {
    say("Frames {} to {} are in {}\n", summary.first_frame, summary.last_frame, folder);
  }
  for (const std::string& sentence : summary.said) say("{}\n", sentence);
}

// Hints are told by `weir check`.
void say_warnings(const std::vector<Finding>& findings) {
  for (const Finding& f : findings) {
    if (f.severity == Severity::warning) say("warning: {}\n", f.sentence());
  }
  std::fflush(stdout);
}

// The folder of a run in place of its scene: most likely that run is to go on.
void check_is_scene(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return;
  const cache::RunFolder folder(path);
  if (!folder.holds_a_run()) return;
  const std::string scene = cache::read_run_record(folder.run_json()).scene_file;
  throw InputError(path.string(),
                   fmt::format("is the folder of a run, where a scene is needed; to go on with the run: weir run {} -o "
                               "{} --resume",
                               scene.empty() ? "SCENE" : quoted(scene), quoted(path.string())));
}

void run(const Options& given) {
  check_is_scene(given.scene);
  Scene scene = load_scene(given.scene);
  run::RunOptions options{.folder = given.folder.empty()
                                        ? std::filesystem::path("out") / std::filesystem::path(given.scene).stem()
                                        : std::filesystem::path(given.folder),
                          .from = branch_point(given.from),
                          .resume = given.resume,
                          .overwrite = given.overwrite,
                          .mend = given.mend,
                          .thumbnail = render::template_thumbnail,
                          .progress = progress_style(given.progress),
                          .catch_interrupts = true};
  const int scene_last = scene.frames.last;
  apply_frames(given.frames, scene, options);
  if (wants_sentences(given.progress) && !given.frames.empty()) say_frames(scene, scene_last, options);
  if (wants_sentences(given.progress) && given.frames.empty()) options.found = &say_warnings;
  const ThreadLimit limit(given.threads);
  try {
    const run::RunSummary summary = run::run_scene(scene, options);
    if (!wants_sentences(given.progress)) return;
    given.mend ? report_mended(summary, options.folder.string()) : report(summary, options.folder.string());
  } catch (const InputError& error) {
    Findings findings;  // they know the lines
    findings.refuse(error, scene.file.string());
    throw InputError(problems_of(findings.sorted(scene.file.string())));
  } catch (const Interrupted&) {
    throw Interrupted("stopped; the finished frames are safe. Go on with: " + command_to_go_on(given, options));
  } catch (const RunError& error) {
    throw RunError(fmt::format("{}\nThe finished frames are safe. When this is mended, go on with: {}", error.what(),
                               command_to_go_on(given, options)));
  }
}

}  // namespace

void add_run(Verb& app) {
  Verb verb = app.verb("run", "Simulate a scene");
  auto options = std::make_shared<Options>();
  verb.option("SCENE", options->scene, "The scene file").required();
  verb.option("-o,--output", options->folder, "Folder for the results (default: out/NAME-OF-SCENE)");
  verb.option("--frames", options->frames, "Frames to write, like 1-48 (default: those of the scene)");
  verb.option("--threads", options->threads, "How many threads (default: all cores); the result is the same")
      .between(0, 4096);
  verb.flag("--resume", options->resume, "Go on after the last finished frame of the run in the folder");
  verb.flag("--overwrite", options->overwrite, "Replace the run in the folder").excludes("--resume");
  verb.option("--from", options->from,
              "Go on from a frame of another run, like out/dam@20 (without @20: its last), with this scene; earlier "
              "frames stay there");
  verb.flag("--mend", options->mend, "Make only those frames anew whose files are gone from the run in the folder")
      .excludes("--resume")
      .excludes("--overwrite")
      .excludes("--from");
  add_progress_option(verb, options->progress, "a frame");
  verb.action([options] { run(*options); });
}

}  // namespace weir::app
