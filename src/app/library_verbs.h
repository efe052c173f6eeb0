// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The verbs of weir library, and what they share.

#pragma once

#include <memory>
#include <string>

#include "app/command_line.h"
#include "control/templates/library/library.h"

namespace weir::app {

// Adds --library to a verb; the text is empty when it is not given.
std::shared_ptr<std::string> add_library_option(Verb& verb);
// The folder that was given, or else the default.
templates::Library chosen_library(const std::string& given);
// "12.3 MB", "4.1 kB"
std::string in_bytes(uint64_t bytes);

// library_record.cpp
void add_library_record(Verb& library);
void add_library_import(Verb& library);
// library_fit.cpp
void add_library_fit(Verb& library);

}  // namespace weir::app
