// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/together.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/files.h"
#include "run/source_run.h"
#include "sim/in_scene.h"

namespace weir::run {

namespace fs = std::filesystem;

std::vector<TogetherScene> scenes_together(const Scene& scene) {
  std::vector<TogetherScene> result;
  for (size_t i = 0; i < scene.together.size(); ++i) {
    const fs::path& file = scene.together[i].path;
    const auto refuse = [&](const std::string& why) {
      throw InputError(place_in(scene, fmt::format("together[{}]", i)), why);
    };
    std::error_code trouble;
    if (!fs::exists(file, trouble) && !trouble) refuse(fmt::format("there is no file {}", file.string()));
    Scene other = load_scene(file);
    if (!other.together.empty()) {
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

fs::path folder_together(const fs::path& run_folder, const std::string& name) { return run_folder / "together" / name; }

void run_together(const std::vector<TogetherScene>& scenes, const fs::path& run_folder, ProgressStyle progress) {
  for (const TogetherScene& other : scenes) {
    make_folder(run_folder / "together");
    provide_run(other.scene, folder_together(run_folder, other.name),
                {.task = "simulating " + other.name, .progress = progress});
  }
}

}  // namespace weir::run
