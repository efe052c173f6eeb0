// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs that another run stands on (from /work/wR, until it is pulled).

#pragma once

#include <filesystem>
#include <string>

#include "base/progress.h"
#include "scene/scene.h"

namespace weir {

struct SourceRunOptions {
  std::string task = "simulating";  // shown with its progress
  ProgressStyle progress = ProgressStyle::automatic;
};
enum class Provided { reused, resumed, made };
Provided provide_run(const Scene& scene, const std::filesystem::path& folder, const SourceRunOptions& options = {});
Provided how_to_provide(const Scene& scene, const std::filesystem::path& folder);

}  // namespace weir
