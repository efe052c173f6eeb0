// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What an artist wants to know of a mesh before it is used: how large it is, whether it holds water and where it does
// not, how thick it is, and what is painted on it.
//
//   const MeshReport report = report_on(read_mesh("whale.obj"));
//   for (const MeshHole& hole : report.holes) look_at(hole.centre);

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "weir/geometry/mesh/mesh.h"

namespace weir {

// Edges of a single triangle, joined to a loop.
struct MeshHole {
  Vec3f centre;
  Box3f box;
  double length = 0;  // along its edges
  size_t edges = 0;
};

struct MeshReport {
  size_t vertices = 0, triangles = 0;
  Box3f bounds;
  double area = 0, volume = 0;  // volume: of what is closed
  std::vector<MeshHole> holes;  // the longest first
  size_t torn_edges = 0;        // where triangles that meet face opposite ways, or more than two meet
  size_t parts = 0;             // not joined to each other
  size_t inside_out = 0;        // closed parts whose triangles face inward: cavities, or turned by mistake
  // Nine tenths of the surface are at least this thick; nothing where the mesh is open.
  std::optional<double> thickness;

  bool closed() const { return holes.empty() && torn_edges == 0; }
};

// In the units of the mesh.
MeshReport report_on(const Mesh& mesh);

// Numbers that every vertex of a PLY file has besides what a mesh reader takes: what can be painted. Nothing of files
// of other formats.
struct VertexNumbers {
  std::string name;
  double least = 0, most = 0;
};
std::vector<VertexNumbers> vertex_numbers(const std::filesystem::path& file);

}  // namespace weir
