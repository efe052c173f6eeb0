// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Viscosity of the liquid on the grid, implicit, for any viscosity and step (Batty & Bridson 2008): the new velocities
// are those that change the old ones least for the heat that their shearing makes,
//
//   min over u:  sum over faces of  m (u - u*)^2 / 2  +  viscosity * step / density * integral of  |strain(u)|^2
//
// where m is the share of liquid around a face. All components are solved at once: turning makes no strain and is left
// alone, and the free surface bears no stress without anything being said about it. Liquid sticks to solids.
//
//                u_y                      stress along the axes: at the middles of cells
//            +---^---+                    shear: at the edges between cells, where the
//            |       |                    components that take part meet
//        u_x >   o   >
//            |       |
//            +---^---+

#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "grid/pressure/body_friction.h"
#include "grid/pressure/solid_faces.h"
#include "grid/tiles/mac.h"

namespace weir::grid {

struct ViscositySettings {
  float tolerance = 1e-3f;  // forces left, as share of the momentum
  int max_iterations = 500;
};

// How liquids differ in density and viscosity from the one that `spread` is of; what is empty or null does not.
struct ViscousMix {
  const MacField* lightness = nullptr;     // density of that one over the one at a face
  std::vector<float> cell;                 // viscosity in a cell over that one's
  std::array<std::vector<float>, 3> edge;  // the same at the edges below
};

class Viscosity {
 public:
  // `distance`: of the free surface, in cells, at the middles of cells. All must outlive it.
  Viscosity(const Tiles& tiles, std::span<const float> distance, const SolidFaces& solids, float cell,
            const ViscousMix& mix = {});

  struct Result {
    int iterations = 0;
    float residual = 0;  // relative
  };
  // `spread`: viscosity * step / density, m2. `bodies` yield to the stress; null: none does.
  Result solve(float spread, const ViscositySettings& settings, MacField& velocity, BodyFriction* bodies = nullptr);

  // Of the stress between a face that sticks to a solid and those beside it, only this share acts: liquid slips along
  // the solid there, and what is left of it beside a closed part of the face goes on as it did.
  void loosen(MacField share);

  // 1 on faces that stick to a solid.
  const MacField& sticking() const { return fixed_; }

 private:
  void find_active_tiles();
  void find_fixed();
  void find_shares();
  void find_edges();
  void find_masses();
  void weigh(const ViscousMix& mix);
  void let_slip(float strength, const MacField& before, MacField& velocity) const;
  // Of a cell, with liquid, for stress along an axis.
  const std::vector<float>& share_along(size_t axis) const { return loose_ ? loose_share_[axis] : share_; }
  void find_diagonal(float strength);
  void find_stress(float strength, const MacField& u);
  // result = A u on free faces, 0 on others; returns u . A u over the free faces.
  double multiply(float strength, const MacField& u, MacField& result);
  // What the stresses found last do to one face.
  float stress_on(size_t axis, size_t cell) const;
  void add_tile_product(size_t tile, const MacField& u, MacField& result) const;

  const Tiles& tiles_;
  std::span<const float> distance_;
  const SolidFaces& solids_;
  float cell_;
  std::vector<uint32_t> active_;                   // tiles with liquid and those around them
  std::vector<float> share_;                       // of a cell, filled with liquid
  std::optional<MacField> loose_;                  // of faces that stick, what loosen() was given
  std::array<std::vector<float>, 3> loose_share_;  // then, for each axis
  MacField fixed_;                                 // 1 on faces that stick to a solid
  MacField mass_, diagonal_;                       // mass 0: not solved for
  // At the lower edge of a cell where faces of two axes meet: edges 0, 1, 2 lie along z, x and y. The liquid's share
  // around it, and how much steeper velocities change towards a solid that is closer than the next face.
  std::array<std::vector<float>, 3> edge_share_, steep_first_, steep_second_;
  std::array<std::vector<float>, 3> along_, shear_;  // stresses
};

}  // namespace weir::grid
