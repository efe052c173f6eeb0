// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/control_measures.h"

#include <algorithm>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::templates {

namespace {

constexpr double kSlow = 0.1;      // spacings a frame: slower liquid is at rest, and compared with this
constexpr float kOutside = 0.25f;  // of the rest density: less than half of what a flat surface has
constexpr float kCovered = 0.5f;   // control particles with less have no liquid whose velocity could be compared

}  // namespace

ControlMeasures& ControlMeasures::operator+=(const ControlMeasures& other) {
  control += other.control;
  repulsion += other.repulsion;
  covered += other.covered;
  density_difference += other.density_difference;
  liquid += other.liquid;
  outside += other.outside;
  velocity_difference += other.velocity_difference;
  velocity += other.velocity;
  subtracted += other.subtracted;
  left += other.left;
  return *this;
}

Measures ControlMeasures::measures() const {
  Measures result;
  if (control > 0) {
    result = {{"control_particles", control},
              {"repulsion_particles", repulsion},
              {"coverage", covered / control},
              {"spill", outside / std::max(1.0, liquid)},
              {"density_difference", density_difference / control},
              {"velocity_match", std::sqrt(velocity_difference / std::max(1e-12, velocity))}};
  }
  if (subtracted > 0) result.push_back({"left_in_subtracted", left / subtracted});
  return result;
}

ControlMeasures measure_subtraction(const Instance& instance) {
  ControlMeasures sum;
  for (size_t j = 0; j < instance.control().size(); ++j) {
    sum.subtracted += 1;
    sum.left += static_cast<double>(instance.control().coverage(j));
  }
  return sum;
}

ControlMeasures measure_control(const Instance& instance, const ControlledLiquid& liquid) {
  const ControlFrame& control = instance.control();
  const double slow =
      kSlow * static_cast<double>(control.spacing()) * instance.scale() * instance.source().metadata().rate;
  const auto add = [](const ControlMeasures& a, const ControlMeasures& b) {
    ControlMeasures sum = a;
    return sum += b;
  };
  constexpr size_t kPiece = 256;
  ControlMeasures result = parallel_reduce(
      control.size(), ControlMeasures{},
      [&](size_t begin, size_t end) {
        ControlMeasures sum;
        for (size_t j = begin; j < end; ++j) {
          const Vec3f x = control.position(j);
          const ControlledLiquid::Flow flow = liquid.flow_at(x);
          const float density = flow.weight * control.kernel().scale() * instance.liquid_volume();
          sum.control += 1;
          sum.covered += static_cast<double>(control.coverage(j));
          sum.density_difference += static_cast<double>(std::abs(control.density(x) - density));
          if (density < kCovered) continue;
          const Vec3f wanted = instance.velocity_in_scene(control.velocity(j), x);
          sum.velocity_difference += static_cast<double>(length_squared(flow.velocity - wanted));
          sum.velocity += std::max(static_cast<double>(length_squared(wanted)), slow * slow);
        }
        return sum;
      },
      add, kPiece);
  result += parallel_reduce(
      liquid.size(), ControlMeasures{},
      [&](size_t begin, size_t end) {
        ControlMeasures sum;
        for (size_t slot = begin; slot < end; ++slot) {
          if (liquid.influence(slot) < 1) continue;
          sum.liquid += 1;
          sum.outside += control.density(liquid.canonical(slot)) < kOutside;
        }
        return sum;
      },
      add, kPiece);
  result.repulsion = static_cast<double>(control.repulsion().size());
  return result;
}

}  // namespace weir::templates
