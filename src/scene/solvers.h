// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which solver moves the liquid, and how.

#pragma once

#include <variant>

namespace weir {

// Particles that fly freely and bounce off solids, but do not feel each other: exact, fast, for previews.
struct BallisticSettings {
  double bounce = 0.2;    // share of the normal speed kept at a collision
  double friction = 0.2;  // Coulomb's, at a collision and while sliding
  int steps = 4;          // a frame
};

struct SolverSettings {
  double spacing = 0.02;           // m between neighbouring particles
  int max_particles = 20'000'000;  // budget: emitters stop here
  std::variant<BallisticSettings> kind;
};

}  // namespace weir
