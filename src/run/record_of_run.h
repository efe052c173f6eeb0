// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The record of a run that is about to begin (cache/run_record.h), with what its directors use.

#pragma once

#include "cache/run_record.h"

namespace weir::run {

// Reads all files that the scene names. What its directors use must have been made.
cache::RunRecord record_of_run(const Scene& scene, int first_written, const std::filesystem::path& folder);

}  // namespace weir::run
