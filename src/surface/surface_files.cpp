// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "surface/surface_files.h"

#include <fmt/format.h>

#include <cctype>

#include "base/files.h"
#include "cache/run_folder.h"
#include "geometry/mesh/mesh_readers.h"
#include "weir/base/error.h"

namespace weir::surface {

namespace fs = std::filesystem;

fs::path surface_file(const fs::path& folder, int frame, const std::vector<Phase>& phases, int phase,
                      const std::string& extension) {
  if (phase == 0) return folder / fmt::format("{:04}.{}", frame, extension);
  const auto index = static_cast<size_t>(phase);
  std::string name = index < phases.size() ? phases[index].name : fmt::format("phase{}", phase);
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = '_';
  }
  return folder / fmt::format("{:04}-{}.{}", frame, name, extension);
}

Mesh read_surface(const fs::path& ply, const Vec3d& origin) {
  Polygons polygons;
  try {
    polygons = read_ply(read_file(ply), origin);
  } catch (const InputError& e) {
    if (!e.problems().front().location.empty()) throw;
    throw InputError(ply.string(), e.problems().front().what);
  }
  if (polygons.corners.size() != 3 * polygons.faces())
    throw InputError(ply.string(), "has faces that are no triangles");
  Mesh mesh{.positions = std::move(polygons.positions),
            .triangles = {},
            .velocities = std::move(polygons.velocities),
            .colours = std::move(polygons.colours)};
  mesh.triangles.reserve(polygons.faces());
  const std::vector<int32_t>& corners = polygons.corners;
  for (size_t i = 0; i < corners.size(); i += 3) mesh.triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
  const std::string problem = mesh.validate();
  if (!problem.empty()) throw InputError(ply.string(), problem);
  return mesh;
}

std::optional<Volume> read_level_set(const fs::path& run, int frame, const Vec3d& origin) {
  const fs::path file = cache::RunFolder(run).volumes(frame);
  if (!fs::exists(file)) return {};
  for (Volume& volume : cache::read_volumes_vdb(file, origin)) {
    if (volume.level_set) return std::move(volume);
  }
  return {};
}

}  // namespace weir::surface
