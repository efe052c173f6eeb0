// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Flat outlines in the xy plane: stars and letters, before they are extruded.

#pragma once

#include <string>
#include <vector>

namespace weir {

struct Vec2d {
  double x = 0, y = 0;
  bool operator==(const Vec2d&) const = default;
};

using Loop = std::vector<Vec2d>;  // closed: the last point joins the first

// What is wound around in total a number of times other than zero is filled. Loops may overlap.
struct Outline {
  std::vector<Loop> loops;
};

// Sum of the loops' areas, counter-clockwise ones positive: the filled area where loops do not overlap.
double signed_area(const Outline& outline);

// `points` rays, one of them up, their tips at `outer` from the origin and the notches between at `inner`.
Outline star_outline(int points, double outer, double inner);

// Text set in any font (fonts.h), a capital letter `height` tall, curves flattened to within `tolerance` (m). Lines are
// parted by \n and centred; the whole is centred on the origin. UTF-8. InputError for a character the font lacks.
Outline text_outline(const std::string& text, const std::string& font, double height, double tolerance);

}  // namespace weir
