// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The cubic from one place to another with given velocities at both ends (Hermite), as its chord and what bends it.

#pragma once

#include "weir/base/vec.h"

namespace weir::retime {

struct Hermite {
  Vec3f begin, way;
  Vec3f turn;  // half the change of velocity: the acceleration
  Vec3f
      swing;  // by how much both velocities together differ from that of the way; 0 where the acceleration is constant

  // `by_first`, `by_last`: the ways that the velocities at the ends would go in the whole time.
  Hermite(const Vec3f& from, const Vec3f& to, const Vec3f& by_first, const Vec3f& by_last)
      : begin(from), way(to - from), turn((by_last - by_first) * 0.5f), swing((by_first + by_last) * 0.5f - way) {}
  // t from 0 to 1.
  Vec3f at(float t) const { return begin + way * t + (swing * (1 - 2 * t) - turn) * (t * (1 - t)); }
  Vec3f change(float t) const { return way - turn * (1 - 2 * t) + swing * (1 - 6 * t + 6 * t * t); }
};

}  // namespace weir::retime
