// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a preview draws over the bodies of a Setup: the edges of the domain with their lengths, lines and points of
// directors, arrows, and the scene's camera.

#pragma once

#include <vector>

#include "render/preview/label_layout.h"
#include "render/preview/setup_picture.h"

namespace weir::render {

void draw_domain(SetupPicture& picture, const Setup& setup, const Camera& camera);
void draw_arrows(Image& image, const std::vector<Setup::Arrow>& arrows, const Camera& camera);

// The lengths of the stage along three of its edges, outside of it. What they cover is kept free of labels.
void draw_sizes(Image& image, const Setup& setup, const Camera& camera, const Lettering& letters, LabelLayout& layout);

// What a camera sees, as a pyramid, and the way it goes.
struct SeenCamera {
  Vec3f position;
  Vec3f corners[4];
  std::vector<Vec3f> way;
};
void draw_camera(Image& image, const SeenCamera& seen, const Camera& camera, const Vec3f& colour);

}  // namespace weir::render
