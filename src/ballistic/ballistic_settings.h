// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What an artist can set of the ballistic solver.

#pragma once

#include "weir/scene/block_of.h"

namespace weir::ballistic {

struct BallisticSettings {
  double bounce = 0.2;    // share of the normal speed kept at a collision
  double friction = 0.2;  // Coulomb's, at a collision and while sliding
  int steps = 4;          // a frame
};

}  // namespace weir::ballistic

namespace weir {
template <>
const Block& block_of<ballistic::BallisticSettings>();
}  // namespace weir
