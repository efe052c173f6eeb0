// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// For tests: a mesh with numbers painted on its vertices, as a program for modelling writes it.

#pragma once

#include <fmt/format.h>

#include "base/files.h"
#include "control/meshes/painted.h"

namespace weir {

inline void write_painted(const Mesh& mesh, const meshes::Painted& painted, const std::filesystem::path& file) {
  std::string text = fmt::format(
      "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\n"
      "property float looseness\nproperty float waves\n"
      "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
      mesh.positions.size(), mesh.triangles.size());
  for (size_t i = 0; i < mesh.positions.size(); ++i) {
    const Vec3f& p = mesh.positions[i];
    text += fmt::format("{} {} {} {} {}\n", p.x, p.y, p.z, painted.looseness[i], painted.waves[i]);
  }
  for (const Vec3i& t : mesh.triangles) text += fmt::format("3 {} {} {}\n", t.x, t.y, t.z);
  write_file(file, text);
}

}  // namespace weir
