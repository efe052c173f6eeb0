// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// --progress, as long verbs have it.

#pragma once

#include <string>

#include "base/progress.h"

namespace CLI {
class App;
}

namespace weir::app {

void add_progress_option(CLI::App& verb, std::string& name);
ProgressStyle progress_style(const std::string& name);

}  // namespace weir::app
