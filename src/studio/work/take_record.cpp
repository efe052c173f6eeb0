// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/take_record.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "base/files.h"
#include "cache/run_record.h"
#include "weir/base/error.h"
#include "weir/run/set_up.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFile = "take.json";

Json json_of(const Vec3d& v) { return {v.x, v.y, v.z}; }

// Scenes without a domain have a stage, where what they set up is.
Box3d place_of(const Scene& scene) {
  if (scene.domain) return {scene.domain->lower, scene.domain->upper};
  const Box3f stage = run::set_up(scene, scene.frames.first).stage;
  return {{stage.lower.x, stage.lower.y, stage.lower.z}, {stage.upper.x, stage.upper.y, stage.upper.z}};
}

// What is not there, or of another type, is `otherwise`.
template <class T>
T part_of(const Json& json, const char* name, T otherwise = {}) {
  try {
    return json.at(name).get<T>();
  } catch (const nlohmann::json::exception&) {
    return otherwise;
  }
}

bool has_all_facts(const Json& facts) {
  if (!facts.is_object()) return false;
  for (const char* name : {"frames", "dimensions", "lower", "upper", "phases", "spacing"}) {
    if (!facts.contains(name)) return false;
  }
  return true;
}

// From the run as it was begun, or the scene as it is to be run.
Json facts_in(const fs::path& folder) {
  try {
    const fs::path run = folder / "run.json";
    return facts_of(fs::exists(run) ? cache::scene_of_run(run) : load_scene(folder / "scene.json"));
  } catch (const std::exception&) {
    Scene unknown;
    unknown.domain.emplace();
    return facts_of(unknown);
  }
}

// The others are not of this program, or damaged.
std::string known_state(const std::string& state) {
  constexpr std::array kStates{kWaiting, kRunning, kStopped, kFailed, kDone};
  // Whoever takes up a take that runs looks for what it has come to.
  return std::find(kStates.begin(), kStates.end(), state) == kStates.end() ? kRunning : state;
}

Json json_in(const fs::path& file) {
  try {
    return Json::parse(read_file(file), nullptr, /*allow_exceptions=*/false);
  } catch (const InputError&) {
    return {};
  }
}

TakeRecord record_of(const Json& json, const fs::path& folder) {
  std::error_code gone;
  const auto time = fs::last_write_time(folder, gone);
  const std::string made = gone ? now_as_text() : text_of_time(time);
  TakeRecord record{.take = {},
                    .scene = part_of<std::string>(json, "scene"),
                    .name = part_of<std::string>(json, "name", usual_name(folder)),
                    .kind = part_of<std::string>(json, "kind", "full"),
                    .state = known_state(part_of<std::string>(json, "state")),
                    .made = part_of<std::string>(json, "made", made),
                    .changes = part_of<std::vector<std::string>>(json, "changes")};
  const Json from = part_of<Json>(json, "from"), process = part_of<Json>(json, "process");
  if (from.is_object()) record.from = {part_of<std::string>(from, "take"), part_of<int>(from, "frame")};
  record.facts = part_of<Json>(json, "facts");
  if (!has_all_facts(record.facts)) record.facts = facts_in(folder);
  record.particles = part_of<bool>(json, "particles");
  record.volumes = part_of<std::vector<std::string>>(json, "volumes");
  record.error = part_of<std::string>(json, "error");
  record.process = {part_of<int>(process, "number"), part_of<uint64_t>(process, "began")};
  return record;
}

Json json_of(const std::optional<TakeRecord::From>& from) {
  return from ? Json{{"take", from->take}, {"frame", from->frame}} : Json();
}

}  // namespace

Json TakeRecord::told() const {
  Json json{{"take", take},   {"scene", scene}, {"name", name},       {"kind", kind},
            {"state", state}, {"made", made},   {"changes", changes}, {"from", json_of(from)}};
  json.update(facts);
  json["have"] = have;
  json["particles"] = particles;
  json["volumes"] = volumes;
  json["progress"] = progress;
  json["error"] = error;
  json["bytes"] = bytes;
  if (!editions.is_null()) json["editions"] = editions;
  return json;
}

void TakeRecord::write(const fs::path& folder) const {
  Json json{{"scene", scene}, {"name", name}, {"kind", kind}, {"state", state}, {"made", made}};
  json["changes"] = changes;
  json["from"] = json_of(from);
  json["facts"] = facts;
  json["particles"] = particles;
  json["volumes"] = volumes;
  json["error"] = error;
  json["process"] = {{"number", process.number}, {"began", process.began}};
  write_file(folder / kFile, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::optional<TakeRecord> read_take_record(const fs::path& folder) {
  std::error_code error;
  const std::string name = folder.filename().string();
  const bool is_numbered = std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!fs::exists(folder / kFile, error) && !(is_numbered && fs::exists(folder / "run.json", error))) return {};
  return record_of(json_in(folder / kFile), folder);
}

Json facts_of(const Scene& scene) {
  const Box3d place = place_of(scene);
  Json phases = Json::array();
  for (const Phase& phase : scene.phases) {
    const Vec3d& colour = phase.colour.rgb;
    phases.push_back({{"name", phase.name}, {"colour", {colour.x, colour.y, colour.z}}});
  }
  return {{"frames", {{"first", scene.frames.first}, {"last", scene.frames.last}, {"rate", scene.frames.rate}}},
          {"dimensions", scene.dimensions},
          {"lower", json_of(place.lower + scene.origin)},
          {"upper", json_of(place.upper + scene.origin)},
          {"phases", phases},
          {"bodies", std::any_of(scene.solids.begin(), scene.solids.end(),
                                 [](const Solid& one) { return one.rigid.has_value(); })},
          {"spacing", scene.solver.spacing}};
}

static std::string text_of_moment(std::chrono::system_clock::time_point moment) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(moment)));
}

std::string usual_name(const fs::path& folder) {
  const std::string number = folder.filename().string();
  return "take " + number.substr(std::min(number.find_first_not_of('0'), number.size()));
}

std::string now_as_text() { return text_of_moment(std::chrono::system_clock::now()); }

std::string text_of_time(fs::file_time_type time) {
  return text_of_moment(
      std::chrono::file_clock::to_sys(std::chrono::time_point_cast<std::chrono::system_clock::duration>(time)));
}

Json ranges_of(const std::vector<int>& frames) {
  Json ranges = Json::array();
  for (const int frame : frames) {
    if (!ranges.empty() && ranges.back()[1] == frame - 1) {
      ranges.back()[1] = frame;
    } else {
      ranges.push_back({frame, frame});
    }
  }
  return ranges;
}

}  // namespace weir::studio
