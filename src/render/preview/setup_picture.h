// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of a Setup on the floor of its stage, before lines and letters: solids lit from the left, liquids clear,
// what is only wanted or somewhere else at other frames as ghosts. In 2D their sections at z = 0.

#pragma once

#include <cstdint>
#include <vector>

#include "render/world/camera.h"
#include "weir/render/pictures/image.h"
#include "weir/sim/setup.h"

namespace weir::render {

constexpr uint8_t kBusy = 6;

struct SetupPicture {
  Image image;
  std::vector<float> depth;   // m to the nearest solid or the floor, by pixel; empty in 2D
  std::vector<uint8_t> busy;  // how much there is to see, by pixel: 1 liquid, kBusy a body
};

SetupPicture setup_picture(const Setup& setup, const Camera& camera, int width, int height);
SetupPicture flat_setup_picture(const Setup& setup, const Camera& camera, int width, int height);

// m between the lines of the floor: a power of ten, so that there are 8 to 80 along the stage.
double grid_step(const Setup& setup);

Vec3f preview_backdrop(float height_share);

}  // namespace weir::render
