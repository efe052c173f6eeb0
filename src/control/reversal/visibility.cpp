// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/reversal/visibility.h"

#include <algorithm>
#include <cstdlib>

namespace weir::reversal {

bool has_priority(int u, size_t first, int v, size_t second) {
  const bool signs_differ = (u < 0 && v > 0) || (u > 0 && v < 0);
  if (signs_differ) return u > 0;
  if (std::abs(u) != std::abs(v)) return std::abs(u) < std::abs(v);
  return first > second;
}

Visibility::Visibility(const std::vector<TargetSpan>& simulations) {
  for (const TargetSpan& s : simulations) {
    pieces_.emplace_back(s.particles, Piece{-s.backward, s.forward, false, s.is_last});
  }
}

void Visibility::hide(size_t simulation, uint64_t particle, int time, By by) {
  Piece& piece = pieces_[simulation][particle];
  if (time > 0 && time <= piece.last) {
    piece.last = time - 1;
    piece.ends_in_source = by == By::source;
  }
  if (time < 0 && time >= piece.first) {
    piece.first = time + 1;
    piece.begins_in_source = by == By::source;
  }
}

}  // namespace weir::reversal
