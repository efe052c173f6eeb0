// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A picture of what a scene sets up, before anything is simulated: everything that has a place in it, with names and
// sizes in metres. Made in a moment, whatever the scene's resolution.
//
//   const render::Preview preview(run::set_up(scene, 1, "out/dam"), scene);
//   render::write_png("preview.png", preview.picture({.width = 1280, .height = 720}));

#pragma once

#include <optional>

#include "weir/render/pictures/image.h"
#include "weir/scene/scene.h"
#include "weir/sim/setup.h"

namespace weir::render {

enum class PreviewView {
  corner,  // from the front, a little from above and from the right
  front,   // along -z, without perspective
  side,    // along -x, from the right
  top,     // along -y
  camera,  // through the scene's camera
};

struct PreviewOptions {
  int width = 1280, height = 720;
  PreviewView view = PreviewView::corner;
  std::optional<double> turned = {};  // degrees that the camera has gone round the scene; of the view "corner"
};

class Preview {
 public:
  // The scene must outlive it.
  Preview(Setup setup, const Scene& scene);

  const Setup& setup() const { return setup_; }
  // InputError when the view is that of a camera which the scene does not have. Flat scenes have the front view alone.
  Image picture(const PreviewOptions& options) const;

 private:
  Setup setup_;
  const Scene& scene_;
};

}  // namespace weir::render
