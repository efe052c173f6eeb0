// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Phases on the grid solver.

#include "liquid.h"
#include "refusal.h"

namespace weir::run {

static std::string refusal_of(const Scene& scene) {
  return refusal([&] { const Stage stage(scene); });
}

TEST(FlipPhases, WhatTheSolverCannotDoIsRefused) {
  Scene plain = flip_pool(2, 0.05, {1, 1, 0}, 0.5);
  plain.phases.push_back({.name = "oil"});
  EXPECT_EQ(refusal_of(plain), "");
  Scene light = plain, thick = plain, tense = plain;
  light.phases[1].density = 100;
  EXPECT_NE(refusal_of(light).find("phases[1].density: must be that of the first phase"), std::string::npos);
  thick.phases[1].viscosity = 1;
  EXPECT_NE(refusal_of(thick).find("phases[1].viscosity: must be that of the first phase"), std::string::npos);
  tense.phases[0].surface_tension = 1;
  EXPECT_NE(refusal_of(tense).find("phases[0].surface_tension: must be 0"), std::string::npos);
}

}  // namespace weir::run
