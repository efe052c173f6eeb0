// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/liquid_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/in_scene.h"
#include "weir/cache/sequence.h"
#include "weir/cache/volumes_vdb.h"

namespace weir::run {

// A folder of one file is that file; of several, nobody has said which.
static std::filesystem::path one_file(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return path;
  const cache::ParticleSequence files(path);
  const std::vector<int> frames = files.frames();
  if (frames.size() == 1) return files.file(frames.front());
  throw InputError(path.string(),
                   fmt::format("is a folder of {} frames, and a liquid starts with one; name its file, as in {}",
                               frames.size(), files.file(frames.back()).string()));
}

static LiquidPoints read_points(const std::filesystem::path& path, const Vec3d& origin) {
  const std::filesystem::path file = one_file(path);
  Particles particles = cache::read_particles(file, nullptr, origin);
  if (particles.size() == 0) throw InputError(file.string(), "holds no particles");
  return {std::move(particles.position), std::move(particles.velocity), std::move(particles.mass),
          std::move(particles.phase),    std::move(particles.heat),     std::move(particles.thickness),
          std::move(particles.colour)};
}

static std::shared_ptr<const Volume> read_velocity(const velocities::File& wanted, const Vec3d& origin) {
  std::vector<std::string> names;
  for (Volume& volume : cache::read_volumes_vdb(wanted.file, origin)) {
    if (volume.channels != 3) continue;
    if (wanted.grid.empty() || volume.name == wanted.grid) return std::make_shared<Volume>(std::move(volume));
    names.push_back(volume.name);
  }
  throw InputError(wanted.file.string(), names.empty() ? "holds no grid of vectors"
                                                       : fmt::format("holds no grid of vectors named \"{}\", only {}",
                                                                     wanted.grid, fmt::join(names, ", ")));
}

std::optional<Scene> with_files_read(const Scene& scene) {
  const auto has_file = [](const Liquid& liquid) {
    return liquid.particles.has_value() || liquid.velocity.get<velocities::File>();
  };
  if (std::none_of(scene.liquids.begin(), scene.liquids.end(), has_file)) return std::nullopt;
  Scene result = scene;
  std::vector<Problem> problems;
  for (size_t i = 0; i < result.liquids.size(); ++i) {
    Liquid& liquid = result.liquids[i];
    if (liquid.particles) {
      in_scene(scene, fmt::format("liquids[{}].particles", i), problems,
               [&] { liquid.points = std::make_shared<LiquidPoints>(read_points(*liquid.particles, scene.origin)); });
    }
    if (auto* file = std::get_if<velocities::File>(&liquid.velocity.kind)) {
      in_scene(scene, fmt::format("liquids[{}].velocity.file", i), problems,
               [&] { file->volume = read_velocity(*file, scene.origin); });
    }
  }
  if (!problems.empty()) throw InputError(problems);
  return result;
}

}  // namespace weir::run
