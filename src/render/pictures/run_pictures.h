// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pictures of a run, frame by frame, as its scene asks for them.

#pragma once

#include <memory>
#include <optional>

#include "render/flat/legend.h"
#include "render/pictures/shown_run.h"
#include "render/pictures/shown_solids.h"
#include "render/world/scene_world.h"
#include "weir/sim/overlay.h"

namespace weir::render {

class RunPictures {
 public:
  // The run must outlive it. With `overlay`, pictures show what its directors do (weir/sim/overlay.h).
  RunPictures(const ShownRun& run, const Survey& survey, bool overlay = false);

  // InputError when the run has no such frame.
  Image at(int frame, const Camera& camera);
  // Of all its pictures; empty where colours speak for themselves.
  const Legend& legend() const { return legend_; }

 private:
  void add_overlays();
  void explain_overlays();
  Overlay overlay_at(int frame, const Particles& particles) const;
  Image particle_style(int frame, const Camera& camera);
  Image surface_style(int frame, const Camera& camera);
  std::vector<surface::SurfaceMesh> surfaces_at(int frame) const;

  const ShownRun& run_;
  Scene scene_;  // of the run, with the phases of liquids that are shown together with it
  Survey survey_;
  ShownSolids solids_;
  Legend legend_;
  std::optional<SceneWorld> world_;       // for the surface style
  std::unique_ptr<RunPictures> earlier_;  // of the frames before it branched
  struct NamedOverlay {
    std::string kind;  // of director
    std::unique_ptr<DirectorOverlay> overlay;
  };
  std::vector<NamedOverlay> overlays_;
};

// Meshes of the frame, one a phase, that `weir mesh` left in the folder; none unless all are there and newer than the
// particles. Then the picture shows them.
std::vector<std::filesystem::path> stored_surface_files(const ShownRun& run, int frame);

// Into the upper right corner, below the first `head` rows, where the picture is large enough.
void put_legend(Image& picture, const Legend& legend, int head);

}  // namespace weir::render
