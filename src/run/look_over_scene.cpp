// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/look_over_scene.h"

#include "weir/run/stage.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/solver_kind.h"

namespace weir::run {

// A rule needs parts that can be built: what cannot is told by building.
template <class Rule>
static void apply(Rule&& rule) {
  try {
    rule();
  } catch (const InputError&) {
  }
}

void look_over(const Scene& scene, const Stage* stage, const std::filesystem::path& folder, Findings& findings) {
  const SolverKind* solver = kind_of(scene.solver);
  if (!solver) return;  // a scene made in code, which has been refused
  static const Particles none;
  const Particles& liquid = stage ? stage->solver().particles() : none;
  const LookOver seen{scene, liquid, findings, "solver"};
  for (const auto rule : {&look_over_frames, &look_over_places, &look_over_sizes}) apply([&] { rule(seen); });
  if (solver->look_over) apply([&] { solver->look_over(seen); });
  const std::vector<const Director*> built = stage ? stage->all_directors() : std::vector<const Director*>();
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const DirectorKind& kind = kind_of(scene.directors[i]);
    if (!kind.look_over) continue;
    const LookOver own{scene, liquid, findings, scene.director_path(i),
                       built.empty() ? nullptr : built[scene.forces.size() + i]};
    apply([&] { kind.look_over({scene, i, folder}, own); });
  }
}

}  // namespace weir::run
