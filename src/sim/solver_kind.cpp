// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/solver_kind.h"

#include <fmt/format.h>

#include <map>

#include "sim/carried.h"
#include "sim/in_scene.h"
#include "sim/solid_grips.h"
#include "weir/base/error.h"
#include "weir/scene/parameter.h"
#include "weir/scene/reader.h"

namespace weir {

namespace {

std::map<std::string, SolverKind>& registered() {
  static std::map<std::string, SolverKind> kinds;
  return kinds;
}

// Of those that can do it, for "use the sph or flip solver".
std::string solvers_that(bool (*can)(const SolverKind&)) {
  std::vector<std::string> names;
  for (const auto& [name, kind] : registered()) {
    if (can(kind)) names.push_back(name);
  }
  return either(names);
}

void refuse_rigid_solids(const Scene& scene, std::vector<Problem>& problems) {
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    if (!scene.solids[i].rigid) continue;
    problems.push_back(
        {location_in(scene, fmt::format("solids[{}].rigid", i)),
         fmt::format("the {} solver does not move solids; leave \"rigid\" out, or use the {} solver",
                     scene.solver.kind(), solvers_that([](const SolverKind& kind) { return kind.moves_solids; }))});
  }
}

void refuse_velocity_fields(const Scene& scene, std::vector<Problem>& problems) {
  for (size_t i = 0; i < scene.liquids.size(); ++i) {
    if (scene.liquids[i].velocity.get<velocities::Uniform>()) continue;
    problems.push_back(
        {location_in(scene, fmt::format("liquids[{}].velocity", i)),
         fmt::format("must be three numbers, since what the {} solver starts with moves as one", scene.solver.kind())});
  }
}

void refuse_walls(const Scene& scene, const SolverKind& kind, std::vector<Problem>& problems) {
  if (!scene.domain || scene.domain->walls == Walls::closed || scene.domain->walls == Walls::open) return;
  if (kind.is_smoke) {
    problems.push_back({location_in(scene, "domain.walls"),
                        fmt::format("the {} solver has its sides all closed or all open; write \"closed\" or \"open\"",
                                    scene.solver.kind())});
    return;
  }
  for (int side = 0; side < 6 && !kind.lets_through_walls; ++side) {
    const Wall& wall = scene.domain->walls.side(side / 2, side % 2);
    if (!wall.get<walls::Inflow>() && !wall.get<walls::Outflow>()) continue;
    problems.push_back(
        {location_in(scene, fmt::format("domain.walls.{}", Walls::name(side / 2, side % 2))),
         fmt::format("must be closed or open, since the {} solver holds no level of liquid; or use the {} solver",
                     scene.solver.kind(),
                     solvers_that([](const SolverKind& other) { return other.lets_through_walls; }))});
  }
}

void refuse_carried(const Scene& scene, std::vector<Problem>& problems) {
  if (!carried_kinds(scene)) return;
  problems.push_back(
      {scene.file.string(),
       fmt::format(
           "the {} solver carries neither heat nor thickness nor colours of liquids; leave them and mixing out, "
           "or use the {} solver",
           scene.solver.kind(), solvers_that([](const SolverKind& kind) { return kind.carries; }))});
}

}  // namespace

void register_solver(const SolverKind& kind) {
  solver_kinds().add(kind.settings);
  registered()[kind.settings.block->name] = kind;
}

const SolverKind* kind_of(const SolverSettings& solver) {
  return solver.settings.empty() ? nullptr : &registered().at(solver.kind());
}

std::vector<Problem> solver_problems(const Scene& scene) {
  const SolverKind* kind = kind_of(scene.solver);
  if (!kind) return {{scene.file.string(), "the scene names no solver"}};
  std::vector<Problem> problems;
  if (!kind->moves_solids) refuse_rigid_solids(scene, problems);
  if (kind->is_smoke) refuse_velocity_fields(scene, problems);
  refuse_walls(scene, *kind, problems);
  refuse_grips(scene, kind->has_friction, kind->has_adhesion, problems);
  if (!kind->carries) refuse_carried(scene, problems);
  return problems;
}

std::unique_ptr<Solver> make_solver(const Scene& scene) {
  std::vector<Problem> problems = solver_problems(scene);
  if (!problems.empty()) throw InputError(std::move(problems));
  return kind_of(scene.solver)->make(scene);
}

}  // namespace weir
