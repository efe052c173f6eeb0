// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which particle of one frame is which of the next, where files have no ids: by their motion, as particle tracking does
// it (nearest to where each is expected, both ways round), and by the order of the files where that is steady.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weir/base/vec.h"

namespace weir::cache {

struct MotionMatch {
  static constexpr uint32_t kNew = ~uint32_t{0};
  std::vector<uint32_t> before;  // of every particle now: its index in the frame before, or kNew
  bool convincing = false;       // otherwise `before` is a guess that must not be used
  bool clear = false;            // of an order: there is no need to look any closer
};

// `expected`: how far every particle before is thought to go until now, m; empty when nothing is known. `spacing`: the
// usual distance of neighbours, m. Without velocities, liquid can be followed as long as neighbours move by less than
// about half a spacing against what was expected. The cost is linear in the particles.
MotionMatch match_by_motion(std::span<const Vec3f> before, std::span<const Vec3f> expected, std::span<const Vec3f> now,
                            float spacing);

// By their index alone, where both frames have the same order: particles then go the way of their neighbours or, as
// spray does, the one expected of them. Cheap, and what the others begin with.
MotionMatch match_by_order(std::span<const Vec3f> before, std::span<const Vec3f> expected, std::span<const Vec3f> now,
                           float spacing);

// As match_by_motion, where files tell velocities: how far particles of each frame would go in the time between the
// two, m.
MotionMatch match_by_velocity(std::span<const Vec3f> before, std::span<const Vec3f> way_before,
                              std::span<const Vec3f> now, std::span<const Vec3f> way_now, float spacing);

}  // namespace weir::cache
