// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/companions.h"

#include <fmt/format.h>

#include "scene/move_scene.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"

namespace weir::run {

namespace fs = std::filesystem;

std::vector<Companion> companions_of(const Scene& scene) {
  std::vector<Companion> result;
  for (size_t i = 0; i < scene.companions.size(); ++i) {
    const fs::path& file = scene.companions[i].path;
    const auto refuse = [&](const std::string& why) {
      throw InputError(location_in(scene, fmt::format("together[{}]", i)), why);
    };
    std::error_code trouble;
    if (!fs::exists(file, trouble) && !trouble) refuse(fmt::format("there is no file {}", file.string()));
    Scene other = counted_from(load_scene(file), scene.origin);
    if (!other.companions.empty()) {
      refuse(
          fmt::format("{} names scenes of its own that go together with it; give it \"together\": []", file.string()));
    }
    if (other.dimensions != scene.dimensions) {
      refuse(fmt::format("{} is {}D and the scene is {}D", file.string(), other.dimensions, scene.dimensions));
    }
    if (other.frames.rate != scene.frames.rate) {
      refuse(fmt::format("{} has {} frames a second and the scene {}", file.string(), other.frames.rate,
                         scene.frames.rate));
    }
    other.frames = scene.frames;
    result.push_back({file.stem().string(), std::move(other)});
  }
  return result;
}

fs::path companion_folder(const fs::path& run_folder, const std::string& name) {
  return run_folder / "together" / name;
}

void plan_companions(const Scene& scene, PlanBuilder& plan) {
  for (Companion& other : companions_of(scene)) {
    const std::string summary = fmt::format("together   with {}, which is run then", other.scene.file.string());
    plan.add_run({.scene = std::move(other.scene),
                  .folder = "together/" + other.name,
                  .task = "simulating " + other.name,
                  .summary = summary});
  }
}

}  // namespace weir::run
