// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/outline.h"

#include "weir/base/vec.h"

namespace weir {

double signed_area(const Outline& outline) {
  double twice = 0;
  for (const Loop& loop : outline.loops) {
    for (size_t i = 0; i < loop.size(); ++i) {
      const Vec2d &a = loop[i], &b = loop[(i + 1) % loop.size()];
      twice += a.x * b.y - a.y * b.x;
    }
  }
  return twice / 2;
}

Outline star_outline(int points, double outer, double inner) {
  Loop loop;
  for (int i = 0; i < 2 * points; ++i) {
    const double angle = kPi / 2 + kPi * i / points, radius = i % 2 == 0 ? outer : inner;
    loop.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return {{loop}};
}

}  // namespace weir
