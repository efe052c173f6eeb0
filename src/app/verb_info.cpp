// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir info PATH: what is in the folder of a run, or in a particle file.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/frame_list.h"
#include "app/info_mesh.h"
#include "app/say.h"
#include "app/verbs.h"
#include "base/files.h"
#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "retime/clock.h"
#include "weir/base/error.h"
#include "weir/base/progress.h"
#include "weir/cache/sequence.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/scene/scene_changes.h"

namespace weir::app {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

double megabytes_in(const fs::path& folder) {
  double bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::error_code gone;  // a run may be at work in the folder
    const uintmax_t size = entry.is_regular_file(gone) ? entry.file_size(gone) : 0;
    if (!gone) bytes += static_cast<double>(size);
  }
  return bytes / 1e6;
}

// Far from zero with all the digits that floats have.
std::string in_brackets(const Vec3f& p) {
  const auto text = [](float x) { return std::abs(x) < 1000 ? fmt::format("{:.4g}", x) : fmt::format("{:.3f}", x); };
  return fmt::format("[{}, {}, {}]", text(p.x), text(p.y), text(p.z));
}

void show_particles(const Particles& particles) {
  Box3f box;
  float fastest = 0;
  double mass = 0;
  for (size_t i = 0; i < particles.size(); ++i) {
    box.include(particles.position[i]);
    fastest = std::max(fastest, length(particles.velocity[i]));
    mass += particles.mass[i];
  }
  say("  particles  {}", particles.size());
  const auto temporary = std::count(particles.temporary.begin(), particles.temporary.end(), 1);
  if (temporary > 0) say(", {} of them temporary", temporary);
  say("\n");
  if (particles.size() == 0) return;
  say("  from       {} m\n", in_brackets(box.lower));
  say("  to         {} m\n", in_brackets(box.upper));
  say("  fastest    {:.4g} m/s\n", fastest);
  say("  mass       {:.4g} kg\n", mass);
}

void show_volumes(const std::vector<Volume>& volumes) {
  for (const Volume& volume : volumes) {
    say("  volume     {}: {} tiles of 8 x 8 x 8 voxels of {:.4g} m\n", volume.name, volume.tile.size(),
        volume.voxel_size);
  }
}

// From which run and frame it goes on, and what is not as it was there.
void show_branch(const cache::RunFolder& folder) {
  const std::optional<cache::BranchedFrom>& from = folder.branched_from();
  if (!from) return;
  say("  branch     of {} at frame {}\n", from->run.string(), from->frame);
  const cache::RunFolder& origin = folder.origin();
  const auto scene = [](const cache::RunFolder& run) { return cache::read_run_record(run.run_json()).scene->dump(); };
  for (const SceneChange& change : scene_changes(scene(origin), scene(folder))) {
    say("  changed    {}\n", change.sentence());
  }
}

// Of a run at another speed: which one, and how fast.
void show_retimed(const fs::path& folder) {
  const std::optional<retime::ClipRecord> clip = retime::read_clip_record(folder);
  if (!clip) return;
  const Animated<double>& speed = clip->clock.speed;
  say("  retimed    {} at {}\n", clip->from,
      speed.moves() ? "a speed with keyframes" : fmt::format("{:.4g} of its speed", value_at(speed, 1)));
}

void show_missing(const cache::RunFolder& folder, const cache::RunRecord& record) {
  if (folder.is_retimed()) return;  // weir retime finds them by itself
  const std::vector<int> missing = folder.missing_frames(record.first_written);
  if (missing.empty()) return;
  say("  missing    {}; make {} anew with: weir run {} -o {} --frames {}-{} --mend\n", frames_in_words(missing),
      missing.size() == 1 ? "it" : "them", record.scene_file.empty() ? "SCENE" : record.scene_file,
      folder.path().string(), missing.front(), missing.back());
}

// With the runs inside it that it is made from.
double milliseconds_in(const fs::path& folder) {
  static const Json::json_pointer kTotal("/wall_ms/total");
  double sum = 0;
  for (const std::string& line : cache::RunFolder::own(folder).read_stats()) {
    const Json json = Json::parse(line, nullptr, false);
    if (json.contains(kTotal) && json[kTotal].is_number()) sum += json[kTotal].get<double>();
  }
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.is_directory(ignored) && !entry.is_symlink(ignored)) sum += milliseconds_in(entry.path());
  }
  return sum;
}

void show_run(const cache::RunFolder& folder) {
  const cache::RunRecord record = cache::read_run_record(folder.run_json());
  const std::string title = record.scene->at("title").get<std::string>();
  say("{}: a run{}\n", folder.path().string(), title.empty() ? "" : fmt::format(" of \"{}\"", title));
  say("  scene      {}\n", record.scene_file);
  say("  made by    weir {}, seed {}\n", record.version, record.seed);
  const Json& solver = record.scene->at("solver");
  say("  solver     {}, spacing {} m\n", solver["kind"].get<std::string>(), solver["spacing"].get<double>());
  show_branch(folder);
  show_retimed(folder.path());
  const std::vector<int> frames = folder.frames();
  say("  frames     {} written, the run ends at {}\n",
      frames.empty() ? "none" : fmt::format("{} to {}", frames.front(), frames.back()), record.last_frame());
  show_missing(folder, record);
  say("  took       {}\n", short_time(milliseconds_in(folder.path()) / 1000));
  say("  disk       {:.1f} MB\n", megabytes_in(folder.path()));
  if (frames.empty()) return;
  say("Frame {}:\n", frames.back());
  show_particles(cache::read_particles(folder.particles(frames.back())));
  if (fs::exists(folder.volumes(frames.back()))) show_volumes(cache::read_volumes_vdb(folder.volumes(frames.back())));
}

void show(const fs::path& path) {
  if (is_mesh(path)) return show_mesh(path);
  const cache::RunFolder folder(path);
  if (folder.holds_a_run()) return show_run(folder);
  const cache::ParticleSequence sequence(path);
  const std::vector<int> frames = sequence.frames();
  if (frames.size() > 1) {
    say("{}: particles of {} frames, {} to {}\n", path.string(), frames.size(), frames.front(), frames.back());
  }
  say("{}:\n", sequence.file(frames.back()).string());
  show_particles(sequence.read(frames.back()));
}

}  // namespace

void add_info(Verb& app) {
  Verb verb = app.verb("info", "Tell what is in a run's folder, in a particle file or in a mesh file");
  auto path = std::make_shared<std::string>();
  verb.option("PATH", *path,
              "A run's folder, particle files (.vdb, .bgeo, .ply) or mesh files (.obj, .ply, .stl, .gltf, .glb, .fbx): "
              "one, a name with ####, or their folder")
      .required();
  verb.action([path] { show(*path); });
}

}  // namespace weir::app
