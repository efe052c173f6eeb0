// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir info PATH: what is in the folder of a run, or in a particle file.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/verbs.h"
#include "base/error.h"
#include "base/files.h"
#include "base/progress.h"
#include "cache/sequence.h"
#include "run/run_folder.h"

namespace weir {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

double megabytes_in(const fs::path& folder) {
  double bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += static_cast<double>(entry.file_size());
  }
  return bytes / 1e6;
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
  fmt::print("  particles  {}", particles.size());
  const auto temporary = std::count(particles.temporary.begin(), particles.temporary.end(), 1);
  if (temporary > 0) fmt::print(", {} of them temporary", temporary);
  fmt::print("\n");
  if (particles.size() == 0) return;
  fmt::print("  from       [{:.4g}, {:.4g}, {:.4g}] m\n", box.lower.x, box.lower.y, box.lower.z);
  fmt::print("  to         [{:.4g}, {:.4g}, {:.4g}] m\n", box.upper.x, box.upper.y, box.upper.z);
  fmt::print("  fastest    {:.4g} m/s\n", fastest);
  fmt::print("  mass       {:.4g} kg\n", mass);
}

double milliseconds_in(const RunFolder& folder) {
  double sum = 0;
  for (const std::string& line : folder.read_stats()) {
    const Json json = Json::parse(line, nullptr, false);
    if (json.is_object() && json.contains("wall_ms")) sum += json["wall_ms"].value("total", 0.0);
  }
  return sum;
}

void show_run(const RunFolder& folder) {
  const Json run = Json::parse(read_file(folder.run_json()), nullptr, false);
  if (!run.is_object() || !run.contains("scene") || !run["scene"].is_object()) {
    throw InputError(folder.run_json().string(), "is damaged");
  }
  const Json& scene = run["scene"];
  const std::string title = scene.value("title", "");
  fmt::print("{}: a run{}\n", folder.path().string(), title.empty() ? "" : fmt::format(" of \"{}\"", title));
  fmt::print("  scene      {}\n", run.value("scene_file", "?"));
  fmt::print("  made by    weir {}, seed {}\n", run.value("weir", "?"), run.value("seed", uint64_t{0}));
  if (scene.contains("solver") && scene["solver"].is_object()) {
    fmt::print("  solver     {}, spacing {} m\n", scene["solver"].value("kind", "?"),
               scene["solver"].value("spacing", 0.0));
  }
  const std::vector<int> frames = folder.frames();
  const int last = scene.contains("frames") && scene["frames"].is_object() ? scene["frames"].value("last", 0) : 0;
  fmt::print("  frames     {} written, the scene ends at {}\n",
             frames.empty() ? "none" : fmt::format("{} to {}", frames.front(), frames.back()), last);
  fmt::print("  took       {}\n", short_time(milliseconds_in(folder) / 1000));
  fmt::print("  disk       {:.1f} MB\n", megabytes_in(folder.path()));
  if (frames.empty()) return;
  fmt::print("Frame {}:\n", frames.back());
  show_particles(read_particles(folder.particles(frames.back())));
}

void show(const fs::path& path) {
  if (!fs::exists(path)) throw InputError(path.string(), "there is no such file or folder");
  const RunFolder folder(path);
  if (folder.holds_a_run()) return show_run(folder);
  const ParticleSequence sequence(path);
  const std::vector<int> frames = sequence.frames();
  if (frames.size() > 1) {
    fmt::print("{}: particles of {} frames, {} to {}\n", path.string(), frames.size(), frames.front(), frames.back());
  }
  fmt::print("{}:\n", sequence.file(frames.back()).string());
  show_particles(sequence.read(frames.back()));
}

}  // namespace

void add_info(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("info", "Tell what is in a run's folder or in a particle file");
  auto path = std::make_shared<std::string>();
  verb->add_option("PATH", *path, "A run's folder, a folder of particle files, or one .vdb, .bgeo or .ply file")
      ->required();
  verb->callback([path] { show(*path); });
}

}  // namespace weir
