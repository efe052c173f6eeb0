// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The liquid that an instance of a template acts on, in the template's canonical space.

#pragma once

#include <cstdint>
#include <vector>

#include "control/templates/instance.h"
#include "control/templates/points_in_cells.h"

namespace weir {

class ControlledLiquid {
 public:
  // The particles of the instance's phase in its region, its falloff, and within a kernel's support of them.
  ControlledLiquid(const Instance& instance, const Particles& particles);

  size_t size() const { return index_.size(); }
  uint32_t particle(size_t place) const { return index_[place]; }
  const Vec3f& canonical(size_t place) const { return cells_.position()[place]; }
  float influence(size_t place) const { return influence_[place]; }
  const PointsInCells& cells() const { return cells_; }

 private:
  PointsInCells cells_;
  std::vector<uint32_t> index_;  // by place
  std::vector<float> influence_;
};

}  // namespace weir
