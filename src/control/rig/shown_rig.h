// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A rig as it is shown while an artist edits it: where its points are at a frame, and the way their middle goes.
// Deforming points takes long, and most edits and frames leave it as it was: what it comes to is kept for the process.

#pragma once

#include <vector>

#include "weir/scene/scene.h"

namespace weir::rig {

struct ShownRig {
  std::vector<Vec3f> positions;
  std::vector<Vec3f> way;  // of the middle, from the first frame to the last
  double spacing = 0, at = 0, last = 0;
  Transform motion;
};

// Number `index` of scene.directors, which is a rig, at the frame, or at the next one to it at which it is there.
// InputError with the path of what cannot be built.
ShownRig shown_rig(const Scene& scene, size_t index, double frame);

}  // namespace weir::rig
