// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The particles at a moment between two frames. Those of both frames go along the cubic through both places with both
// velocities (Hermite), which is exact where the acceleration is constant. Those of one frame alone come or go one by
// one, as they do in a run:
//
//   born   one after the other by their ids, which count particles as they come; each on its way back from where it is
//          in the later frame
//   gone   straight on, until it leaves the domain or gets into a sink; those that do not, one by one

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "weir/sim/particles.h"

namespace weir::retime {

// The particles of two frames, found in each other: indices of both, by rising id.
struct Pairs {
  static constexpr uint32_t kNone = 0xffffffff;
  struct Pair {
    uint32_t before, after;  // kNone: not in that frame
    float appears;           // moment from 0 to 1 from which a born one is there
  };
  std::vector<Pair> pairs;
};
// Particles of both are in the order of their ids.
Pairs pair_up(const Particles& before, const Particles& after);

struct Moment {
  double seconds;  // from one frame to the other
  double t;        // 0 at the one, 1 at the other
};

// Marks those that are out of the liquid.
using Leaves = std::function<void(std::span<const Vec3f> points, std::span<uint8_t> out)>;

struct ParticlesBetween {
  Particles particles;         // by rising id
  std::vector<uint32_t> pair;  // of each: its index in the pairs
};
ParticlesBetween particles_between(const Particles& before, const Particles& after, const Pairs& pairs,
                                   const Moment& moment, const Leaves& leaves);

}  // namespace weir::retime
