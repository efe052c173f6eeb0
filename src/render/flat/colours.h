// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The colours of particle pictures, linear RGB. Roles are coloured as in Schoentgen et al. 2020, Fig. 8 ff.: liquid
// light blue, control particles from green (uncovered) to black (covered), repulsion particles red.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weir/base/colour.h"
#include "weir/base/vec.h"
#include "weir/scene/scene.h"
#include "weir/sim/particles.h"

namespace weir::render {

// Deep blue at 0 over cyan to yellow at 1, ever lighter, so that it is read in print as well; clamped outside.
Vec3f speed_colour(float share);

// Degrees Celsius that get the first and the last colour of the scale of heat.
struct HeatRange {
  float coldest = 0, hottest = 0;
  float share(float heat) const { return hottest > coldest ? (heat - coldest) / (hottest - coldest) : 0.5f; }
  bool operator==(const HeatRange&) const = default;
};
// From black over red and orange to pale yellow, as iron that is heated; clamped outside.
Vec3f heat_colour(float share);

Vec3f liquid_colour();
Vec3f temporary_colour();
// The scene's colour, made bright enough for small dots on a light ground; phases beyond the scene's get one of their
// own.
Vec3f phase_colour(const std::vector<Phase>& phases, size_t phase);

// One a particle. `top_speed` (m/s) gets the last colour of the scale. Particles that carry no colour or heat are
// coloured by phase instead.
std::vector<Vec3f> particle_colours(const Particles& particles, ColourBy by, const std::vector<Phase>& phases,
                                    float top_speed, const HeatRange& heat = {});

}  // namespace weir::render
