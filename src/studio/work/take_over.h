// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What an earlier take stands on (recordings, coarse runs, sources, targets) is not simulated again for the next one as
// far as it would come out the same, which the plan of the run finds out by itself.

#pragma once

#include <filesystem>

#include "weir/scene/scene.h"

namespace weir::studio {

// Gives the files of the steps of the scene's plan that lie in the folder of one run another name in that of the next,
// which has not begun.
void take_over_needs(const Scene& scene, const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace weir::studio
