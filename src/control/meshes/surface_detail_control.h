// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// All that a control mesh does to the tracked surface in a step (Raveendran et al. 2012, section 6), by the dials of an
// artist:
//
//   SurfaceDetailControl detail(settings, cell, natural_time(scene, cell));
//   detail.apply(clock.next_frame(), clock.step, ControlSurface(mesh_now), surface);   // at the hook `surface`
//
// Springs bring out the mesh's form, waves run over it, and sheets that have left it tear. Where the control mesh is
// painted, springs win over waves; the paint is spread over the surface first, so that waves fade there.

#pragma once

#include "control/meshes/control_surface.h"
#include "control/meshes/surface_detail.h"
#include "control/meshes/surface_springs.h"
#include "control/meshes/surface_waves.h"
#include "tracked/tracked_surface.h"

namespace weir::meshes {

class SurfaceDetailControl {
 public:
  // `cell`: width of the grid's cells, m; `natural`: the natural time of a cell, s.
  SurfaceDetailControl(const SurfaceDetail& settings, float cell, double natural)
      : settings_(settings), cell_(cell), natural_(natural) {}

  // `control`: where the mesh is at the end of the step, at `frame`; `step` in seconds. Several control meshes: one
  // after the other, each with a control of its own and another name for its waves.
  void apply(double frame, double step, const ControlSurface& control, tracked::TrackedSurface& surface,
             const std::string& name = "wave");
  void state(Archive& archive) { archive("since_tearing", since_tearing_); }

  // What the dials mean at a frame.
  SpringSettings springs(double frame) const;
  WaveSettings waves(double frame) const;

 private:
  SurfaceDetail settings_;
  float cell_;
  double natural_;
  double since_tearing_ = 0;  // s
};

}  // namespace weir::meshes
