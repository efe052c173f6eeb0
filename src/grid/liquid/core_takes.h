// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles that are in the core at the end of a step: their cells hold them from then on.

#pragma once

#include <span>
#include <vector>

#include "grid/liquid/liquid_core.h"

namespace weir::grid {

// What becomes of a cell in the step. seam: in the core, and partly filled from beyond the old one.
enum Fate : uint8_t { outside, inside, seam };

// Adds what particles bring to `full`, by cells, and marks them; returns how many they are. All of a particle is in the
// cell where it lies, but among cells that join the core together it is shared out as scatter() does. Where particles
// lie in layers a cell has one layer more or less than the next, and the liquid is even all the same: counted cell by
// cell it would be thick and thin by turns in the core, and never come to rest.
size_t take_particles(const LiquidCore& core, const CoreStep& step, std::span<const Fate> fate,
                      std::vector<float>& full, std::vector<uint8_t>& taken);

}  // namespace weir::grid
