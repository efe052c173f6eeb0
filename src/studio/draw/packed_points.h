// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles in eight bytes each: x, y, z and a value as 16-bit numbers, from the least (0) to the greatest (65535) of
// the frame and of the range of values.

#pragma once

#include <span>
#include <vector>

#include "cache/particle_cloud.h"
#include "studio/draw/value_range.h"
#include "studio/packed.h"
#include "weir/base/vec.h"

namespace weir::studio {

// A place in the box as 16-bit numbers, and back; the way back is off by at most half a step of the box.
struct PlaceCode {
  Box3f box;

  explicit PlaceCode(const Box3f& around);
  void encode(const Vec3f& place, uint16_t* to) const;
  Vec3f decode(const uint16_t* from) const;
};
uint16_t encode_value(double value, const ValueRange& range);

struct PackedPoints {
  Box3f box;
  std::vector<uint16_t> points;  // x, y, z, value
};

// Every so-manieth, so that there are at most `limit`. Colours become 5, 6 and 5 bits of sRGB. InputError when a
// position is not finite.
PackedPoints pack_points(const cache::ParticleCloud& cloud, const ValueRange& range, size_t limit);

// A ParticlesHeader (studio/src/link/protocol.ts) and the points; it lacks "frame" and "radius".
Packed packed_particles(const cache::ParticleCloud& cloud, const std::string& by, const ValueRange& range,
                        size_t limit);

}  // namespace weir::studio
