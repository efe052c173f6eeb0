// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The solids of a run at each of its frames, for particle pictures: those that stand still are built once.

#pragma once

#include <optional>
#include <vector>

#include "render/flat/particle_picture.h"
#include "render/pictures/shown_run.h"
#include "weir/geometry/shapes/build.h"

namespace weir::render {

class ShownSolids {
 public:
  // The run must outlive it.
  explicit ShownSolids(const ShownRun& run);

  // The visible ones. What reaches without limit (a plane) is shown within `limits`. A body that the liquid moves is
  // left out where the run did not note its position. InputError, with the location in the scene, for one that cannot
  // be built.
  std::vector<ShownSolid> at(int frame, const Box3f& limits);
  // Around the visible ones that move, by keyframes or by the liquid; empty when there are none.
  Box3f moving_bounds(int frame);

 private:
  bool build(size_t index, int frame, const Box3f& limits, ShownSolid& solid);
  const Affine* pose(size_t index, int frame) const;

  const ShownRun& run_;
  ShapeBuilder builder_;
  std::vector<std::optional<ShownSolid>> still_;  // by solid
};

}  // namespace weir::render
