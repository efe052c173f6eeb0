// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The control particles of a template at any moment, also between its stored frames, in its canonical space.
//
// A particle that is there in both frames around the moment goes from the one place to the other along the cubic that
// has its two velocities. One that is there only in one of them (it came into the region or left it) goes on with its
// velocity, and fades. So nothing jumps from frame to frame.

#pragma once

#include <memory>
#include <vector>

#include "control/templates/template.h"

namespace weir {

struct ControlPoints {
  std::vector<Vec3f> position;  // canonical, m
  std::vector<Vec3f> velocity;  // canonical, m/s, at the speed it was recorded with
  std::vector<float> weight;    // 1, less for those that come or go

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

  // `frame` counts the template's frames from 0 and has a fraction; beyond its ends those hold.
  const ControlPoints& at(double frame);

 private:
  void load(size_t first);

  std::shared_ptr<const Template> source_;
  size_t first_ = ~size_t{0};  // of the two frames
  std::shared_ptr<const Particles> begin_, end_;
  struct Pair {
    uint32_t begin, end;
  };
  std::vector<Pair> both_;
  std::vector<uint32_t> leave_, come_;  // those only in begin_, only in end_
  double now_ = -1;
  ControlPoints points_;
};

}  // namespace weir
