// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/geometry/mesh/mesh_io.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <iterator>

#include "base/files.h"
#include "geometry/mesh/mesh_readers.h"
#include "weir/base/colour.h"
#include "weir/base/error.h"

namespace weir {

namespace fs = std::filesystem;

namespace {

std::string lower_case_extension(const fs::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

void subtract(const Vec3d& origin, Polygons& polygons) {
  if (origin == Vec3d{}) return;
  for (Vec3f& p : polygons.positions) p = static_cast<Vec3f>(static_cast<Vec3d>(p) - origin);
}

Polygons read_by_extension(const fs::path& path, const Vec3d& origin) {
  const std::string bytes = read_file(path);
  if (bytes.empty()) throw InputError("", "is empty");
  const std::string extension = lower_case_extension(path);
  if (extension == ".obj") return read_obj(bytes, origin);
  if (extension == ".ply") return read_ply(bytes, origin);
  const bool is_scene = extension == ".gltf" || extension == ".glb" || extension == ".fbx";
  if (!is_scene && extension != ".stl") {
    throw InputError("", "is not a mesh file: the name must end with .obj, .ply, .stl, .gltf, .glb or .fbx");
  }
  Polygons polygons = is_scene ? read_scene_file(path) : read_stl(bytes);
  subtract(origin, polygons);
  return polygons;
}

void check_finite(const std::vector<Vec3f>& values, std::string_view name) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (!is_finite(values[i])) {
      throw InputError("", fmt::format("the {} of vertex {} is not a finite number", name, i + 1));
    }
  }
}

template <class T>
void put(std::string& bytes, const T& value) {
  static_assert(std::endian::native == std::endian::little);
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

}  // namespace

Polygons read_polygons(const fs::path& path, const Vec3d& origin) {
  try {
    Polygons polygons = read_by_extension(path, origin);
    if (polygons.faces() == 0) throw InputError("", "has no triangles");
    check_finite(polygons.positions, "position");
    check_finite(polygons.velocities, "velocity");
    return polygons;
  } catch (const InputError& e) {
    if (!e.problems().front().location.empty()) throw;
    throw InputError(path.string(), e.problems().front().what);
  }
}

Mesh read_mesh(const fs::path& path) {
  const Polygons polygons = read_polygons(path);
  Mesh mesh = mesh_of(polygons, topology_of(polygons));
  if (mesh.triangles.empty()) throw InputError(path.string(), "has no triangles: all its faces are collapsed");
  return mesh;
}

void write_ply(const Mesh& mesh, const fs::path& path, const Vec3d& origin) {
  const bool moving = !mesh.velocities.empty(), coloured = !mesh.colours.empty(), far = !(origin == Vec3d{});
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment metres\nelement vertex {1}\n"
      "property {0} x\nproperty {0} y\nproperty {0} z\n{2}{3}"
      "element face {4}\nproperty list uchar int vertex_indices\nend_header\n",
      far ? "double" : "float", mesh.positions.size(),
      moving ? "property float vx\nproperty float vy\nproperty float vz\n" : "",
      coloured ? "property uchar red\nproperty uchar green\nproperty uchar blue\n" : "", mesh.triangles.size());
  bytes.reserve(bytes.size() + mesh.positions.size() * (moving ? 24 : 12) + mesh.triangles.size() * 13);
  for (size_t i = 0; i < mesh.positions.size(); ++i) {
    if (far) {
      put(bytes, static_cast<Vec3d>(mesh.positions[i]) + origin);
    } else {
      put(bytes, mesh.positions[i]);
    }
    if (moving) put(bytes, mesh.velocities[i]);
    for (int k = 0; coloured && k < 3; ++k) {
      put(bytes, static_cast<uint8_t>(255 * to_srgb(std::clamp(mesh.colours[i][k], 0.0f, 1.0f)) + 0.5f));
    }
  }
  for (const Vec3i& t : mesh.triangles) {
    put(bytes, uint8_t{3});
    put(bytes, t);
  }
  write_file(path, bytes);
}

void write_obj(const Mesh& mesh, const fs::path& path, const Vec3d& origin) {
  std::string text = "# metres\n";
  const auto put_vertex = [&](const auto& p) {
    fmt::format_to(std::back_inserter(text), "v {} {} {}\n", p.x, p.y, p.z);
  };
  for (const Vec3f& p : mesh.positions) {
    if (origin == Vec3d{}) {
      put_vertex(p);
    } else {
      put_vertex(static_cast<Vec3d>(p) + origin);
    }
  }
  for (const Vec3i& t : mesh.triangles) {
    fmt::format_to(std::back_inserter(text), "f {} {} {}\n", t.x + 1, t.y + 1, t.z + 1);
  }
  write_file(path, text);
}

}  // namespace weir
