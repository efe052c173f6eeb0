// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes velocities on the grid divergence-free by pressure: nothing flows through solids (Batty, Bertails & Bridson
// 2007: faces weighted by their open share), and the pressure is 0 on the free surface, wherever in a cell it lies
// (ghost fluid, Gibou et al. 2002).
//
//   Projection projection(tiles, distance, faces);
//   projection.solve(sources, settings, velocity);
//
// Pressures are in m/s: what a cell's pressure takes off the velocity of its face towards air, in liquid of the first
// phase.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "grid/pressure/poisson_solver.h"
#include "grid/tiles/mac.h"
#include "grid/tiles/row.h"

namespace weir::grid {

// What surrounds the liquid. Directors prescribe velocities by closing faces and giving them a velocity.
struct FaceConditions {
  const MacField* open;      // share of a face that the liquid passes freely
  const MacField* velocity;  // m/s of what closes the rest of it
  // How much a pressure changes the velocity of a face, beside what it does in liquid of the first phase: the density
  // of that over the one there. Null: all liquid has one density.
  const MacField* lightness = nullptr;
};

struct ProjectionSettings {
  float tolerance = 1e-3f;  // m/s: largest flow out of a cell (through all its faces, by area of a face) that is left
  int max_iterations = 100;
};

// The surface is at least this share of a cell away from the middle of a liquid cell: closer ones would make pressures
// of any size, and which side of it a middle is on would be a matter of rounding. Such cells count as air.
constexpr float kNearestSurface = 0.05f;

class Projection {
 public:
  // `distance`: to the free surface in cells, at the middles of cells, negative in the liquid. `bodies` yield to the
  // pressure; null: there are none. All must outlive it.
  Projection(const Tiles& tiles, std::span<const float> distance, const FaceConditions& faces,
             const CoupledBodies* bodies = nullptr);

  // `sources`: m/s, flow that each cell gives off (volume growing in it); empty for none. `pressure` is the first
  // guess and then the pressure. Velocities change on faces that touch liquid.
  PoissonSolver::Result solve(std::span<const float> sources, const ProjectionSettings& settings, MacField& velocity,
                              std::vector<float>& pressure);

  // The pressure alone; `velocity` stays as it is until apply().
  PoissonSolver::Result find_pressure(std::span<const float> sources, const ProjectionSettings& settings,
                                      const MacField& velocity, std::vector<float>& pressure);
  // After the motion of bodies was changed.
  void renew_bodies(const CoupledBodies& bodies) { bodies_.emplace(bodies, tiles_, liquid_); }
  // The part that bodies have in it; null: none.
  const BodyCoupling* bodies() const { return bodies_ ? &*bodies_ : nullptr; }
  // After find_pressure(), the pressure once more, with bodies that move as the conditions of faces say, whatever
  // presses them. `before`: m/s of what closes the faces of bodies, one after the other, as it was then.
  PoissonSolver::Result find_pressure_past_bodies(const BodyFaces& body_faces, std::span<const float> before,
                                                  const ProjectionSettings& settings, std::vector<float>& pressure);
  void apply(std::span<const float> pressure, MacField& velocity) const;
  // Again, of velocities that have changed since, with bodies that move likewise.
  PoissonSolver::Result solve_past_bodies(std::span<const float> sources, const ProjectionSettings& settings,
                                          MacField& velocity, std::vector<float>& pressure);
  // What a pressure takes off the velocity of the lower face of a cell along an axis, with the cell below it.
  float rise_at(size_t axis, size_t cell, size_t below, std::span<const float> pressure) const;

  // The flow that sources alone make, added to `velocity`; nothing flows through what closes faces.
  PoissonSolver::Result spread(std::span<const float> sources, const ProjectionSettings& settings, MacField& velocity,
                               std::vector<float>& pressure);

  bool is_liquid(size_t cell) const { return liquid_[cell] != 0; }
  std::span<const float> liquid() const { return liquid_; }  // 1 in cells that take part, else 0

 private:
  // A factor of faces as `lightness` gives it.
  Row lightness(size_t axis, size_t cell) const;
  void find_liquid();
  void build_matrix();
  void find_flow(const MacField& velocity, std::span<float> b) const;
  PoissonSolver::Result solve_for(std::span<const float> sources, const ProjectionSettings& settings,
                                  std::span<float> b, const BodyCoupling* bodies, std::vector<float>& pressure);
  const Tiles& tiles_;
  std::span<const float> distance_;
  FaceConditions faces_;
  std::vector<float> liquid_;  // 1 in cells that take part, else 0
  std::vector<float> flow_;    // m/s into each cell, as find_pressure() found it
  PoissonMatrix matrix_;
  std::unique_ptr<PoissonSolver> solver_;
  std::optional<BodyCoupling> bodies_;
};

}  // namespace weir::grid
