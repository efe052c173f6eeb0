// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What controls the liquid at one moment, in a template's canonical space: control particles with their coverage
// (Eq. 3), and the layer of repulsion particles around them, both sorted into cells.

#pragma once

#include <span>
#include <vector>

#include "control/templates/control_points.h"
#include "control/templates/points_in_cells.h"
#include "control/templates/poly6.h"

namespace weir {

// A repulsion particle: beside a control particle, out of the liquid.
struct RepulsionPoint {
  Vec3f position;
  Vec3f inward;  // n_k: unit, towards the liquid
  float weight = 1;
};

class ControlFrame {
 public:
  // `spacing` of the control particles, canonical (m).
  ControlFrame(double spacing, int dimensions);

  float spacing() const { return spacing_; }
  float support() const { return 2 * spacing_; }  // h
  float volume() const { return volume_; }        // of a control particle
  const Poly6& kernel() const { return kernel_; }

  // Sorts control and repulsion particles.
  void build(const ControlPoints& points, std::span<const RepulsionPoint> repulsion);
  // How well each control particle is covered by liquid, whose particles have `liquid_volume` in canonical space each:
  // 1 - alpha_j.
  void cover(const PointsInCells& liquid, float liquid_volume);

  size_t size() const { return control_.size(); }
  const PointsInCells& control() const { return control_; }
  std::span<const float> coverage() const { return coverage_; }  // by place
  std::span<const Vec3f> velocity() const { return velocity_; }  // by place, canonical
  std::span<const float> weight() const { return weight_; }      // by place
  const PointsInCells& repulsion() const { return repulsion_; }
  std::span<const Vec3f> inward() const { return inward_; }  // by place

  // Share of a full neighbourhood that control particles fill around a place: rho_cp / rho_0.
  float density(const Vec3f& x) const;

  // Sums over the control and repulsion particles around a liquid particle, without their strengths.
  struct Pull {
    Vec3f attraction;    // Eq. 2: sum_j alpha_j V_j (x_j - x) / d W
    Vec3f velocity;      // Eq. 4: sum_j (1 - alpha_j) V_j v_j W
    float velocity_sum;  //        sum_j (1 - alpha_j) V_j W
    Vec3f repulsion;     // Eq. 5: sum_k V n_k W
    Vec3f outward;       // for subtraction: sum_j V_j (x - x_j) / d W
  };
  Pull pull_at(const Vec3f& x) const;

 private:
  float spacing_, volume_;
  Poly6 kernel_;
  PointsInCells control_, repulsion_;
  std::vector<float> coverage_, weight_, repulsion_weight_;
  std::vector<Vec3f> velocity_, inward_;
};

// The layer of repulsion particles (3.3): one for every control particle, at h along the negative gradient of their
// density; those closer than 0.9 h to a control particle are left out. Gives the index of the control particle and the
// inward direction.
struct RepulsionSeed {
  uint32_t parent;
  Vec3f inward;
};
std::vector<RepulsionSeed> find_repulsion(std::span<const Vec3f> control, float spacing, int dimensions);

}  // namespace weir
