// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/surface/run_mesher.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "scene/move_scene.h"
#include "surface/surface_files.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"
#include "weir/geometry/mesh/mesh_io.h"

namespace weir::surface {

namespace fs = std::filesystem;

namespace {

// Frames of fewer particles are made several at a time.
constexpr size_t kFewParticles = 200'000, kAtATime = 4;

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

// By the first frame that has more than one particle.
bool is_flat(const cache::ParticleSequence& sequence) {
  for (const int frame : sequence.frames()) {
    const Particles particles = sequence.read(frame);
    if (particles.size() < 2) continue;
    return std::all_of(particles.position.begin(), particles.position.end(), [](const Vec3f& p) { return p.z == 0; });
  }
  return false;
}

void check_formats(const std::vector<std::string>& formats) {
  for (const std::string& format : formats) {
    if (format == "ply" || format == "obj" || format == "vdb") continue;
    throw InputError("", fmt::format("a surface is written as ply, obj or vdb, not as \"{}\"", format));
  }
}

}  // namespace

struct RunMesher::Frame {
  int number;
  Particles particles;
  std::optional<Volume> level_set;
  size_t triangles = 0;
};

RunMesher::RunMesher(const fs::path& path, const MeshOptions& options) : sequence_(path), formats_(options.formats) {
  check_formats(formats_);
  const fs::path beside = fs::is_directory(path) ? path : path.has_parent_path() ? path.parent_path() : fs::path(".");
  folder_ = options.folder.empty() ? beside / "surface" : options.folder;

  const cache::RunFolder run(path);
  std::optional<Scene> scene, look;
  if (!options.scene.empty()) scene = look = load_scene(options.scene);
  if (run.holds_a_run()) {
    scene = cache::scene_of_run(run.run_json());
    run_ = path;
  }
  sequence_.count_from(scene && run_ ? scene->origin : cache::origin_of_particles(sequence_.file(frames().front())));
  if (scene && !run_) scene = counted_from(std::move(*scene), sequence_.origin());
  if (scene) {
    phases_ = scene->phases;
    surface_ = surface_options(*scene);
    spacing_is_from_ = fmt::format("as {} says", run_ ? "the run" : options.scene.string());
  } else if (is_flat(sequence_)) {
    surface_.dimensions = 2;
  }
  if (look) surface_.settings = look->surface;
  if (options.cell > 0) surface_.settings.cell = options.cell;
  if (options.spacing > 0) {
    surface_.spacing = static_cast<float>(options.spacing);
    spacing_is_from_ = "as given";
  } else if (!scene) {
    surface_.spacing = measured_spacing(sequence_);
    spacing_is_from_ = "measured, the mean distance to the nearest particle";
  }
}

std::vector<SurfaceMesh> RunMesher::surfaces(const Frame& frame) const {
  try {
    return surface_of_particles(frame.particles, surface_, frame.level_set ? &*frame.level_set : nullptr);
  } catch (const InputError& error) {
    if (!error.problems().front().location.empty()) throw;
    throw InputError(sequence_.file(frame.number).string(), error.problems().front().what);
  }
}

void RunMesher::write_frame(Frame& frame) const {
  for (const SurfaceMesh& surface : surfaces(frame)) {
    frame.triangles += surface.mesh.triangles.size();
    for (const std::string& format : formats_) {
      const fs::path file = surface_file(folder_, frame.number, phases_, surface.phase, format);
      if (format == "ply") write_ply(surface.mesh, file, sequence_.origin());
      if (format == "obj") write_obj(surface.mesh, file, sequence_.origin());
      if (format == "vdb") {
        const float voxel = static_cast<float>(surface_.settings.cell) * surface_.spacing;
        cache::write_volumes_vdb(file, std::vector{level_set_of(surface.mesh, voxel)}, sequence_.origin());
      }
    }
  }
}

// Reads frames from the given one on, until there are enough to keep all threads busy.
std::vector<RunMesher::Frame> RunMesher::next_frames(const std::vector<int>& frames, size_t from) const {
  std::vector<Frame> read;
  size_t particles = 0;
  for (size_t i = from; i < frames.size() && read.size() < kAtATime && particles < kFewParticles; ++i) {
    read.push_back({frames[i], sequence_.read(frames[i]),
                    run_ ? read_level_set(*run_, frames[i], sequence_.origin()) : std::nullopt});
    particles += read.back().particles.size();
  }
  return read;
}

std::vector<SurfaceMesh> RunMesher::at(int frame) const { return surfaces(next_frames({frame}, 0).front()); }

void RunMesher::write(const std::vector<int>& frames, const ProgressSink& sink) const {
  if (frames.empty()) return;
  make_folder(folder_);
  Progress progress("meshing", "frame", frames.front(), frames.back(), sink);
  for (size_t done = 0; done < frames.size();) {
    if (interrupted()) throw Interrupted("stopped; the frames meshed so far are whole");
    std::vector<Frame> some = next_frames(frames, done);
    parallel_for(
        some.size(), [&](size_t i) { write_frame(some[i]); }, 1);
    for (const Frame& frame : some) {
      progress.done(frame.number, {{"particles", static_cast<double>(frame.particles.size())},
                                   {"triangles", static_cast<double>(frame.triangles)}});
    }
    done += some.size();
  }
  progress.finish();
}

}  // namespace weir::surface
