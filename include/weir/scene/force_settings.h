// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Plain forces an artist adds to the liquid besides gravity. They work on every solver.

#pragma once

#include <optional>
#include <string>
#include <variant>

#include "weir/geometry/shapes/shape.h"

namespace weir {

namespace forces {

struct Push {
  Animated<Vec3d> acceleration{Vec3d{1, 0, 0}};  // m/s2
};
struct Wind {                                // pulls the liquid's velocity towards its own
  Animated<Vec3d> velocity{Vec3d{1, 0, 0}};  // m/s
  Animated<double> drag{1.0};                // 1/s
};
struct Vortex {
  Vec3d axis{0, 1, 0};
  Animated<Vec3d> centre{Vec3d{}};
  Animated<double> turns{1.0};  // a second, wanted
  Animated<double> drag{2.0};   // 1/s towards that motion
};
struct Attract {
  Animated<Vec3d> point{Vec3d{}};
  Animated<double> strength{5.0};  // m/s2; negative repels
};

}  // namespace forces

struct Force {
  std::string name;
  std::optional<Shape> region;  // everywhere without one
  std::variant<forces::Push, forces::Wind, forces::Vortex, forces::Attract> kind;
};

// As the scene names it: "push", "wind", ...
std::string kind_of(const Force& force);

}  // namespace weir
