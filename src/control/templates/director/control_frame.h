// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What controls the liquid at one moment, in a template's canonical space: control particles with their coverage
// (Eq. 3), and the layer of repulsion particles around them, both sorted into cells.

#pragma once

#include <vector>

#include "control/templates/director/control_points.h"
#include "control/templates/director/escape_field.h"
#include "control/templates/director/points_in_cells.h"
#include "control/templates/director/poly6.h"

namespace weir::templates {

class ControlFrame {
 public:
  // `spacing` of the control particles, canonical (m).
  ControlFrame(double spacing, int dimensions);

  float spacing() const { return spacing_; }
  float support() const { return 2 * spacing_; }  // h
  const Poly6& kernel() const { return kernel_; }

  // Sorts control and repulsion particles.
  void build(const ControlPoints& points);
  // How well each control particle is covered by liquid, whose particles have `liquid_volume` in canonical space each:
  // 1 - alpha_j (Eq. 3).
  void cover(const PointsInCells& liquid, float liquid_volume);
  void uncover();  // as if there was no liquid

  size_t size() const { return control_.size(); }
  Vec3f position(size_t slot) const { return control_.position(slot); }
  Vec3f velocity(size_t slot) const { return {velocity_x_[slot], velocity_y_[slot], velocity_z_[slot]}; }
  float coverage(size_t slot) const { return coverage_[slot]; }
  const PointsInCells& repulsion() const { return repulsion_; }

  // Share of a full neighbourhood that control particles fill around a point: rho_cp / rho_0.
  float density(const Vec3f& x) const;
  struct Flow {
    float density;
    Vec3f velocity;  // mean of the control particles around
  };
  Flow flow_at(const Vec3f& x) const;

  // Sums over the control and repulsion particles around a liquid particle, without their strengths. Volumes V stand in
  // them, so that they do not depend on how large particles are.
  struct Pull {
    Vec3f attraction;    // Eq. 2: sum_j alpha_j V_j (x_j - x) / d W
    float missing;       //        sum_j alpha_j V_j W: what liquid could still cover here
    Vec3f velocity;      // Eq. 4: mean of v_j, weighted by (1 - alpha_j) V_j W; where none is covered, of all
    float velocity_sum;  //        sum_j (1 - alpha_j) V_j W
    Vec3f repulsion;     // Eq. 5: sum_k V n_k W
  };
  Pull pull_at(const Vec3f& x) const;
  EscapeField escape_field(const std::function<bool(const Vec3f&)>& open) const;

 private:
  float spacing_, volume_;
  int dimensions_;
  Poly6 kernel_;
  PointsInCells control_, repulsion_;
  // By slot, with room for a whole vector behind them.
  std::vector<float> weight_, coverage_, velocity_x_, velocity_y_, velocity_z_;
  std::vector<float> inward_x_, inward_y_, inward_z_, edge_x_, edge_y_, edge_z_;  // edge: velocities of repulsion
};

}  // namespace weir::templates
