// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a run goes on from, as it is written on the command line.

#pragma once

#include <optional>
#include <string>

#include "weir/run/branch_point.h"

namespace weir::app {

// "out/dam@20", or "out/dam" for its last frame; nothing for "". A folder may have an @ in its name.
std::optional<run::BranchPoint> branch_point(const std::string& text);

}  // namespace weir::app
