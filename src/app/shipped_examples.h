// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>

namespace weir::app {

// The examples installed with the program, or else those beside its sources; empty where there are none.
std::filesystem::path shipped_examples();

}  // namespace weir::app
