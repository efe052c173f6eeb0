// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The rigs of a run (Lu et al. 2019), as the figures of their paper show them: points, where they are at a frame, and
// the paths that they go along. Found again from the run's scene.

#pragma once

#include <memory>
#include <vector>

#include "control/rig/moving_rig.h"
#include "render/flat/legend.h"
#include "render/flat/overlay.h"
#include "render/pictures/shown_run.h"

namespace weir::render {

class RigOverlay {
 public:
  // The run must outlive it. InputError when a rig cannot be built.
  explicit RigOverlay(const ShownRun& run);

  bool empty() const { return rigs_.empty(); }
  // Adds the rigs that act at the frame.
  void add(int frame, Overlay& overlay);
  static void explain(Legend& legend);

 private:
  struct Rig {
    const RigSettings* settings;
    std::unique_ptr<rig::MovingRig> moving;
  };
  std::vector<Rig> rigs_;
};

}  // namespace weir::render
