// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a control mesh does to the tracked surface (Raveendran et al. 2012, section 6), in the words of an artist:
// springs that bring out detail, sheets that tear, waves.

#pragma once

#include <optional>

#include "weir/geometry/shapes/animated.h"
#include "weir/scene/block_of.h"

namespace weir::meshes {

struct SurfaceDetail {
  Animated<double> detail{0.5};      // how fast the surface takes the control mesh's form: 0 not at all, 1 at once
  Animated<double> drippiness{0.5};  // 0: liquid is held on to as far as outer_distance; 1: only beside the mesh
  double inner_distance = 1;         // cells inside the mesh up to which the surface is held
  double outer_distance = 2;         // cells outside
  bool waves = false;
  double wave_height = 0.5;  // cells that waves may rise and fall before springs act
  // Without one, by the natural time of a cell (surface_detail_control.cpp).
  std::optional<Animated<double>> wave_speed;    // c, m/s
  std::optional<Animated<double>> wave_damping;  // 1/s
  std::optional<double> tear_every;              // s between two tearings of thin sheets; 0: they are left alone
};

}  // namespace weir::meshes

namespace weir {
template <>
const Block& block_of<meshes::SurfaceDetail>();
}  // namespace weir
