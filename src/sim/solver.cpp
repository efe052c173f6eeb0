// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/solver.h"

#include <fmt/format.h>

namespace weir {

std::string incompatibility(const Solver& solver, const Director& director) {
  const unsigned always = hook::frame_start | hook::frame_end;
  const unsigned missing = director.hooks() & ~(solver.hooks() | always);
  if (!missing) return {};
  return fmt::format("\"{}\" acts on the {} of a solver, which the {} solver does not have", director.kind,
                     hook_name(missing), solver.kind());
}

}  // namespace weir
