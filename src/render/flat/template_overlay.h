// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What templates do in a run, as the figures of their paper show it (Schoentgen et al. 2020, 5.1): control particles
// from green where liquid covers them to black where none does, repulsion particles in red, the region of each
// instance and the falloff around it. Found again from the run's scene, its templates and the particles of a frame.

#pragma once

#include <memory>
#include <vector>

#include "control/templates/director/instance.h"
#include "render/flat/legend.h"
#include "render/flat/overlay.h"
#include "render/pictures/shown_run.h"

namespace weir::render {

class TemplateOverlay {
 public:
  // The run must outlive it. InputError when one of its templates is gone.
  explicit TemplateOverlay(const ShownRun& run);

  bool empty() const { return instances_.empty(); }
  Overlay at(int frame, const Particles& particles);
  // Adds what its colours mean.
  static void explain(Legend& legend);

 private:
  const ShownRun& run_;
  std::vector<std::unique_ptr<templates::Instance>> instances_;
};

}  // namespace weir::render
