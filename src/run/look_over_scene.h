// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is no mistake in a scene, but hardly meant, apart from what the kinds of its solver and directors know by
// themselves (SolverKind::look_over, DirectorKind::look_over). Each rule is a function in one of these files.

#pragma once

#include <filesystem>

#include "weir/sim/look_over.h"

namespace weir::run {

class Stage;

// All rules, those of the kinds too. Without a stage, where the scene cannot be built, those that can do without it.
void look_over(const Scene& scene, const Stage* stage, const std::filesystem::path& folder, Findings& findings);

// look_over_frames.cpp: keyframes that are never reached, parts that act before or after the run.
void look_over_frames(const LookOver& seen);
// look_over_places.cpp: what lies where nothing is, or in something else.
void look_over_places(const LookOver& seen);
// look_over_sizes.cpp: what is too small for the spacing or far too large, and a tank that the spacing does not divide.
void look_over_sizes(const LookOver& seen);

}  // namespace weir::run
