// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What an artist can set of the grid solver for liquids.
//
// What each parameter means is in its help: flip_settings.cpp.

#pragma once

#include "weir/scene/block_of.h"

namespace weir::grid {

struct FlipSettings {
  double flip = 0.95;
  double cfl = 3;
  double divergence_error = 0.1;  // per cent of a cell's volume that may be gained or lost in a step
  int max_iterations = 100;
  int band = 0;
  bool tracked_surface = false;
  bool thin_sheets = false;
};

}  // namespace weir::grid

namespace weir {
template <>
const Block& block_of<grid::FlipSettings>();
}  // namespace weir
