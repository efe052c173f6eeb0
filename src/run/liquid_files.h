// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Liquids that start from files of particles or with velocities from a file.

#pragma once

#include <optional>

#include "weir/scene/scene.h"

namespace weir::run {

// The scene with these files read; nothing when no liquid names one. InputError for what cannot be read.
std::optional<Scene> with_files_read(const Scene& scene);

}  // namespace weir::run
