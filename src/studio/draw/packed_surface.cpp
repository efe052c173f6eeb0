// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/packed_surface.h"

#include <fmt/format.h>

#include <cmath>

#include "studio/draw/packed_points.h"
#include "studio/draw/packed_shapes.h"
#include "surface/surface_files.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/surface/run_mesher.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

// Of all phases; empty when the first one is not there.
std::vector<fs::path> made_surfaces(const RunFacts& facts, int frame) {
  const fs::path folder = facts.folder.surface(frame).parent_path();
  std::vector<fs::path> files;
  for (size_t phase = 0; phase < std::max<size_t>(1, facts.scene.phases.size()); ++phase) {
    const fs::path file = surface::surface_file(folder, frame, facts.scene.phases, static_cast<int>(phase), "ply");
    std::error_code error;
    if (fs::exists(file, error)) files.push_back(file);
    if (files.empty()) break;
  }
  return files;
}

}  // namespace

std::string pack_surface(const Mesh& mesh, int frame) {
  Box3f box = bounds(mesh);
  if (mesh.positions.empty()) box = {{0, 0, 0}, {0, 0, 0}};
  const PlaceCode code(box);
  const std::vector<Vec3f> normal = vertex_normals(mesh);
  std::vector<uint16_t> positions(3 * mesh.positions.size());
  std::vector<int8_t> normals(4 * normal.size());
  parallel_for(mesh.positions.size(), [&](size_t i) {
    code.encode(mesh.positions[i], &positions[3 * i]);
    for (int axis = 0; axis < 3; ++axis) {
      normals[4 * i + static_cast<size_t>(axis)] = static_cast<int8_t>(std::lround(127 * normal[i][axis]));
    }
  });
  Packed packed;
  packed.header = {{"frame", frame}, {"lower", json_of(box.lower)}, {"upper", json_of(box.upper)}};
  packed.header["positions"] = packed.add(positions, 3);
  packed.header["normals"] = packed.add(normals, 4);
  packed.header["triangles"] = add_triangles(mesh.triangles, packed);
  return packed.bytes();
}

Surfaces::Surfaces(AllRunFacts& facts, Kept& kept) : facts_(facts), kept_(kept) {}
Surfaces::~Surfaces() = default;

Kept::Bytes Surfaces::get(const fs::path& run, int frame, double cell) {
  const std::shared_ptr<const RunFacts> facts = facts_.of(run);
  if (facts->scene.dimensions == 2) {
    throw InputError("", "a flat scene has no surface to show; its particles show the liquid");
  }
  if (cell != 0 && !(cell >= 0.2 && cell <= 20)) {
    throw InputError("", "cell= of the address must be from 0.2 to 20, in spacings of the particles");
  }
  const std::string key =
      fmt::format("surface {} {} {} {} {}", run.string(), frame, cell, facts->stamp, stamp_of(facts->particles(frame)));
  return kept_.get(key, [&] { return pack_surface(surface_of(run, *facts, frame, cell), frame); });
}

Mesh Surfaces::surface_of(const fs::path& run, const RunFacts& facts, int frame, double cell) {
  Mesh mesh;
  const std::vector<fs::path> made = cell == 0 ? made_surfaces(facts, frame) : std::vector<fs::path>();
  for (const fs::path& file : made) append(mesh, surface::read_surface(file, facts.scene.origin));
  if (!made.empty()) return mesh;
  const std::lock_guard lock(meshing_);
  const surface::RunMesher mesher(run, {.folder = {}, .formats = {"ply"}, .scene = {}, .spacing = 0, .cell = cell});
  for (const surface::SurfaceMesh& part : mesher.at(frame)) append(mesh, part.mesh);
  return mesh;
}

}  // namespace weir::studio
