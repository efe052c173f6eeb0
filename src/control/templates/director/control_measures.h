// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How well liquid does what its templates want.

#pragma once

#include "control/templates/director/controlled_liquid.h"
#include "weir/sim/director.h"

namespace weir::templates {

struct ControlMeasures {
  double control = 0;              // particles
  double repulsion = 0;            // particles
  double covered = 0;              // sum over control particles
  double density_difference = 0;   // sum over control particles, shares of the rest density
  double liquid = 0, outside = 0;  // liquid particles in the regions, and those of them outside the template's form
  double velocity_difference = 0, velocity = 0;  // sums of squares over covered control particles
  double subtracted = 0, left = 0;  // control particles of instances that subtract, and the covered ones of them

  ControlMeasures& operator+=(const ControlMeasures& other);
  // Nothing when no template acts.
  Measures measures() const;
};

// The instance must have been moved to the moment, and its control particles covered.
ControlMeasures measure_control(const Instance& instance, const ControlledLiquid& liquid);
ControlMeasures measure_subtraction(const Instance& instance);

}  // namespace weir::templates
