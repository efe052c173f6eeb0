// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir mesh PATH: the liquid's surface, a mesh a frame and phase: surface/0001.ply for the scene's first phase,
// surface/0001-oil.ply for a further one named oil. Frames are always made anew.

#include <fmt/format.h>

#include <algorithm>

#include "app/frame_list.h"
#include "app/progress_option.h"
#include "app/say.h"
#include "app/verbs.h"
#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "cache/sequence.h"
#include "geometry/mesh/mesh_io.h"
#include "surface/surface_files.h"

namespace weir::app {

namespace {

namespace fs = std::filesystem;

// Frames of fewer particles are made several at a time.
constexpr size_t kFewParticles = 200'000, kAtATime = 4;

struct Options {
  std::string path, folder, frames, scene, progress = "auto";
  std::vector<std::string> formats{"ply"};
  double spacing = 0, cell = 0;
  int threads = 0;
};

struct Job {
  explicit Job(const fs::path& path) : sequence(path) {}

  cache::ParticleSequence sequence;
  std::vector<int> frames;
  fs::path folder;
  std::optional<fs::path> run;  // where there may be volumes of a grid liquid
  std::vector<Phase> phases;
  surface::SurfaceOptions surface;
  std::string where_spacing_is_from;
};

// Of the first frame that has particles to be measured.
float measured_spacing(const cache::ParticleSequence& sequence) {
  for (const int frame : sequence.frames()) {
    const Particles particles = sequence.read(frame);
    if (!particles.what_is_not_finite().empty()) continue;
    const auto mean = static_cast<float>(measure_spacing(particles.position).mean);
    if (mean > 0) return mean;
  }
  throw InputError("--spacing", "must be given: there are no two particles whose distance could be measured");
}

bool is_flat(const Particles& particles) {
  return particles.size() > 1 &&
         std::all_of(particles.position.begin(), particles.position.end(), [](const Vec3f& p) { return p.z == 0; });
}

Job make_job(const Options& given) {
  const fs::path path = given.path;
  Job job(path);
  job.frames = listed_frames(given.frames, job.sequence.frames());
  const fs::path beside = fs::is_directory(path) ? path : path.has_parent_path() ? path.parent_path() : fs::path(".");
  job.folder = given.folder.empty() ? beside / "surface" : fs::path(given.folder);

  const cache::RunFolder run(path);
  std::optional<Scene> scene, look;
  if (!given.scene.empty()) scene = look = load_scene(given.scene);
  if (run.holds_a_run()) {
    scene = cache::scene_of_run(run.run_json());
    job.run = path;
  }
  if (scene) {
    job.phases = scene->phases;
    job.surface = surface::surface_options(*scene);
    job.where_spacing_is_from = fmt::format("as {} says", job.run ? "the run" : given.scene);
  } else if (is_flat(job.sequence.read(job.frames.front()))) {
    job.surface.dimensions = 2;
  }
  if (look) job.surface.settings = look->surface;
  if (given.cell > 0) job.surface.settings.cell = given.cell;
  if (given.spacing > 0) {
    job.surface.spacing = static_cast<float>(given.spacing);
    job.where_spacing_is_from = "as given";
  } else if (!scene) {
    job.surface.spacing = measured_spacing(job.sequence);
    job.where_spacing_is_from = "measured, the mean distance to the nearest particle";
  }
  return job;
}

// Returns how many triangles there are.
size_t mesh_frame(const Job& job, const std::vector<std::string>& formats, int frame, const Particles& particles,
                  const Volume* level_set) {
  size_t triangles = 0;
  for (const surface::SurfaceMesh& surface : surface::surface_of_particles(particles, job.surface, level_set)) {
    triangles += surface.mesh.triangles.size();
    for (const std::string& format : formats) {
      const fs::path file = surface::surface_file(job.folder, frame, job.phases, surface.phase, format);
      if (format == "ply") write_ply(surface.mesh, file);
      if (format == "obj") write_obj(surface.mesh, file);
      if (format == "vdb") {
        const float voxel = static_cast<float>(job.surface.settings.cell) * job.surface.spacing;
        cache::write_volumes_vdb(file, std::vector{surface::level_set_of(surface.mesh, voxel)});
      }
    }
  }
  return triangles;
}

struct Frame {
  int number;
  Particles particles;
  std::optional<Volume> level_set;
  size_t triangles = 0;
};

// Reads frames from the given one on, until there are enough to keep all threads busy.
std::vector<Frame> next_frames(const Job& job, size_t from) {
  std::vector<Frame> frames;
  size_t particles = 0;
  for (size_t i = from; i < job.frames.size() && frames.size() < kAtATime && particles < kFewParticles; ++i) {
    const int frame = job.frames[i];
    frames.push_back(
        {frame, job.sequence.read(frame), job.run ? surface::read_level_set(*job.run, frame) : std::nullopt});
    particles += frames.back().particles.size();
  }
  return frames;
}

void make_frames(const Job& job, const std::vector<std::string>& formats, std::vector<Frame>& frames) {
  const auto make = [&](size_t i) {
    Frame& frame = frames[i];
    try {
      frame.triangles =
          mesh_frame(job, formats, frame.number, frame.particles, frame.level_set ? &*frame.level_set : nullptr);
    } catch (const InputError& error) {
      if (!error.problems().front().place.empty()) throw;
      throw InputError(job.sequence.file(frame.number).string(), error.problems().front().what);
    }
  };
  parallel_for(frames.size(), make, 1);
}

void mesh(const Options& given) {
  const ThreadLimit limit(given.threads);
  const Job job = make_job(given);
  make_folder(job.folder);
  const bool talks = wants_sentences(given.progress);
  if (talks) say("Particles are {:.4g} m apart ({})\n", job.surface.spacing, job.where_spacing_is_from);
  const CatchInterrupts catching;
  Progress progress("meshing", "frame", job.frames.front(), job.frames.back(), progress_style(given.progress));
  for (size_t done = 0; done < job.frames.size();) {
    if (interrupted()) throw Interrupted("stopped; the frames meshed so far are whole");
    std::vector<Frame> frames = next_frames(job, done);
    make_frames(job, given.formats, frames);
    for (const Frame& frame : frames) {
      progress.done(frame.number, {{"particles", static_cast<double>(frame.particles.size())},
                                   {"triangles", static_cast<double>(frame.triangles)}});
    }
    done += frames.size();
  }
  progress.finish();
  if (talks)
    say("{} {} in {}\n", job.frames.size(), job.frames.size() == 1 ? "frame is" : "frames are", job.folder.string());
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
