// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a run goes on from that does not begin at the first frame: RunOptions::from.

#pragma once

#include <filesystem>
#include <optional>

namespace weir::run {

// A frame of another run.
struct BranchPoint {
  std::filesystem::path run;                // its folder; it may still be running
  std::optional<int> frame = std::nullopt;  // none: the last that is finished
};

}  // namespace weir::run
