// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/bench_scenes.h"

#include <fmt/format.h>

#include <algorithm>

#include "weir/base/error.h"

namespace weir::app {

namespace fs = std::filesystem;

namespace {

std::vector<BenchScene> scenes_in(const fs::path& folder, bool large) {
  std::vector<BenchScene> scenes;
  if (!fs::is_directory(folder)) return scenes;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") scenes.push_back({entry.path().stem().string(), entry.path(), large});
  }
  std::sort(scenes.begin(), scenes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return scenes;
}

std::vector<BenchGroup> groups_in(const fs::path& folder) {
  std::vector<BenchGroup> groups;
  if (!fs::is_directory(folder)) return groups;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_directory()) continue;
    BenchGroup group{entry.path().filename().string(), scenes_in(entry.path(), false)};
    const std::vector<BenchScene> large = scenes_in(entry.path() / "large", true);
    group.scenes.insert(group.scenes.end(), large.begin(), large.end());
    if (!group.scenes.empty()) groups.push_back(std::move(group));
  }
  std::sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return groups;
}

// Those installed with the program, or else those beside its sources.
fs::path shipped_scenes() {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  const fs::path installed = (program.parent_path() / WEIR_DATA_FROM_PROGRAM / "bench").lexically_normal();
  return !unknown && fs::is_directory(installed) ? installed : fs::path(WEIR_SOURCE_DIR) / "bench";
}

}  // namespace

std::vector<BenchGroup> bench_groups() {
  const fs::path here = "bench", shipped = shipped_scenes();
  for (const fs::path& folder : {here, shipped}) {
    std::vector<BenchGroup> groups = groups_in(folder);
    if (!groups.empty()) return groups;
  }
  throw InputError("bench", fmt::format("there are no scenes to time, neither in {} nor in {}; each is a file "
                                        "bench/GROUP/NAME.json",
                                        fs::absolute(here).string(), shipped.string()));
}

std::vector<BenchScene> bench_scenes(const std::string& group, const std::string& only) {
  const std::vector<BenchGroup> groups = bench_groups();
  std::string known;
  for (const BenchGroup& g : groups) known += (known.empty() ? "" : ", ") + g.name;
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const BenchGroup& g) { return g.name == group; });
  if (found == groups.end()) {
    throw InputError("bench", fmt::format("there is no group \"{}\"; there is {}", group, known));
  }
  if (only.empty()) {
    std::vector<BenchScene> scenes = found->scenes;
    std::erase_if(scenes, [](const BenchScene& scene) { return scene.large; });
    return scenes;
  }
  for (const BenchScene& scene : found->scenes) {
    if (scene.name == only) return {scene};
  }
  throw InputError("bench", fmt::format("there is no scene \"{}\" in the group {}; there is {}", only, group,
                                        names_of(found->scenes)));
}

std::string names_of(const std::vector<BenchScene>& scenes) {
  std::string text;
  for (const BenchScene& scene : scenes)
    text += (text.empty() ? "" : ", ") + scene.name + (scene.large ? " (only when named)" : "");
  return text;
}

}  // namespace weir::app
