// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A mesh as files hold it: faces of any number of corners, and often one copy of a vertex for every face around it.
// The way from there to a Mesh is kept apart (Topology), so that the files of a sequence can all go the same way and
// keep their vertices in correspondence, even where two vertices meet by chance in one of the files.

#pragma once

#include <vector>

#include "weir/geometry/mesh/mesh.h"

namespace weir {

struct Polygons {
  std::vector<Vec3f> positions;
  std::vector<int32_t> corners;     // of all faces, one after the other
  std::vector<int32_t> face_end{};  // for every face, the end of its corners
  std::vector<Vec3f> velocities{};  // empty, or one a position
  std::vector<Vec3f> colours{};     // the same

  size_t faces() const { return face_end.size(); }
  void add_face(const std::vector<int32_t>& face);  // fewer than three corners: left out
  // The faces of both join the same corners: the positions may differ.
  bool same_faces(const Polygons& other) const;
};

struct Topology {
  std::vector<int32_t> vertex;    // for every position of the file, its vertex of the mesh
  std::vector<int32_t> position;  // for every vertex of the mesh, its first position in the file
  std::vector<Vec3i> triangles;
};

// Identical positions become one vertex, in the order of first appearance; faces become triangles, bent or concave
// ones too; triangles that collapse are left out; those of a closed mesh that disagree on the outside are turned.
Topology topology_of(const Polygons& polygons);

// The mesh of the polygons by a topology found for them or for others with the same faces.
Mesh mesh_of(const Polygons& polygons, const Topology& topology);

}  // namespace weir
