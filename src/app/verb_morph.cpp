// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir morph: a sequence of meshes, one a frame, between few of them (keys as FILE@FRAME), or the control meshes of a
// scene.

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "app/progress_option.h"
#include "app/say.h"
#include "app/verbs.h"
#include "base/files.h"
#include "base/numbered_name.h"
#include "control/meshes/control_mesh.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"
#include "weir/geometry/mesh/mesh_io.h"

namespace weir::app {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> keys;
  std::string folder = "morph", format = "ply", progress = "auto";
  double rate = 24;
  bool flat = false;
  int threads = 0;
};

// "jump.obj@24".
meshes::MeshKey key_of(const std::string& text) {
  const size_t at = text.rfind('@');
  if (at == std::string::npos) {
    throw InputError(text, "must be a mesh and the frame it belongs to, as in jump.obj@24, or a scene (.json)");
  }
  meshes::MeshKey key;
  int frame = 0;
  const char *begin = text.data() + at + 1, *end = text.data() + text.size();
  if (std::from_chars(begin, end, frame).ptr != end || begin == end) {
    throw InputError(text, "must have a whole frame after the @, as in jump.obj@24");
  }
  key.frame = frame;
  key.shape.kind = shapes::MeshFile{.file = text.substr(0, at)};
  return key;
}

// A scene of these keys alone.
Scene scene_of_keys(const Options& given) {
  meshes::ControlMeshSettings mesh;
  mesh.name = "morph";
  for (const std::string& text : given.keys) mesh.keys.push_back(key_of(text));
  std::stable_sort(mesh.keys.begin(), mesh.keys.end(), [](auto& a, auto& b) { return a.frame < b.frame; });
  if (mesh.keys.size() < 2) throw InputError("", "weir morph needs at least two keys, as in a.obj@1 b.obj@24");
  for (size_t k = 1; k < mesh.keys.size(); ++k) {
    if (mesh.keys[k].frame == mesh.keys[k - 1].frame) {
      throw InputError("", fmt::format("two keys are at frame {:g}", mesh.keys[k].frame));
    }
  }
  Scene scene;
  scene.file = "keys";
  scene.frames = {static_cast<int>(mesh.keys.front().frame), static_cast<int>(mesh.keys.back().frame), given.rate};
  scene.dimensions = given.flat ? 2 : 3;
  scene.directors = {{"morph", meshes::MeshesSettings{{mesh}}}};
  return scene;
}

void write(const Mesh& mesh, const Scene& scene, const std::string& format, const fs::path& file) {
  if (format == "obj") write_obj(mesh, file, scene.origin);
  if (format == "ply") write_ply(mesh, file, scene.origin);
}

struct Described {
  double least = 1e300, most = 0;
  size_t vertices = 0;
};

// The frames of one control mesh. Returns its volumes.
Described write_frames(meshes::ControlMesh& mesh, const Scene& scene, const Options& given, const std::string& name) {
  const int first = static_cast<int>(std::ceil(std::max<double>(scene.frames.first, mesh.first_frame())));
  const int last = static_cast<int>(std::floor(std::min<double>(scene.frames.last, mesh.last_frame())));
  const NumberedName files(fs::path(given.folder) / fmt::format("{}_####.{}", name, given.format));
  Progress progress("writing", "frame", first, last, progress_style(given.progress));
  Described result;
  for (int frame = first; frame <= last; ++frame) {
    if (interrupted()) throw Interrupted("stopped; the frames written so far are whole");
    const Mesh at = mesh.at(frame, frame + 1);
    const double now = volume(at);
    result = {std::min(result.least, now), std::max(result.most, now), at.positions.size()};
    write(at, scene, given.format, files.file(frame));
    progress.done(frame, {{"volume", now}});
  }
  progress.finish();
  return result;
}

void morph_verb(const Options& given) {
  const ThreadLimit limit(given.threads);
  const bool is_scene = given.keys.size() == 1 && fs::path(given.keys[0]).extension() == ".json";
  const Scene scene = is_scene ? load_scene(given.keys[0]) : scene_of_keys(given);
  const CatchInterrupts catching;
  const bool talks = wants_sentences(given.progress);
  size_t count = 0;
  for (size_t d = 0; d < scene.directors.size(); ++d) {
    const auto* director = scene.directors[d].get<meshes::MeshesSettings>();
    for (size_t i = 0; director && i < director->meshes.size(); ++i, ++count) {
      const meshes::ControlMeshSettings& settings = director->meshes[i];
      const std::string location =
          is_scene ? fmt::format("{}: directors[{}].meshes[{}]", scene.file.string(), d, i) : "";
      meshes::ControlMesh mesh(settings, scene, location);
      make_folder(given.folder);
      const std::string name = settings.name.empty() ? fmt::format("mesh{}", count + 1) : settings.name;
      const Described volumes = write_frames(mesh, scene, given, name);
      if (!talks) continue;
      say("{}: {} vertices, volume {:.6g} to {:.6g} m3", name, volumes.vertices, volumes.least, volumes.most);
      if (mesh.morphed()) say(", {} iterations", mesh.morphed()->iterations);
      say("\n");
    }
  }
  if (count == 0) throw InputError(given.keys[0], "has no director of kind \"meshes\", so no control meshes");
  if (talks) say("Meshes are in {}\n", given.folder);
}

}  // namespace

void add_morph(Verb& app) {
  Verb verb = app.verb("morph", "Make the meshes between few of them, keeping their volume");
  auto options = std::make_shared<Options>();
  verb.option("KEYS", options->keys, "Meshes with their frames (a.obj@1 b.obj@24 ...), or one scene (.json)")
      .required();
  verb.option("-o,--output", options->folder, "Folder for the meshes (default: morph)");
  verb.option("--format", options->format, "Of the meshes (default: ply, with velocities)").one_of({"ply", "obj"});
  verb.option("--rate", options->rate, "Frames a second, for the velocities (default: 24)").positive();
  verb.flag("--flat", options->flat, "The bodies are as thick everywhere along z: keep their area");
  verb.option("--threads", options->threads, "How many threads (default: all cores); the result is the same")
      .between(0, 4096);
  add_progress_option(verb, options->progress);
  verb.action([options] { morph_verb(*options); });
}

}  // namespace weir::app
