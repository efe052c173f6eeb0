// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Meshes in PLY files: the vertices' x, y, z, their vx, vy, vz and their red, green, blue (of 8 bits, sRGB) where all
// three are there, and the faces' list vertex_indices (or vertex_index) are used, all others passed over.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "geometry/mesh/mesh_readers.h"
#include "geometry/mesh/ply.h"
#include "weir/base/colour.h"
#include "weir/base/error.h"

namespace weir {

namespace {

constexpr std::string_view kKept[]{"x", "y", "z", "vx", "vy", "vz", "red", "green", "blue"};

bool has_colours(const PlyElement& element) {
  const auto has = [&](const char* name) {
    return std::any_of(element.properties.begin(), element.properties.end(), [&](const PlyProperty& p) {
      return p.name == name && !p.length_type && p.type == PlyType::uint8;
    });
  };
  return has("red") && has("green") && has("blue");
}

void read_vertices(PlyReader& ply, const PlyElement& element, const Vec3d& origin, Polygons& polygons) {
  // Which of the numbers kept a property is; the number of them for the others.
  std::vector<size_t> slot;
  for (const PlyProperty& p : element.properties) {
    slot.push_back(static_cast<size_t>(std::find(std::begin(kKept), std::end(kKept), p.name) - std::begin(kKept)));
    if (p.length_type) slot.back() = std::size(kKept);
  }
  const bool coloured = has_colours(element);
  for (uint64_t i = 0; i < element.count; ++i) {
    std::array<float, std::size(kKept)> v{};
    for (size_t k = 0; k < slot.size(); ++k) {
      const PlyProperty& property = element.properties[k];
      if (slot[k] < v.size()) {
        const double value = ply.next(property.type), zero = slot[k] < 3 ? origin[static_cast<int>(slot[k])] : 0;
        v[slot[k]] = static_cast<float>(zero == 0 ? value : value - zero);
      } else {
        ply.skip(property);
      }
    }
    polygons.positions.push_back({v[0], v[1], v[2]});
    polygons.velocities.push_back({v[3], v[4], v[5]});
    if (coloured) polygons.colours.push_back(from_srgb(Vec3f{v[6], v[7], v[8]} / 255));
  }
}

int32_t next_corner(PlyReader& ply, PlyType type, size_t vertices) {
  const double corner = ply.next(type);
  if (!(corner >= 0 && corner < static_cast<double>(vertices)) || corner != std::floor(corner)) {
    throw InputError("", fmt::format("a face refers to vertex {}, but there are {} vertices", corner, vertices));
  }
  return static_cast<int32_t>(corner);
}

void read_faces(PlyReader& ply, const PlyElement& element, Polygons& polygons) {
  std::vector<int32_t> face;
  for (uint64_t i = 0; i < element.count; ++i) {
    face.clear();
    for (const PlyProperty& p : element.properties) {
      if (!p.length_type || (p.name != "vertex_indices" && p.name != "vertex_index")) {
        ply.skip(p);
        continue;
      }
      for (uint64_t left = ply.next_length(p); left > 0; --left) {
        face.push_back(next_corner(ply, p.type, polygons.positions.size()));
      }
    }
    polygons.add_face(face);
  }
}

}  // namespace

Polygons read_ply(std::string_view bytes, const Vec3d& origin) {
  PlyReader ply(bytes, "");
  Polygons polygons;
  bool moving = false;
  for (const PlyElement& element : ply.elements()) {
    if (element.name == "vertex") {
      moving |= element.has("vx") && element.has("vy") && element.has("vz");
      read_vertices(ply, element, origin, polygons);
    } else if (element.name == "face") {
      read_faces(ply, element, polygons);
    } else {
      ply.skip(element);
    }
  }
  if (!moving) polygons.velocities = {};
  return polygons;
}

}  // namespace weir
