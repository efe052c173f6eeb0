// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The liquid that an instance of a template acts on, in the template's canonical space.

#pragma once

#include <cstdint>
#include <vector>

#include "control/templates/director/instance.h"
#include "control/templates/director/points_in_cells.h"

namespace weir::templates {

class ControlledLiquid {
 public:
  // The particles of the instance's phase in its region, its falloff, and within a kernel's support of them.
  ControlledLiquid(const Instance& instance, const Particles& particles);

  size_t size() const { return index_.size(); }
  uint32_t particle(size_t slot) const { return index_[slot]; }
  Vec3f canonical(size_t slot) const { return cells_.position(slot); }
  float influence(size_t slot) const { return influence_[slot]; }
  const PointsInCells& cells() const { return cells_; }
  // Mean velocity (m/s, in the scene) of the liquid around a point in canonical space, and the sum of weights.
  struct Flow {
    Vec3f velocity;
    float weight;  // sum of (1 - r^2/h^2)^3
  };
  Flow flow_at(const Vec3f& canonical) const;

 private:
  PointsInCells cells_;
  std::vector<uint32_t> index_;  // by slot
  std::vector<float> influence_;
  std::vector<float> velocity_x_, velocity_y_, velocity_z_;  // by slot
};

}  // namespace weir::templates
