// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What every reader does last and every writer first, whatever the format.

#pragma once

#include <filesystem>

#include "weir/sim/particles.h"

namespace weir::cache {

// The particles of a file in the order of their ids, or numbered from 0 as they come when the file has none; InputError
// naming the file when a value is not a finite number or two particles share an id.
Particles arranged(Particles particles, bool have_ids, const std::filesystem::path& file);

// RunError naming the file and the particle when something that is not a finite number is about to be written.
void check_before_writing(const Particles& particles, const std::filesystem::path& file);

// Whether some id needs more than the 32 bits that most formats have for it.
bool has_wide_ids(const Particles& particles);

}  // namespace weir::cache
