// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the directors of a scene do at a frame (weir/sim/overlay.h), as part of ActorsHeader in
// studio/src/link/protocol.ts: points, lines, meshes and what their colours mean.

#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "studio/packed.h"
#include "weir/scene/scene.h"
#include "weir/sim/overlay.h"

namespace weir::studio {

class ShownDirectors {
 public:
  // The scene must outlive it. `folder`: of its run, or where what it needs was made. InputError when that is missing.
  ShownDirectors(const Scene& scene, const std::filesystem::path& folder);

  // To the lists of an ActorsHeader. Also the particles that directors have lent. From any thread.
  void add(int frame, const Particles& particles, std::span<const RigidPose> bodies, Packed& packed);

 private:
  const Scene& scene_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<DirectorOverlay>> directors_;
};

}  // namespace weir::studio
