// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/liquid_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/in_scene.h"
#include "weir/cache/sequence.h"

namespace weir::run {

static LiquidPoints read_points(const std::filesystem::path& file) {
  Particles particles = cache::read_particles(file);
  if (particles.size() == 0) throw InputError(file.string(), "holds no particles");
  return {std::move(particles.position), std::move(particles.velocity), std::move(particles.mass),
          std::move(particles.phase)};
}

std::optional<Scene> with_files_read(const Scene& scene) {
  const auto has_file = [](const Liquid& liquid) { return liquid.particles.has_value(); };
  if (std::none_of(scene.liquids.begin(), scene.liquids.end(), has_file)) return std::nullopt;
  Scene result = scene;
  std::vector<Problem> problems;
  for (size_t i = 0; i < result.liquids.size(); ++i) {
    Liquid& liquid = result.liquids[i];
    if (!liquid.particles) continue;
    in_scene(scene, fmt::format("liquids[{}].particles", i), problems,
             [&] { liquid.points = std::make_shared<LiquidPoints>(read_points(*liquid.particles)); });
  }
  if (!problems.empty()) throw InputError(problems);
  return result;
}

}  // namespace weir::run
