// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/morphs_ahead.h"

#include <fmt/format.h>

#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/file_stamp.h"
#include "base/kept_last.h"
#include "control/meshes/control_mesh.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"
#include "weir/scene/parameter.h"

namespace weir::meshes {

namespace {

constexpr size_t kMost = 8;

// Of a mesh as its settings were.
struct Ahead {
  Scene scene;
  ControlMeshSettings settings;
  std::string location;

  std::mutex mutex;
  bool done = false;
  std::unique_ptr<ControlMesh> mesh;
  std::vector<Problem> problems;
};

std::string key_of(const Scene& scene, const ControlMeshSettings& mesh, const std::string& path) {
  std::string key = fmt::format("{} {} {} {} {}", path, scene.frames.first, scene.frames.rate, scene.dimensions,
                                scene.solver.spacing);
  std::vector<std::filesystem::path> files;
  block_of<ControlMeshSettings>().files(&mesh, files);
  for (const std::filesystem::path& file : files) key += " " + stamp_of(file);
  return key + block_of<ControlMeshSettings>().write(&mesh).dump();
}

void make(Ahead& ahead) {
  {
    const std::lock_guard lock(ahead.mutex);
    if (ahead.done) return;
  }
  std::unique_ptr<ControlMesh> mesh;
  std::vector<Problem> problems;
  try {
    mesh = std::make_unique<ControlMesh>(ahead.settings, ahead.scene, ahead.location);
  } catch (const InputError& error) {
    problems = error.problems();
  }
  const std::lock_guard lock(ahead.mutex);
  ahead.mesh = std::move(mesh);
  ahead.problems = std::move(problems);
  ahead.done = true;
}

std::shared_ptr<Ahead> ahead_of(const Scene& scene, const ControlMeshSettings& mesh, const std::string& path) {
  static KeptLast<std::string, std::shared_ptr<Ahead>> kept(kMost);
  return kept.get(key_of(scene, mesh, path), [&] {
    auto ahead = std::make_shared<Ahead>();
    ahead->scene = scene;
    ahead->settings = mesh;
    ahead->location = location_in(scene, path);
    return ahead;
  });
}

}  // namespace

std::optional<Mesh> in_between(const Scene& scene, const ControlMeshSettings& mesh, const std::string& path,
                               double frame, const SetupDetail::Later& later) {
  const std::shared_ptr<Ahead> ahead = ahead_of(scene, mesh, path);
  const std::lock_guard lock(ahead->mutex);
  if (!ahead->problems.empty()) throw InputError(ahead->problems);
  if (ahead->mesh) return ahead->mesh->at(frame);
  later(path, [ahead] { make(*ahead); });
  return std::nullopt;
}

}  // namespace weir::meshes
