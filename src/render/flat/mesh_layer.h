// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Triangle meshes in front of a camera: which one is nearest at every pixel, by a depth buffer.

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "render/world/camera.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir::render {

struct MeshLayer {
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  std::vector<uint32_t> mesh;  // index, by pixel; kNone where there is none
  std::vector<float> depth;    // m along the camera's forward; infinite where there is none
  std::vector<Vec3f> normal;   // of the triangle: unit, in the world, on the camera's side
};

MeshLayer mesh_layer(std::span<const Mesh* const> meshes, const Camera& camera, int width, int height);

// Closed meshes, cut to a box: where it cuts through one, a side of the box shows. Of faces at the same place, that of
// the earlier mesh.
struct CutLayer {
  MeshLayer front;
  std::vector<float> back;  // m: where the last of them ends; minus infinity where there is none
};
CutLayer cut_layer(std::span<const Mesh* const> meshes, const Box3f& box, const Camera& camera, int width, int height);

// The pixel lies where a mesh ends or folds, as seen from the camera.
bool on_edge(const MeshLayer& layer, int x, int y, int width, int height);

}  // namespace weir::render
