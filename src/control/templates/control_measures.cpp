// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/control_measures.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace weir {

namespace {

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
  return *this;
}

Measures ControlMeasures::measures() const {
  if (control == 0) return {};
  return {{"control_particles", control},
          {"repulsion_particles", repulsion},
          {"coverage", covered / control},
          {"spill", outside / std::max(1.0, liquid)},
          {"density_difference", density_difference / control},
          {"velocity_match", std::sqrt(velocity_difference / std::max(1e-12, velocity))}};
}

ControlMeasures measure_control(const Instance& instance, const ControlledLiquid& liquid, const Particles& particles) {
  const ControlFrame& control = instance.control();
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
          const Vec3f& x = control.control().position()[j];
          float weight = 0;
          Vec3f velocity{};
          liquid.cells().visit(x, [&](uint32_t place, const Vec3f&, float r2) {
            const float w = control.kernel()(r2);
            weight += w;
            velocity += particles.velocity[liquid.particle(place)] * w;
          });
          const float density = weight * instance.liquid_volume();
          sum.control += 1;
          sum.covered += static_cast<double>(control.coverage()[j]);
          sum.density_difference += static_cast<double>(std::abs(control.density(x) - density));
          if (density < kCovered) continue;
          const Vec3f wanted = instance.velocity_in_scene(control.velocity()[j], x);
          sum.velocity_difference += static_cast<double>(length_squared(velocity / weight - wanted));
          sum.velocity += static_cast<double>(length_squared(wanted));
        }
        return sum;
      },
      add, kPiece);
  result += parallel_reduce(
      liquid.size(), ControlMeasures{},
      [&](size_t begin, size_t end) {
        ControlMeasures sum;
        for (size_t place = begin; place < end; ++place) {
          if (liquid.influence(place) < 1) continue;
          sum.liquid += 1;
          sum.outside += control.density(liquid.canonical(place)) < kOutside;
        }
        return sum;
      },
      add, kPiece);
  result.repulsion = static_cast<double>(control.repulsion().size());
  return result;
}

}  // namespace weir
