// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/painted.h"

#include <fmt/format.h>

#include <string_view>

#include "base/files.h"
#include "base/numbered_name.h"
#include "geometry/mesh/mesh_readers.h"
#include "geometry/mesh/ply.h"
#include "geometry/mesh/triangle_tree.h"
#include "geometry/shapes/polygons.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::meshes {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kNames[2]{"looseness", "waves"};

// Of every vertex of the file.
Painted read_numbers(const fs::path& file) {
  Painted painted;
  std::vector<float>* const kept[2]{&painted.looseness, &painted.waves};
  const std::string bytes = read_file(file);
  PlyReader ply(bytes, file.string());
  for (const PlyElement& element : ply.elements()) {
    if (element.name != "vertex" || (!element.has(kNames[0]) && !element.has(kNames[1]))) {
      ply.skip(element);
      continue;
    }
    for (uint64_t i = 0; i < element.count; ++i) {
      for (const PlyProperty& property : element.properties) {
        const size_t which = property.length_type         ? 2
                             : property.name == kNames[0] ? 0
                             : property.name == kNames[1] ? 1
                                                          : 2;
        if (which == 2) {
          ply.skip(property);
          continue;
        }
        const double number = ply.next(property.type);
        if (!(number >= 0 && number <= 1)) {
          throw InputError(file.string(), fmt::format("vertex {} has \"{}\" {:g}; painted numbers are from 0 to 1",
                                                      i + 1, property.name, number));
        }
        kept[which]->push_back(static_cast<float>(number));
      }
    }
  }
  return painted;
}

fs::path first_file(const fs::path& file) {
  if (!NumberedName::has_number(file)) return file;
  const auto files = NumberedName(file).files();
  return files.empty() ? file : files.front().second;
}

}  // namespace

Painted painted_on(const Shape& shape) {
  const auto* mesh = std::get_if<shapes::MeshFile>(&shape.kind);
  if (!mesh || mesh->file.extension() != ".ply") return {};
  const fs::path file = first_file(mesh->file);
  const Painted of_file = read_numbers(file);
  if (of_file.is_empty()) return {};
  // Vertices of the file that lie on each other are one in the mesh.
  const Topology topology = topology_of(read_polygons(file));
  Painted painted;
  for (const int32_t p : topology.position) {
    if (!of_file.looseness.empty()) painted.looseness.push_back(of_file.looseness[static_cast<size_t>(p)]);
    if (!of_file.waves.empty()) painted.waves.push_back(of_file.waves[static_cast<size_t>(p)]);
  }
  return painted;
}

Painted painted_at(const Painted& painted, const Mesh& mesh, std::span<const Vec3f> points) {
  Painted result;
  if (painted.is_empty()) return result;
  result.looseness.resize(painted.looseness.empty() ? 0 : points.size());
  result.waves.resize(painted.waves.empty() ? 0 : points.size());
  const TriangleTree tree(mesh);
  parallel_for(points.size(), [&](size_t i) {
    const Vec3i t = mesh.triangles[static_cast<size_t>(tree.closest(points[i]).triangle)];
    const auto x = static_cast<size_t>(t.x), y = static_cast<size_t>(t.y), z = static_cast<size_t>(t.z);
    const Vec3f w = weights_of_closest(points[i], mesh.positions[x], mesh.positions[y], mesh.positions[z]);
    const auto at = [&](const std::vector<float>& n) { return n[x] * w.x + n[y] * w.y + n[z] * w.z; };
    if (!result.looseness.empty()) result.looseness[i] = at(painted.looseness);
    if (!result.waves.empty()) result.waves[i] = at(painted.waves);
  });
  return result;
}

Painted painted_between(const Painted& before, const Painted& after, float part) {
  const auto between = [&](const std::vector<float>& a, const std::vector<float>& b) {
    std::vector<float> result = a.empty() ? b : a;
    if (a.size() != b.size()) return result;
    for (size_t i = 0; i < result.size(); ++i) result[i] = lerp(a[i], b[i], part);
    return result;
  };
  return {between(before.looseness, after.looseness), between(before.waves, after.waves)};
}

}  // namespace weir::meshes
