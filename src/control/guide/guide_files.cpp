// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/guide_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "control/guide/guide_input.h"
#include "control/guide/guide_settings.h"
#include "weir/base/error.h"
#include "weir/cache/volumes_vdb.h"

namespace weir::guide {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string guide_folder(const DirectorPart& part) { return fmt::format("guides/{}", part.index); }

fs::path guide_file(const DirectorPart& part, int frame) {
  return part.folder / guide_folder(part) / fmt::format("{:04}.vdb", frame);
}

GuideField read_guide(const DirectorPart& part, int frame) {
  const fs::path file = guide_file(part, frame);
  if (!fs::exists(file)) throw InputError(file.string(), "is missing; run the scene again with --overwrite");
  return guide_of(cache::read_volumes_vdb(file, part.scene.origin), part.scene.dimensions);
}

fs::path coarse_run_folder(const DirectorPart& part) {
  const auto& settings = part.settings<GuideSettings>();
  return settings.run ? settings.run->folder : part.folder / guide_folder(part) / "run";
}

GuideAmount guide_amount(const DirectorPart& part) {
  std::map<int, double> amounts;
  if (!part.settings<GuideSettings>().shape) {
    const cache::RunFolder folder(coarse_run_folder(part));
    const double spacing = cache::read_run_record(folder.run_json()).scene->at("solver").at("spacing").get<double>();
    for (const std::string& line : folder.read_stats()) {
      const Json stats = Json::parse(line, nullptr, false);
      const auto is_number = [&](const char* key) { return stats.contains(key) && stats[key].is_number(); };
      if (!stats.is_object() || !is_number("frame") || !is_number("particles")) continue;
      const double counted = stats["particles"].get<double>() * std::pow(spacing, part.scene.dimensions);
      const double amount = stats.contains("solver") ? stats["solver"].value("amount", 0.0) : 0.0;
      amounts[stats["frame"].get<int>()] = std::max(counted, amount);
    }
  }
  return [amounts](int frame) -> std::optional<double> {
    const auto found = amounts.find(frame);
    return found == amounts.end() ? std::nullopt : std::optional(found->second);
  };
}

}  // namespace weir::guide
