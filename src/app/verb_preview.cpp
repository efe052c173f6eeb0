// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir preview SCENE: a picture of what is set up, before anything is simulated.

#include <fmt/format.h>

#include "app/picture_size.h"
#include "app/progress_option.h"
#include "app/say.h"
#include "app/verbs.h"
#include "base/files.h"
#include "render/pictures/film.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/progress.h"
#include "weir/base/version.h"
#include "weir/render/preview/preview.h"
#include "weir/run/set_up.h"

namespace weir::app {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::string scene, file, folder, size, view = "corner", progress = "auto";
  double frame = 0;
  bool frame_given = false, turntable = false;
};

render::PreviewView view_named(const std::string& name) {
  using View = render::PreviewView;
  return name == "front"    ? View::front
         : name == "side"   ? View::side
         : name == "top"    ? View::top
         : name == "camera" ? View::camera
                            : View::corner;
}

fs::path folder_of_run(const Options& given) {
  return given.folder.empty() ? fs::path("out") / fs::path(given.scene).stem() : fs::path(given.folder);
}

// A folder of its own for every scene, which is that of its run.
fs::path output_file(const Options& given) {
  const char* ending = given.turntable ? ".mp4" : ".png";
  fs::path file = given.file.empty() ? folder_of_run(given) / (std::string("preview") + ending) : fs::path(given.file);
  if (file.extension() != ending) {
    throw InputError("-o", fmt::format("must be the name of a {} file, but is \"{}\"", ending, given.file));
  }
  if (file.has_parent_path()) make_folder(file.parent_path());
  return file;
}

double chosen_frame(const Options& given, const Scene& scene) {
  if (!given.frame_given) return scene.frames.first;
  if (given.frame < scene.frames.first || given.frame > scene.frames.last) {
    throw InputError("--frame", fmt::format("must be from {} to {}, the frames of the scene, but is {:g}",
                                            scene.frames.first, scene.frames.last, given.frame));
  }
  return given.frame;
}

void write_turntable(const render::Preview& preview, render::PreviewOptions options, const fs::path& file,
                     const std::string& progress) {
  constexpr int kPictures = 96, kRate = 24;
  const CatchInterrupts catching;
  render::Film film(file, options.width, options.height, kRate);
  Progress shown("rendering", "picture", 1, kPictures, progress_style(progress));
  for (int i = 0; i < kPictures; ++i) {
    if (interrupted()) throw Interrupted("stopped; no film is written");
    options.turned = 360.0 * i / kPictures;
    film.add(preview.picture(options));
    shown.done(i + 1, {});
  }
  shown.finish();
  film.finish();
}

void preview(const Options& given) {
  std::vector<Problem> wrong;
  const Scene scene = load_scene(given.scene, wrong);
  render::PreviewOptions options{.view = view_named(given.view)};
  if (!given.size.empty()) {
    const PictureSize size = picture_size(given.size);
    options.width = size.width;
    options.height = size.height;
  }
  const double frame = chosen_frame(given, scene);
  Setup setup = run::set_up(scene, frame, folder_of_run(given), wrong);
  wrong = setup.problems;
  const render::Preview shown(std::move(setup), scene);
  const fs::path file = output_file(given);
  if (!given.turntable) {
    render::write_png(file, shown.picture(options),
                      {{"Software", std::string("weir ") + kVersion},
                       {"Commit", kCommit},
                       {"Source", fs::path(given.scene).filename().string()}});
  } else {
    write_turntable(shown, options, file, given.progress);
  }
  if (wants_sentences(given.progress)) say("{}\n", file.string());
  // What is right is shown all the same.
  if (!wrong.empty()) throw InputError(std::move(wrong));
}

}  // namespace

void add_preview(Verb& app) {
  Verb verb = app.verb("preview", "Draw what a scene sets up, before anything is simulated");
  auto options = std::make_shared<Options>();
  verb.option("SCENE", options->scene, "The scene file").required();
  const Option frame = verb.option("--frame", options->frame, "Where things are at this frame (default: the first)");
  verb.option("--view", options->view, "corner (default), front, side, top, or camera: through that of the scene")
      .one_of({"corner", "front", "side", "top", "camera"});
  verb.flag("--turntable", options->turntable, "A film once round the scene instead").excludes("--view");
  verb.option("--size", options->size, "Of the picture, like 1280x720 (default)");
  verb.option("-o,--output", options->file,
              "The picture, a .png file, or the film, .mp4 (default: preview.png in the folder of the run)");
  verb.option("--run", options->folder,
              "Folder of the scene's run, whose recordings are shown if they are made (default: out/NAME-OF-SCENE)");
  add_progress_option(verb, options->progress);
  verb.action([options, frame] {
    options->frame_given = frame.given();
    preview(*options);
  });
}

}  // namespace weir::app
