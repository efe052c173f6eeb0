// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/rig.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/parallel.h"
#include "control/rig/drag.h"
#include "control/rig/moving_rig.h"
#include "control/rig/neighbourhood.h"
#include "control/rig/skinning.h"
#include "geometry/build.h"
#include "sim/in_scene.h"

namespace weir {

namespace {

// H of Table 1: the distance of particles, or the width of a cell of smoke.
double unit_of(const Scene& scene) {
  return std::holds_alternative<SmokeSettings>(scene.solver.kind) ? 2 * scene.solver.spacing : scene.solver.spacing;
}

RigPoints points_of(const Scene& scene, const RigSettings& rig, double frame) {
  if (rig.points) return read_rig_points(*rig.points);
  if (moves(*rig.shape)) {
    throw InputError("shape", "a rig's shape has no keyframes of its own; give them to the rig's motion");
  }
  ShapeBuilder builder(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate);
  // Points no farther apart than they reach, or there would be holes between them.
  return sample_rig(*builder.field(*rig.shape, frame), rig.sampling, rig.spacing, rig.radius, unit_of(scene),
                    scene.dimensions, scene.seed);
}

class RigDirector final : public Director {
 public:
  RigDirector(const Scene& scene, size_t index)
      : settings_(std::get<RigSettings>(scene.directors[index].kind)),
        unit_(unit_of(scene)),
        start_(std::max(settings_.first, static_cast<double>(scene.frames.first))),
        near_(static_cast<float>(settings_.radius * unit_)) {
    const std::string path = fmt::format("directors[{}]", index);
    std::vector<Problem> problems;
    for (size_t i = 0; i < settings_.deformations.size(); ++i) {
      const std::string problem = deformation_problem(settings_.deformations[i].kind, scene.dimensions);
      if (problem.empty()) continue;
      problems.push_back({place_in(scene, fmt::format("{}.deformations[{}]", path, i)), problem});
    }
    in_scene(scene, path, problems, [&] {
      rig_.emplace(settings_, points_of(scene, settings_, start_), scene.dimensions, scene.frames.rate, scene.seed,
                   start_);
    });
    if (!problems.empty()) throw InputError(problems);
    memory_.assign(rig_->size(), {});
    if (settings_.skin) skinning_.emplace(*settings_.skin, unit_, scene.dimensions, scene.seed);
  }

  std::string kind() const override { return "rig"; }
  unsigned places() const override {
    return place::forces | place::frame_end | (skinning_ ? unsigned{place::after_projection} : 0u);
  }

  void after_projection(const Clock& clock, const Particles& particles, std::span<Vec3f> velocity) override {
    if (!acts_at(clock.frame)) return;
    near_.find(rig_->positions(), particles.position);
    tally_.iterations += skinning_->apply(clock.frame, clock.time, particles.position, near_.near_rig(), velocity);
    tally_.skinnings += 1;
  }

  void forces(const Clock& clock, const Particles& particles, std::span<Vec3f> acceleration) override {
    if (!acts_at(clock.frame)) return;
    const size_t count = rig_->size();
    const std::vector<Vec3f> position(rig_->positions().begin(), rig_->positions().end());
    std::vector<Vec3d> begin(count), end(count), velocity(count), others(count);
    rig_->velocities(true, begin);
    rig_->move_to(clock.next_frame());
    rig_->velocities(false, end);
    near_.find(position, particles.position);
    near_.average(particles.velocity, velocity);
    near_.average(acceleration, others);
    measure(velocity, begin);
    near_.spread(drag_at_points(clock, begin, end, velocity, others), acceleration);
    // What the liquid does against its own mean is dragged as well as the mean: the sum of both is stable as either is.
    const double hold = value_at(settings_.hold, clock.middle_frame());
    const double viscous = drag_at(clock.middle_frame()).viscous;
    const auto share = static_cast<float>(hold * viscous / (1 + viscous * clock.step));
    if (share > 0) near_.even_out(particles.velocity, velocity, share, acceleration);
  }

  Measures frame_end(const Clock&, const Particles&) override {
    Measures result{{"rig_points", static_cast<double>(rig_->size())}, {"rig_spacing", rig_->spacing()}};
    if (tally_.points > 0) result.push_back({"coverage", tally_.covered / tally_.points});
    if (tally_.speed > 0) result.push_back({"velocity_match", std::sqrt(tally_.difference / tally_.speed)});
    if (tally_.skinnings > 0) result.push_back({"skin_iterations", tally_.iterations / tally_.skinnings});
    tally_ = {};
    return result;
  }

  void state(Archive& archive) override {
    rig_->state(archive);
    archive("rig_memory", memory_);
  }

 private:
  bool acts_at(double frame) const { return frame >= start_ - 1e-9 && frame < settings_.last - 1e-9; }

  // Of the liquid around a rig point, from the step before.
  struct Memory {
    Vec3d expected{};     // m/s, its velocity if there were no pressure
    double applied = -1;  // m/s2, the size of what acted on it; negative when it is not known
    double step = 0;      // s
  };
  struct Tally {
    double points = 0, covered = 0, difference = 0, speed = 0, iterations = 0, skinnings = 0;
  };

  Drag drag_at(double frame) const {
    const double strength = value_at(settings_.strength, frame);
    return {strength * value_at(settings_.viscous, frame), strength * value_at(settings_.turbulent, frame),
            strength * value_at(settings_.inertial, frame)};
  }

  std::vector<Vec3f> drag_at_points(const Clock& clock, std::span<const Vec3d> begin, std::span<const Vec3d> end,
                                    std::span<const Vec3d> velocity, std::span<const Vec3d> others) {
    const Drag drag = drag_at(clock.middle_frame());
    std::vector<Vec3f> force(begin.size());
    for (size_t i = 0; i < begin.size(); ++i) {
      Memory& memory = memory_[i];
      if (!near_.has_liquid(i)) {
        memory = {};
        continue;
      }
      const RelativeMotion motion{velocity[i] - begin[i], others[i] - (end[i] - begin[i]) / clock.step,
                                  pressure_at(memory, velocity[i])};
      const Vec3d found = drag_of(drag, motion, clock.step);
      const Vec3d applied = others[i] + found;
      memory = {velocity[i] + applied * clock.step, length(applied), clock.step};
      force[i] = static_cast<Vec3f>(found);
    }
    return force;
  }

  // What pressure did in the step before. It answers to what acts and is no larger than that; a larger change of the
  // mean velocity is other liquid that came near.
  static Vec3d pressure_at(const Memory& memory, const Vec3d& velocity) {
    if (memory.applied < 0) return {};
    const Vec3d found = (velocity - memory.expected) / memory.step;
    const double size = length(found);
    return size > memory.applied ? found * (memory.applied / size) : found;
  }

  void measure(std::span<const Vec3d> liquid, std::span<const Vec3d> rig) {
    const auto near = static_cast<float>(2 * unit_);
    for (size_t i = 0; i < rig.size(); ++i) {
      tally_.points += 1;
      if (near_.nearest(i) <= near) tally_.covered += 1;
      if (!near_.has_liquid(i)) continue;
      tally_.difference += length_squared(liquid[i] - rig[i]);
      tally_.speed += length_squared(rig[i]);
    }
  }

  const RigSettings& settings_;
  double unit_;   // m
  double start_;  // frame
  std::optional<MovingRig> rig_;
  Neighbourhood near_;
  std::optional<Skinning> skinning_;
  std::vector<Memory> memory_;  // of each rig point
  Tally tally_;                 // of the frame
};

}  // namespace

std::unique_ptr<Director> make_rig_director(const Scene& scene, size_t index) {
  return std::make_unique<RigDirector>(scene, index);
}

}  // namespace weir
