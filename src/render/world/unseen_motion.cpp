// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/unseen_motion.h"

#include "weir/base/parallel.h"

namespace weir::render {

namespace {

constexpr float kUnseen = 0.25f;  // pixels

}  // namespace

void stop_unseen_motion(World& world, const Camera& camera, int height) {
  const float pixel = 2 * camera.half_height / static_cast<float>(height);  // at distance 1
  for (WorldMesh& object : world.meshes) {
    Mesh& mesh = object.mesh;
    if (mesh.velocities.size() != mesh.positions.size()) continue;
    const float seen = parallel_max<float>(mesh.positions.size(), 0, [&](size_t i) {
      const float distance = length(mesh.positions[i] - camera.position);
      return distance > 0 ? length(mesh.velocities[i]) * world.shutter / (distance * pixel) : 2 * kUnseen;
    });
    if (seen < kUnseen) mesh.velocities.clear();
  }
}

}  // namespace weir::render
