// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A side of the domain that liquid flows out through: in a slab along it all liquid has one velocity, straight out.
// With the surface at eta where L is wanted, in water of depth h, that is (Flather 1976)
//
//   u = U + sqrt(g / h) (eta - L),
//
// which lets long waves pass without sending them back. U follows u slowly, so that in the end the surface is at L
// whatever flows through. Liquid that arrives faster than its waves does not feel what is beyond, and goes as it came.

#pragma once

#include "sim/liquid_gauges.h"
#include "weir/base/archive.h"
#include "weir/scene/scene.h"
#include "weir/sim/director.h"

namespace weir {

class Outflow {
 public:
  Outflow(const Scene& scene, int axis, bool upper, double level);

  const Shape& slab() const { return slab_; }
  Vec3f velocity() const;
  // From the liquid as it is at the start of the step.
  void find_speed(const Clock& clock, const LiquidPieces& liquid);
  void state(Archive& archive);

 private:
  struct Seen {
    double volume = 0, flow = 0;  // m3, m4/s
    Seen operator+(const Seen& b) const { return {volume + b.volume, flow + b.flow}; }
  };
  Seen look_at(const LiquidPieces& liquid) const;

  const Scene& scene_;
  int axis_;
  double side_;   // m, where the domain ends
  double way_;    // 1 or -1, out of the domain
  double level_;  // m
  Shape slab_;
  double speed_ = 0, mean_ = 0;  // m/s: u, U
  bool has_begun_ = false;
};

}  // namespace weir
