// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir mesh PATH: the liquid's surface, a mesh a frame and phase: surface/0001.ply for the scene's first phase,
// surface/0001-oil.ply for a further one named oil. Frames are always made anew.

#include <fmt/format.h>

#include "app/frame_list.h"
#include "app/progress_option.h"
#include "app/say.h"
#include "app/verbs.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"
#include "weir/surface/run_mesher.h"

namespace weir::app {

namespace {

struct Options {
  std::string path, folder, frames, scene, progress = "auto";
  std::vector<std::string> formats{"ply"};
  double spacing = 0, cell = 0;
  int threads = 0;
};

void mesh(const Options& given) {
  const ThreadLimit limit(given.threads);
  const surface::RunMesher mesher(given.path, {.folder = given.folder,
                                               .formats = given.formats,
                                               .scene = given.scene,
                                               .spacing = given.spacing,
                                               .cell = given.cell});
  const std::vector<int> frames = listed_frames(given.frames, mesher.frames());
  const bool talks = wants_sentences(given.progress);
  if (talks) say("Particles are {:.4g} m apart ({})\n", mesher.spacing(), mesher.spacing_is_from());
  const CatchInterrupts catching;
  mesher.write(frames, progress_style(given.progress));
  if (talks)
    say("{} {} in {}\n", frames.size(), frames.size() == 1 ? "frame is" : "frames are", mesher.folder().string());
}

}  // namespace

void add_mesh(Verb& app) {
  Verb verb = app.verb("mesh", "Put a surface around the particles of every frame");
  auto options = std::make_shared<Options>();
  verb.option("PATH", options->path, "A run's folder, a folder of particle files, a name with ####, or one file")
      .required();
  verb.option("-o,--output", options->folder, "Folder for the meshes (default: surface in that of the particles)");
  verb.option("--frames", options->frames, "Frames to mesh, like 12, 1-48, 10- or 1-96:5 (default: all)");
  verb.option("--format", options->formats, "ply (with velocities), obj or vdb (a level set); several are possible")
      .separated_by(',')
      .one_of({"ply", "obj", "vdb"});
  verb.option("--scene", options->scene,
              "Scene file whose surface settings are taken; for particles that are no run's, its spacing, walls and "
              "phases as well");
  verb.option("--spacing", options->spacing, "Of the particles, in m (default: the scene's, or else measured)")
      .positive();
  verb.option("--cell", options->cell, "Size of the triangles, in spacings (default: the scene's surface.cell)")
      .between(0.1, 4.0);
  verb.option("--threads", options->threads, "How many threads (default: all cores); the result is the same")
      .between(0, 4096);
  add_progress_option(verb, options->progress);
  verb.action([options] { mesh(*options); });
}

}  // namespace weir::app
