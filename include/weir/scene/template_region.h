// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The box of space that a template is recorded in, as the artist writes it. Its own frame, with the origin in the
// middle of the box and the axes along its edges, is the template's canonical space (Schoentgen et al. 2020, 3.5).

#pragma once

#include <string>
#include <string_view>

#include "weir/geometry/shapes/animated.h"

namespace weir {

struct TemplateRegion {
  Vec3d size{1, 1, 1};       // m, along its own edges
  Vec3d translate{0, 0, 0};  // m, where its middle is
  EulerDegrees rotate{};

  bool operator==(const TemplateRegion&) const = default;
  // From canonical space to that of the recorded liquid.
  Affine placed() const { return {Quatd::from_euler_degrees(rotate.degrees).matrix(), translate}; }
  // In canonical space.
  Box3d box() const { return {size * -0.5, size * 0.5}; }
};

// From text such as {"size": [1, 1, 1], "translate": [0, 0.5, 0], "rotate": [0, 45, 0]}; `origin` names it in messages.
TemplateRegion parse_template_region(std::string_view text, const std::string& origin);

// Empty when the region can be recorded in a liquid of this many dimensions, else why not.
std::string region_problem(const TemplateRegion& region, int dimensions);

}  // namespace weir
