// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/run_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "base/numbered_name.h"
#include "scene/blocks.h"
#include "scene/settle.h"
#include "weir/base/error.h"
#include "weir/base/version.h"
#include "weir/scene/node.h"
#include "weir/scene/reader.h"

namespace weir::cache {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

// JSON is UTF-8, file names are any bytes: what does not fit is replaced, here already, so that a record that was
// stored and read equals one that was not.
std::string dumped(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}
std::string as_utf8(const fs::path& path) { return Json::parse(dumped(path.string())).get<std::string>(); }

// A folder stands for the files in it, a name with # for those that have such a name.
std::vector<fs::path> files_behind(const fs::path& file) {
  std::vector<fs::path> files;
  std::error_code error;
  if (fs::is_directory(file, error)) {
    for (const auto& entry : fs::directory_iterator(file)) {
      if (entry.is_regular_file() && !entry.path().filename().string().starts_with('.')) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
  } else if (NumberedName::has_number(file)) {
    for (const auto& [number, numbered] : NumberedName(file).files()) files.push_back(numbered);
  } else {
    files.push_back(file);
  }
  return files;
}

// What the state of a simulation depends on: neither where it ends nor how it is shown.
Json what_is_simulated(Json scene) {
  scene["frames"].erase("last");
  for (const char* shown : {"title", "recordings", "together", "surface", "picture"}) scene.erase(shown);
  if (scene.contains("output")) scene["output"].erase("checkpoints");
  for (const char* list : {"phases", "solids"}) {
    for (Json& thing : scene[list]) {
      for (const char* shown : {"colour", "finish", "visible"}) thing.erase(shown);
    }
  }
  return scene;
}

Json json_of(const std::vector<RunRecord::Input>& inputs) {
  Json json = Json::array();
  for (const RunRecord::Input& input : inputs) json.push_back({{"file", input.file}, {"hash", input.hash}});
  return json;
}

RunRecord record_in(const Json& json) {
  RunRecord record{.version = json.at("weir").get<std::string>(),
                   .scene_file = json.at("scene_file").get<std::string>(),
                   .seed = json.at("seed").get<uint64_t>(),
                   .first_written = json.at("first_written").get<int>(),
                   .inputs = {},
                   .scene = std::make_shared<const Json>(json.at("scene"))};
  for (const Json& input : json.at("inputs")) {
    record.inputs.push_back({input.at("file").get<std::string>(), input.at("hash").get<std::string>()});
  }
  if (json.contains("branched_from")) {
    const Json& from = json["branched_from"];
    record.branched_from = {from.at("run").get<std::string>(), from.at("frame").get<int>(),
                            from.at("fingerprint").get<std::string>()};
  }
  record.scene->at("title").get<std::string>();
  record.scene->at("frames").at("first").get<int>();
  record.scene->at("frames").at("last").get<int>();
  record.scene->at("solver").at("kind").get<std::string>();
  record.scene->at("solver").at("spacing").get<double>();
  return record;
}

const RunRecord::Input* find(const std::vector<RunRecord::Input>& inputs, const std::string& file) {
  const auto found = std::find_if(inputs.begin(), inputs.end(), [&](const auto& input) { return input.file == file; });
  return found == inputs.end() ? nullptr : &*found;
}

}  // namespace

std::vector<RunRecord::Input> input_hashes(const Scene& scene, const std::function<bool(const fs::path&)>& counts) {
  std::vector<RunRecord::Input> inputs;
  for (const fs::path& named : input_files(scene)) {
    if (counts && !counts(named)) continue;
    for (const fs::path& file : files_behind(named)) {
      inputs.push_back({as_utf8(file), fmt::format("{:016x}", hash_bytes(read_file(file)))});
    }
  }
  return inputs;
}

std::vector<fs::path> input_files_there(const Scene& scene) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::path& named : input_files(scene)) {
    for (fs::path& file : files_behind(named)) {
      if (fs::is_regular_file(file, error)) files.push_back(std::move(file));
    }
  }
  return files;
}

int RunRecord::first_frame() const { return scene->at("frames").at("first").get<int>(); }
int RunRecord::last_frame() const { return scene->at("frames").at("last").get<int>(); }

uint64_t RunRecord::fingerprint() const {
  Json all = Json::array({version, what_is_simulated(*scene), json_of(inputs)});
  if (branched_from) all.push_back({branched_from->frame, branched_from->fingerprint});
  return hash_bytes(dumped(all));
}

std::string RunRecord::text() const {
  Json json{{"weir", version}, {"scene_file", scene_file}, {"seed", seed}, {"first_written", first_written},
            {"scene", *scene}, {"inputs", json_of(inputs)}};
  if (branched_from) {
    json["branched_from"] = {{"run", as_utf8(branched_from->run)},
                             {"frame", branched_from->frame},
                             {"fingerprint", branched_from->fingerprint}};
  }
  return dumped(json, 2) + "\n";
}

RunRecord make_run_record(const Scene& scene, int first_written, std::vector<RunRecord::Input> inputs) {
  return {.version = kVersion,
          .scene_file = scene.file.empty() ? "" : as_utf8(fs::absolute(scene.file).lexically_normal()),
          .seed = scene.seed,
          .first_written = first_written,
          .inputs = std::move(inputs),
          .scene = std::make_shared<const Json>(Json::parse(scene_text(scene)))};
}

RunRecord read_run_record(const fs::path& run_json) {
  try {
    return record_in(Json::parse(read_file(run_json)));
  } catch (const Json::exception&) {
    throw InputError(run_json.string(), "is damaged; the run in this folder can only be replaced, with --overwrite");
  }
}

Scene scene_of_run(const fs::path& run_json) {
  read_run_record(run_json);  // says so when the file is damaged
  const Node node = parse_node(read_file(run_json), run_json);
  Reader reader;
  Scene scene;
  block_of<Scene>().read(*node.find("scene"), &scene, reader);
  reader.finish();
  settle(scene);
  scene.file = run_json;
  return scene;
}

void check_same_run(const RunRecord& stored, const RunRecord& now, const fs::path& folder) {
  if (stored.version != now.version) {
    throw InputError(folder.string(), fmt::format("this run was made by weir {}, this is {}; start again with "
                                                  "--overwrite, or choose another folder with -o",
                                                  stored.version, now.version));
  }
  const auto refuse = [&](const std::string& location, const std::string& what) {
    throw InputError(location,
                     fmt::format("{} the run in {}, so that run cannot be resumed; undo the change, start again "
                                 "with --overwrite, or choose another folder with -o",
                                 what, folder.string()));
  };
  const Json before = what_is_simulated(*stored.scene), after = what_is_simulated(*now.scene);
  for (const auto& [key, value] : after.items()) {
    if (before.value(key, Json()) != value) refuse(now.scene_file, fmt::format("\"{}\" differs from", key));
  }
  for (const RunRecord::Input& input : now.inputs) {
    const RunRecord::Input* old = find(stored.inputs, input.file);
    if (!old) refuse(input.file, "was not there at the start of");
    if (old->hash != input.hash) refuse(input.file, "has changed since the start of");
  }
  for (const RunRecord::Input& input : stored.inputs) {
    if (!find(now.inputs, input.file)) refuse(input.file, "is gone since the start of");
  }
}

}  // namespace weir::cache
