// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a run writes.

#pragma once

#include <optional>

namespace weir {

enum class Precision {
  compact,  // positions to 1/131070 of a voxel (about two spacings), velocities as half floats (11 bits)
  exact     // positions and velocities come back bit for bit
};

struct Output {
  Precision precision = Precision::compact;
  // Of every how many frames the checkpoint is kept; 0: of none but the last. Not given: chosen by their size.
  std::optional<int> checkpoints = {};
};

}  // namespace weir
