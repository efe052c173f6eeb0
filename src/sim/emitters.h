// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Emitters and sinks. An emitter is a window through which a lattice of liquid (flow_lattice.h), moving with the
// emitter's velocity, is seen: a lattice point that enters the shape during a step becomes a particle, and falls for
// the part of the step that is left. The flow is then velocity times cross-section, for any shape and step.
//
// Sides of the domain that liquid flows in through are emitters too; those that it flows out through are slabs in which
// it moves as outflow.h says.

#pragma once

#include "sim/flow_lattice.h"
#include "sim/outflow.h"
#include "sim/ride.h"
#include "weir/scene/scene.h"
#include "weir/sim/director.h"
#include "weir/sim/moving_shape.h"

namespace weir {

// m/s of an emitter's stream: turned with a path that aligns it and with what it is attached to, which adds its motion.
Vec3d stream_of(const Emitter& emitter, const Ride& ride, double frame);

class Emitters {
 public:
  // Problems are told with the path in the scene.
  Emitters(const Scene& scene, ShapeBuilder& builder);

  // Adds what flows in during the step. New particles feel `acceleration` (m/s2) from the moment they enter: without
  // it, those of one step would all start alike, and the stream would fall in bands.
  void emit(const Clock& clock, const Vec3f& acceleration, Population& population);
  // At the start of a step: how fast liquid flows out through sides of the domain.
  void find_outflow(const Clock& clock, const LiquidPieces& liquid) {
    for (Outflow& outflow : outflows_) outflow.find_speed(clock, liquid);
  }
  // What is inside an emitter that runs is not free yet: calls hold(i, velocity of the emitter) for these particles.
  // Otherwise what pushes back from outside would squeeze the stream into itself.
  template <class Hold>
  void visit_held(const Clock& clock, std::span<const Vec3f> position, Hold&& hold) {
    for (size_t n = 0; n < shapes_.size(); ++n) {
      const std::vector<uint32_t> inside = inside_of(n, clock, position);
      for (const uint32_t i : inside) hold(i, velocity_of(n, clock));
    }
  }
  // Calls visit(shape during this step, velocity, whether liquid comes out of it) for those that run.
  template <class Visit>
  void visit_running(const Clock& clock, Visit&& visit) {
    for (size_t n = 0; n < shapes_.size(); ++n) {
      if (!runs(n, clock)) continue;
      shapes_[n].move_to(clock.frame, clock.next_frame(), ride_of(n), ride_of(n));
      visit(std::as_const(shapes_[n]), velocity_of(n, clock), n < emitters_.size());
    }
  }
  void state(Archive& archive);

 private:
  // The lattice points that enter a shape during a step, and may leave it again: where they are at its end, and how
  // long before it they entered.
  struct Entering {
    std::vector<Vec3f> position;
    std::vector<float> age;  // s
    void add(const Vec3f& point, float seconds) {
      position.push_back(point);
      age.push_back(seconds);
    }
  };
  std::vector<uint32_t> inside_of(size_t emitter, const Clock& clock, std::span<const Vec3f> position);
  bool runs(size_t emitter, const Clock& clock) const;
  Vec3f velocity_of(size_t shape, const Clock& clock) const;
  Vec3d stream_of(size_t emitter, double frame) const;
  Vec3d first_stream(size_t emitter) const;
  // How far a rigid solid has carried a shape.
  const Affine& ride_of(size_t shape) const { return rides_[std::min(shape, emitters_.size())].end(); }
  // `origin_before`: where the lattice's point (0, 0, 0) was at the start of the step.
  Entering entering(size_t emitter, const Clock& clock, const Vec3d& origin_before) const;

  const Scene& scene_;
  std::vector<Emitter> emitters_;  // of the scene, then those at its sides
  std::vector<Outflow> outflows_;
  std::vector<Ride> rides_;          // of all emitters, then of nothing
  std::vector<MovingShape> shapes_;  // of all emitters, then of all outflows
  std::vector<FlowLattice> lattice_;
  std::vector<Vec3d> anchor_;  // a lattice point at the start
  std::vector<Vec3d> travel_;  // m the lattice has moved since
};

class Sinks {
 public:
  Sinks(const Scene& scene, ShapeBuilder& builder);

  // Flags what is inside a sink, or outside an open domain, at the end of the step.
  void mark(const Clock& clock, const Particles& particles, std::span<uint8_t> removed,
            std::span<const RigidPose> rigid = {});
  // Calls visit(shape during this step).
  template <class Visit>
  void visit(const Clock& clock, Visit&& visit) {
    for (size_t n = 0; n < shapes_.size(); ++n) {
      shapes_[n].move_to(clock.frame, clock.next_frame(), rides_[n].end(), rides_[n].end());
      visit(std::as_const(shapes_[n]));
    }
  }
  void state(Archive& archive);

 private:
  const Scene& scene_;
  std::vector<Ride> rides_;
  std::vector<MovingShape> shapes_;
};

}  // namespace weir
