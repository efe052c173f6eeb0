// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Directing by guide shapes: Nielsen & Bridson 2011, "Guide Shapes for High Resolution Naturalistic Liquid Simulation"
// (docs/guide.md). Only a shell of the liquid is simulated; the liquid below it moves as in a coarse run, or as an
// animated shape. Here is what the artist writes; the method is in control/guide.
//
// What each parameter means is in its help: guide_settings.cpp.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weir/geometry/shapes/shape.h"
#include "weir/scene/block_of.h"
#include "weir/scene/linked_path.h"

namespace weir::guide {

// How the velocity at the surface of an animated shape goes on inside it.
enum class GuideVelocity {
  extrapolation,  // 3.3.1: as at the nearest point of the surface
  potential,      // 3.3.2: potential flow
};

struct GuideSettings {
  // Where the deep liquid comes from: one of these.
  std::optional<RunName> run;  // a finished coarse run
  std::optional<LinkedPath> coarse;
  std::optional<double> refine;
  std::optional<Shape> shape;

  double depth = 0.2;                                     // m, alpha_e
  double gap = 2.5;                                       // cells of the guide, alpha_d
  double air_pocket = 5;                                  // cells of the guide, alpha_a
  std::optional<double> mask;                             // cells of the guide, alpha_M
  double overlap = 2.5;                                   // cells of the solver, alpha_s
  std::vector<std::string> detailed;                      // solids that are no part of Omega_S
  GuideVelocity velocity = GuideVelocity::extrapolation;  // of `shape`
  std::optional<double> cell;                             // m
  Animated<double> strength{0.0};                         // 1/s
  std::optional<double> reach;                            // m

  double mask_width() const { return mask.value_or(gap + air_pocket); }
};

}  // namespace weir::guide

namespace weir {
template <>
const Block& block_of<guide::GuideSettings>();
}  // namespace weir
