// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/painted_numbers.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "geometry/mesh/mesh_readers.h"
#include "geometry/mesh/mesh_sequence.h"
#include "geometry/mesh/ply.h"
#include "geometry/shapes/polygons.h"
#include "weir/base/error.h"

namespace weir {

namespace fs = std::filesystem;

namespace {

// Of every vertex of the file.
std::vector<PaintedNumbers> read_numbers(const fs::path& file, std::span<const std::string_view> names) {
  std::vector<PaintedNumbers> painted(names.size());
  const std::string bytes = read_file(file);
  PlyReader ply(bytes, file.string());
  for (const PlyElement& element : ply.elements()) {
    const auto is_there = [&](std::string_view name) { return element.has(name); };
    if (element.name != "vertex" || std::none_of(names.begin(), names.end(), is_there)) {
      ply.skip(element);
      continue;
    }
    for (uint64_t i = 0; i < element.count; ++i) {
      for (const PlyProperty& property : element.properties) {
        const auto name = property.length_type ? names.end() : std::find(names.begin(), names.end(), property.name);
        if (name == names.end()) {
          ply.skip(property);
          continue;
        }
        const double number = ply.next(property.type);
        if (!(number >= 0 && number <= 1)) {
          throw InputError(file.string(), fmt::format("vertex {} has \"{}\" {:g}; painted numbers are from 0 to 1",
                                                      i + 1, property.name, number));
        }
        painted[static_cast<size_t>(name - names.begin())].push_back(static_cast<float>(number));
      }
    }
  }
  return painted;
}

}  // namespace

std::vector<PaintedNumbers> painted_numbers(const Shape& shape, std::span<const std::string_view> names) {
  const auto* mesh = std::get_if<shapes::MeshFile>(&shape.kind);
  std::vector<PaintedNumbers> painted(names.size());
  const fs::path file = mesh ? mesh_files(mesh->file).front() : fs::path();
  if (file.extension() != ".ply") return painted;
  const std::vector<PaintedNumbers> of_file = read_numbers(file, names);
  if (std::all_of(of_file.begin(), of_file.end(), [](const PaintedNumbers& n) { return n.empty(); })) return painted;
  // Vertices of the file that lie on each other are one in the mesh.
  const Topology topology = topology_of(read_polygons(file));
  for (size_t n = 0; n < names.size(); ++n) {
    if (of_file[n].empty()) continue;
    for (const int32_t p : topology.position) painted[n].push_back(of_file[n][static_cast<size_t>(p)]);
  }
  return painted;
}

SurfacePoint closest_surface_point(const TriangleTree& tree, const Mesh& mesh, const Vec3f& point) {
  const Vec3i t = mesh.triangles[static_cast<size_t>(tree.closest(point).triangle)];
  const auto at = [&](int32_t v) { return mesh.positions[static_cast<size_t>(v)]; };
  return {t, weights_of_closest(point, at(t.x), at(t.y), at(t.z))};
}

}  // namespace weir
