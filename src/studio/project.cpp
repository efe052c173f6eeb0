// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/project.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <thread>

#include "base/files.h"
#include "studio/new_file.h"
#include "studio/project_cards.h"
#include "studio/project_copy.h"
#include "weir/base/error.h"
#include "weir/base/version.h"
#include "weir/scene/describe.h"

namespace weir::studio {

namespace fs = std::filesystem;

struct Project::Inside {
  Json hello() const;
  Json project();
  Json create(const std::string& scene, const std::string& from);
  Reply file(const std::string& name) const;
  fs::path place_of_upload(const std::string& name) const;

  const Folder& folder;
  Service& service;
  Documents& documents;
  const std::string scene;
  const fs::path starters;
  const std::function<size_t(const std::string&)> takes_of;
  ProjectCards cards{folder, starters};
};

Json Project::Inside::hello() const {
  const auto memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return {{"version", kVersion},
          {"folder", folder.path().string()},
          {"scene", scene.empty() ? Json() : Json(scene)},
          {"cores", std::max(1u, std::thread::hardware_concurrency())},
          {"memory", static_cast<uint64_t>(memory)},
          {"examples", !folder.examples().empty()}};
}

Json Project::Inside::project() {
  Json scenes = cards.scenes(), examples = cards.examples();
  for (Json* list : {&scenes, &examples}) {
    for (Json& card : *list) card["takes"] = takes_of(card["scene"].get<std::string>());
  }
  return {{"scenes", std::move(scenes)}, {"examples", std::move(examples)}, {"starters", cards.starters()}};
}

Json Project::Inside::create(const std::string& name, const std::string& from) {
  const std::string wanted = name.ends_with(".json") ? name : name + ".json";
  const fs::path file = folder.writable(wanted);
  const bool is_starter = from.starts_with("starter:");
  const fs::path source = is_starter ? cards.starter(from) : folder.resolve(from);
  const std::string text = is_starter ? read_file(source) : documents.read(from)->text;
  const auto refuse = [&] { throw InputError(wanted, "there is such a scene already; choose another name"); };
  if (fs::exists(file)) refuse();
  std::vector<CopiedFile> files =
      SceneCopy(folder.path(), {folder.examples(), cards.starters_folder()}).of(text, source, file);
  // The scene itself last, when all that it needs is there.
  std::rotate(files.begin(), files.begin() + 1, files.end());
  for (const CopiedFile& one : files) {
    NewFile copy(folder.writable(folder.name_of(one.file)));
    copy.write(one.bytes);
    if (!copy.keep()) refuse();
  }
  service.tell("project", Json::object());
  return {{"scene", folder.name_of(file)}};
}

Reply Project::Inside::file(const std::string& name) const {
  return {.file = ProjectCards::is_picture(name) ? cards.picture(name) : folder.resolve(name)};
}

fs::path Project::Inside::place_of_upload(const std::string& name) const {
  constexpr std::array kKinds{".obj",  ".ply", ".stl", ".gltf", ".glb", ".bin", ".fbx", ".vdb",
                              ".bgeo", ".png", ".jpg", ".jpeg", ".hdr", ".exr", ".csv", ".json"};
  const fs::path place = folder.writable(name);
  const std::string kind = place.extension().string();
  if (std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end()) return place;
  throw InputError(
      name, fmt::format("Studio takes meshes, points, volumes, pictures and scenes: {}", fmt::join(kKinds, ", ")));
}

Project::Project(const Folder& folder, Service& service, Documents& documents, ProjectPlaces places,
                 std::function<size_t(const std::string&)> takes_of)
    : inside_(new Inside{folder, service, documents, std::move(places.scene), std::move(places.starters),
                         std::move(takes_of)}) {
  Inside& inside = *inside_;
  service.on("hello", [&inside](const Json&) { return inside.hello(); });
  service.on("project", [&inside](const Json&) { return inside.project(); });
  service.on("create",
             [&inside](const Json& given) { return inside.create(text_of(given, "scene"), text_of(given, "from")); });
  service.get("/api/file", [&inside](const Query& query) { return inside.file(query.text("path")); });
  service.put("/api/file", [&inside](const Query& query) { return inside.place_of_upload(query.text("path")); });
  service.get("/api/schema", [](const Query&) { return Reply{.type = "application/json", .bytes = scene_schema()}; });
}

Project::~Project() = default;

}  // namespace weir::studio
