// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// --progress, as long verbs have it.

#pragma once

#include <string>

#include "app/command_line.h"
#include "weir/base/progress.h"

namespace weir::app {

// `json_line`: what the help says a line of JSON is printed for.
void add_progress_option(Verb& verb, std::string& name, const std::string& json_line = "each");
ProgressStyle progress_style(const std::string& name);
// Where a program reads the output, or nobody does, a verb does not end with a sentence.
bool wants_sentences(const std::string& name);

}  // namespace weir::app
