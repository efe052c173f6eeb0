// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A control mesh as the tracked surface meets it: which of its points is closest, and on which side of it a point lies.

#pragma once

#include <span>
#include <vector>

#include "control/meshes/mesh_raster.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir::meshes {

class ControlSurface {
 public:
  // `painted`: 0 to 1, how much of its exact form each vertex of the mesh wants (Raveendran et al. 2012, 6.3); may be
  // empty.
  explicit ControlSurface(Mesh mesh, std::vector<float> painted = {});
  // What the grid knows of the same mesh tells most points at once what is closest to them. Both must outlive it.
  void use(const MeshRaster& raster, const grid::GridSpace& space) { raster_ = &raster, space_ = &space; }

  struct Near {
    Vec3f point;         // of the mesh, closest
    float distance = 0;  // m, negative inside the mesh
    float painted = 0;
  };
  // Points further away than `reach` (m) may be told to be twice as far, and to be closest to themselves.
  void find(std::span<const Vec3f> points, std::span<Near> near, float reach = 1e15f) const;

 private:
  Near near_at(const Vec3f& p, size_t triangle) const;
  // Outward, also where the closest point is on an edge or a corner (Baerentzen & Aanaes 2005).
  Vec3f normal_at(size_t triangle, const Vec3f& weights) const;

  Mesh mesh_;
  std::vector<float> painted_;
  std::vector<Vec3f> vertex_normal_;
  const MeshRaster* raster_ = nullptr;
  const grid::GridSpace* space_ = nullptr;
};

}  // namespace weir::meshes
