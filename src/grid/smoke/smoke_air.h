// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The air that smoke floats in: everything in the tiles that is no solid. It is incompressible and goes on beyond the
// tiles at pressure 0, except where the closed walls of a domain end it: the outermost layer of cells belongs to the
// outside already. Solids and walls are kept apart from it by faces that are closed.

#pragma once

#include <optional>

#include "grid/pressure/projection.h"
#include "grid/pressure/solid_faces.h"
#include "grid/smoke/smoke_fields.h"

namespace weir::grid {

class SmokeAir {
 public:
  // `walls`: the domain ends with walls where the tiles end by `limits`. The space must outlive it.
  SmokeAir(const GridSpace& space, const TileLimits& limits, bool walls)
      : space_(space), limits_(limits), walls_(walls) {}

  // To be called when the tiles or the solids have changed. Tiles must outlive it or the next call.
  void build(const Solids& solids, const Tiles& tiles);

  // Makes the velocity divergence-free; `pressure` is the first guess and then the pressure.
  PoissonSolver::Result project(const ProjectionSettings& settings, MacField& velocity, std::vector<float>& pressure);
  // Velocities in solids and outside go on as in the air beside them; nothing leads into a solid.
  void continue_velocity(MacField& velocity) const;
  // The same for a field at the middles of cells, and the opposite: 0 in solids.
  void continue_into_solids(std::vector<float>& field) const;
  void clear_solids(std::vector<float>& field) const;

  // Sum of a field over the cells that are no solid.
  double sum(std::span<const float> field) const;

 private:
  void close_faces_at_walls();
  void find_air();

  const GridSpace& space_;
  TileLimits limits_;
  bool walls_;
  const Tiles* tiles_ = nullptr;
  SolidFaces solids_;
  std::vector<float> distance_;  // as Projection wants it: -1 in the air, 0 in the outermost layer
  std::optional<Projection> projection_;
  std::vector<float> free_;  // 0 in solids, else 1; 0 in the blank tile
  bool any_solid_ = false;
  MacField known_;  // 1 on faces that pressure acts on, else 0
};

}  // namespace weir::grid
