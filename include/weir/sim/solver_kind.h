// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A kind of solver, registered as directors are (director_kind.h).

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "weir/scene/scene.h"
#include "weir/sim/solver.h"

namespace weir {

struct LookOver;

struct SolverKind {
  KindOfSettings settings;
  // The scene must outlive the solver.
  std::unique_ptr<Solver> (*make)(const Scene&) = nullptr;
  bool moves_solids = false;  // solids that are "rigid"
  bool has_pressure = false;  // Solver::pressure_in, and liquid that takes room
  // Whether liquid may flow in and out through the sides of the domain.
  bool lets_through_walls = false;
  // Whether it heeds friction and stickiness of solids and walls, and their adhesion.
  bool has_friction = false, has_adhesion = false;
  // Whether its particles carry heat, thickness and colour.
  bool carries = false;
  // What it simulates is no liquid: its particles, if any, only show how it moves, and pictures are made of its
  // volumes.
  bool is_smoke = false;
  // Spacings between what directors see of it: particles, or the cells of a grid.
  double sampling = 1;
  // kg that such a thing must have to count; none: all do.
  double (*least_mass)(const Scene&) = nullptr;
  // Of hook::Hook, those at which its steps can call directors, with the right settings.
  unsigned hooks = 0;
  // What an artist should know of a scene with this solver before it is run (weir/sim/look_over.h).
  void (*look_over)(const LookOver&) = nullptr;
  // Names of those of its settings that say what its state consists of: a run cannot be gone on with when one changes.
  std::vector<std::string> of_state = {};
};

void register_solver(const SolverKind& kind);
// Null when the scene does not say which; otherwise the kind is there.
const SolverKind* kind_of(const SolverSettings& solver);

inline bool is_smoke(const Scene& scene) {
  const SolverKind* kind = kind_of(scene.solver);
  return kind && kind->is_smoke;
}

// What the scene asks for that its solver cannot do.
std::vector<Problem> solver_problems(const Scene& scene);
// InputError with all of that.
std::unique_ptr<Solver> make_solver(const Scene& scene);

}  // namespace weir
