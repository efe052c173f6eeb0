// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/solver_kind.h"

#include <fmt/format.h>

#include <map>

#include "sim/carried.h"
#include "sim/solid_grips.h"
#include "weir/base/error.h"
#include "weir/scene/parameter.h"

namespace weir {

namespace {

std::map<std::string, SolverKind>& registered() {
  static std::map<std::string, SolverKind> kinds;
  return kinds;
}

void refuse_rigid_solids(const Scene& scene) {
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    if (!scene.solids[i].rigid) continue;
    throw InputError(fmt::format("{}: solids[{}].rigid", scene.file.string(), i),
                     fmt::format("the {} solver does not move solids; leave \"rigid\" out, or use another solver",
                                 scene.solver.kind()));
  }
}

void refuse_velocity_fields(const Scene& scene) {
  for (size_t i = 0; i < scene.liquids.size(); ++i) {
    if (scene.liquids[i].velocity.get<velocities::Uniform>()) continue;
    throw InputError(
        fmt::format("{}: liquids[{}].velocity", scene.file.string(), i),
        fmt::format("must be three numbers, since what the {} solver starts with moves as one", scene.solver.kind()));
  }
}

void refuse_walls(const Scene& scene, const SolverKind& kind) {
  if (!scene.domain || scene.domain->walls == Walls::closed || scene.domain->walls == Walls::open) return;
  if (kind.is_smoke) {
    throw InputError(fmt::format("{}: domain.walls", scene.file.string()),
                     fmt::format("the {} solver has its sides all closed or all open; write \"closed\" or \"open\"",
                                 scene.solver.kind()));
  }
  for (int side = 0; side < 6 && !kind.lets_through_walls; ++side) {
    const Wall& wall = scene.domain->walls.side(side / 2, side % 2);
    if (!wall.get<walls::Inflow>() && !wall.get<walls::Outflow>()) continue;
    throw InputError(
        fmt::format("{}: domain.walls.{}", scene.file.string(), Walls::name(side / 2, side % 2)),
        fmt::format("must be closed or open, since the {} solver holds no level of liquid", scene.solver.kind()));
  }
}

void refuse_carried(const Scene& scene) {
  if (!carried_kinds(scene)) return;
  throw InputError(
      scene.file.string(),
      fmt::format("the {} solver carries neither heat nor thickness nor colours of liquids; leave them and "
                  "mixing out, or use sph or flip",
                  scene.solver.kind()));
}

}  // namespace

void register_solver(const SolverKind& kind) {
  solver_kinds().add(kind.settings);
  registered()[kind.settings.block->name] = kind;
}

const SolverKind* kind_of(const SolverSettings& solver) {
  return solver.settings.empty() ? nullptr : &registered().at(solver.kind());
}

std::unique_ptr<Solver> make_solver(const Scene& scene) {
  const SolverKind* kind = kind_of(scene.solver);
  if (!kind) throw InputError(scene.file.string(), "the scene names no solver");
  if (!kind->moves_solids) refuse_rigid_solids(scene);
  if (kind->is_smoke) refuse_velocity_fields(scene);
  refuse_walls(scene, *kind);
  refuse_grips(scene, kind->has_friction, kind->has_adhesion);
  if (!kind->carries) refuse_carried(scene);
  return kind->make(scene);
}

}  // namespace weir
