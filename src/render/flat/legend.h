// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the colours of a particle picture mean, small, on a plate of its own.

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "render/flat/colours.h"
#include "render/pictures/lettering.h"
#include "weir/render/pictures/image.h"
#include "weir/scene/scene.h"

namespace weir::render {

struct Legend {
  float top_speed = 0;                                 // m/s at the end of the scale; 0: no scale of speeds
  std::optional<HeatRange> heat = {};                  // the scale of heat
  std::vector<std::pair<std::string, Vec3f>> entries;  // names and their colours

  bool empty() const { return top_speed == 0 && !heat && entries.empty(); }
};

// Of a run with one phase, coloured by phase, there is nothing to tell.
Legend legend_of(const Scene& scene, float top_speed, const HeatRange& heat = {});

// Pixels that draw_legend() needs.
int legend_width(const Legend& legend, const Lettering& letters);
int legend_height(const Lettering& letters);
void draw_legend(Image& image, int x, int y, const Legend& legend, const Lettering& letters);

}  // namespace weir::render
