// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>

namespace weir::app {

// What is installed with the program, or else beside its sources; empty where it is not there.
std::filesystem::path shipped_examples();
// The scenes that new ones begin with. They are among the examples too, but those are documentation, which slim images
// leave out.
std::filesystem::path shipped_starters();

}  // namespace weir::app
