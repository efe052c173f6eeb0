// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/solver.h"

#include <fmt/format.h>

namespace weir {

std::string obstacle_between(const Solver& solver, const Director& director) {
  const unsigned always = place::frame_start | place::frame_end;
  const unsigned missing = director.places() & ~(solver.places() | always);
  if (!missing) return {};
  return fmt::format("\"{}\" acts on the {} of a solver, which the {} solver does not have", director.kind(),
                     place_name(missing), solver.kind());
}

}  // namespace weir
