// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/solver.h"

#include <fmt/format.h>

#include <algorithm>

#include "weir/scene/reader.h"
#include "weir/sim/solver_kind.h"

namespace weir {

std::string incompatibility(const Solver& solver, const Director& director) {
  const unsigned always = hook::frame_start | hook::frame_end;
  const unsigned missing = director.hooks() & ~(solver.hooks() | always);
  if (!missing) return {};
  std::vector<std::string> able;
  for (const KindOfSettings& kind : solver_kinds().all()) {
    const SolverSettings other{.settings = kind.defaults()};
    if (!(director.hooks() & ~(kind_of(other)->hooks | always))) able.push_back(other.kind());
  }
  const std::string what = fmt::format("a director of the kind \"{}\"", director.kind);
  if (able.empty()) {
    return fmt::format("{} does not work with the {} solver, which has no {}", what, solver.kind(), hook_name(missing));
  }
  if (missing == hook::surface && std::find(able.begin(), able.end(), solver.kind()) != able.end()) {
    return fmt::format(
        "{} that shapes the surface needs it tracked; write \"solver\": {{\"kind\": \"{}\", "
        "\"tracked_surface\": true, …}}",
        what, solver.kind());
  }
  return fmt::format("{} needs the {} solver, but the scene has {}; write \"solver\": {{\"kind\": \"{}\", …}}", what,
                     either(able), solver.kind(), able.front());
}

}  // namespace weir
