// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Probes: what a scene has measured at chosen places in every step of the solver.

#pragma once

#include <optional>
#include <string>
#include <variant>

#include "weir/base/vec.h"

namespace weir {

namespace probes {

enum class HeightAbove { floor, point };

struct Height {
  Vec3d point{};  // m
  Vec3d up{0, 1, 0};
  HeightAbove above = HeightAbove::floor;  // of the domain
};
struct Pressure {
  Vec3d point{};  // m
};
struct Flux {
  Vec3d centre{};                       // m
  Vec3d normal{1, 0, 0};                // flow along it counts as positive
  std::optional<double> width, height;  // m; without limit where they are not given
};
struct Force {
  std::string solid;  // its name
  Vec3d about{};      // m, what the torque is about
};

}  // namespace probes

struct Probe {
  std::string name;
  std::variant<probes::Height, probes::Pressure, probes::Flux, probes::Force> kind;

  template <class T>
  const T* get() const {
    return std::get_if<T>(&kind);
  }
};

// As the scene names it: "height", "pressure", ...
std::string kind_of(const Probe& probe);

}  // namespace weir
