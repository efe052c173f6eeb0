// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The six sides of the domain, and what each does to the liquid.

#pragma once

#include <variant>

#include "weir/geometry/shapes/animated.h"

namespace weir {

namespace walls {

struct Closed {  // a solid
  bool operator==(const Closed&) const = default;
};
struct Open {  // what leaves is gone
  bool operator==(const Open&) const = default;
};
struct Inflow {                 // a solid that liquid comes out of
  Animated<double> speed{1.0};  // m/s into the domain
  double level = 0.5;           // m, y of the surface of what flows in
  bool operator==(const Inflow&) const = default;
};
struct Outflow {       // liquid leaves so that its surface stays at a level
  double level = 0.5;  // m, y of the surface
  bool operator==(const Outflow&) const = default;
};

}  // namespace walls

struct Wall {
  std::variant<walls::Closed, walls::Open, walls::Inflow, walls::Outflow> kind;

  // Whether it is a solid, for bodies and pictures as for the liquid.
  bool is_solid() const { return get<walls::Closed>() || get<walls::Inflow>(); }
  template <class T>
  const T* get() const {
    return std::get_if<T>(&kind);
  }
  bool operator==(const Wall&) const = default;
};

struct Walls {
  Wall left, right, bottom, top, back, front;  // -x, +x, -y, +y, -z, +z

  static const Walls closed, open;  // all alike

  // The side at the lower or upper end of an axis.
  const Wall& side(int axis, bool upper) const;
  Wall& side(int axis, bool upper);
  // As scenes name it.
  static const char* name(int axis, bool upper);
  bool any_solid() const;
  bool all_solid() const;
  bool operator==(const Walls&) const = default;
};

}  // namespace weir
