// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The figures in lines of stats.jsonl and probes.jsonl, wherever these are kept.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "weir/cache/run_stats.h"

namespace weir::cache {

// Adds the frames and measures. `from`: the file, for sentences about a damaged line.
void add_stats(const std::vector<std::string>& lines, const std::filesystem::path& from, RunStats& stats);
RunProbes probes_of(const std::vector<std::string>& lines, const std::filesystem::path& from);

}  // namespace weir::cache
