// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The control particles of a template at any moment, also between its stored frames, and the repulsion particles around
// them, in its canonical space.
//
// A particle that is there in both frames around the moment goes from the one position to the other along the cubic
// that has its two velocities. One that is there only in one of them (it came into the region or left it) goes on with
// its velocity, and fades, as do the repulsion particles of each frame. So nothing jumps from frame to frame.

#pragma once

#include <memory>
#include <vector>

#include "control/templates/director/repulsion.h"
#include "control/templates/library/template.h"

namespace weir::templates {

// A repulsion particle: beside a control particle, out of the liquid.
struct RepulsionPoint {
  Vec3f position;
  Vec3f inward;  // n_k: unit, towards the liquid
  float weight = 1;
  Vec3f velocity;  // of the control particle
};

struct ControlPoints {
  std::vector<Vec3f> position;  // canonical, m
  std::vector<Vec3f> velocity;  // canonical, m/s, at the speed it was recorded with
  std::vector<float> weight;    // 1, less for those that come or go
  std::vector<RepulsionPoint> repulsion;

  size_t size() const { return position.size(); }
  void resize(size_t count) {
    position.resize(count);
    velocity.resize(count);
    weight.resize(count);
  }
};

class ControlPointsInTime {
 public:
  explicit ControlPointsInTime(std::shared_ptr<const Template> source) : source_(std::move(source)) {}

  // Positions at `frame` (it counts the template's frames from 0 and has a fraction), velocities those of
  // `velocity_frame` close to it; beyond the template's ends those hold.
  const ControlPoints& at(double frame, double velocity_frame);

 private:
  void load(size_t first);
  void add_repulsion(const std::vector<RepulsionSeed>& seeds, const std::vector<uint32_t>& slot, float weight);

  std::shared_ptr<const Template> source_;
  size_t first_ = ~size_t{0};  // of the two frames
  std::shared_ptr<const Particles> begin_, end_;
  std::vector<RepulsionSeed> begin_repulsion_, end_repulsion_;
  struct Pair {
    uint32_t begin, end;
  };
  std::vector<Pair> both_;
  std::vector<uint32_t> leave_, come_;           // those only in begin_, only in end_
  std::vector<uint32_t> begin_slot_, end_slot_;  // of a frame's particle among the points
  ControlPoints points_;
};

}  // namespace weir::templates
