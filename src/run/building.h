// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// All that building a scene finds. A Stage stops at the first kind of part that cannot be built; here every part is
// built by itself, as far as it can be without those that are broken.

#pragma once

#include <filesystem>
#include <memory>

#include "weir/run/stage.h"
#include "weir/scene/findings.h"
#include "weir/scene/scene.h"

namespace weir::run {

// A stage, not opened; InputError with all the reasons why there cannot be one.
std::unique_ptr<Stage> build_stage(const Scene& scene, const std::filesystem::path& folder);

// The scene with its solver, but nothing in it: for what only a solver that is built knows.
Scene without_parts(const Scene& scene);

}  // namespace weir::run
