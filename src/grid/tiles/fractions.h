// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which share of a line or a square is above zero, from the values at its ends or corners.

#pragma once

#include <algorithm>
#include <utility>

namespace weir::grid {

// Of a line.
inline float open_share(float a, float b) {
  if (a >= 0 && b >= 0) return 1;
  if (a < 0 && b < 0) return 0;
  return a < 0 ? b / (b - a) : a / (a - b);
}

// Of the triangle whose first corner has another sign than the two others: the part with the sign of the first.
inline float corner_part(float first, float b, float c) { return first / (first - b) * (first / (first - c)); }

// Of a triangle, the values between its corners going straight.
inline float open_share(float a, float b, float c) {
  const int above = (a >= 0) + (b >= 0) + (c >= 0);
  if (above == 3) return 1;
  if (above == 0) return 0;
  const bool one = above == 1;  // which corner stands alone
  if ((a >= 0) != (b >= 0) && (a >= 0) != (c >= 0)) return one ? corner_part(a, b, c) : 1 - corner_part(a, b, c);
  if ((b >= 0) != (a >= 0) && (b >= 0) != (c >= 0)) return one ? corner_part(b, a, c) : 1 - corner_part(b, a, c);
  return one ? corner_part(c, a, b) : 1 - corner_part(c, a, b);
}

// Of a square with the corners (0,0), (1,0), (0,1), (1,1), as four triangles around its middle.
inline float open_share(float a, float b, float c, float d) {
  if (a >= 0 && b >= 0 && c >= 0 && d >= 0) return 1;
  if (a < 0 && b < 0 && c < 0 && d < 0) return 0;
  const float middle = 0.25f * (a + b + c + d);
  return 0.25f *
         (open_share(middle, a, b) + open_share(middle, b, d) + open_share(middle, d, c) + open_share(middle, c, a));
}

// Of a tetrahedron.
inline float open_share_of_tetrahedron(float a, float b, float c, float d) {
  // The positive corners first: swaps of a sorting network.
  const auto order = [](float& p, float& q) {
    if (p < q) std::swap(p, q);
  };
  order(a, b), order(c, d), order(a, c), order(b, d), order(b, c);
  if (d >= 0) return 1;
  if (a < 0) return 0;
  const auto cut = [](float p, float q) { return p / (p - q); };  // where the way from p to q is closed
  if (b < 0) return cut(a, b) * cut(a, c) * cut(a, d);
  if (c >= 0) return 1 - cut(d, a) * cut(d, b) * cut(d, c);
  const float ac = cut(a, c), ad = cut(a, d), bc = cut(b, c), bd = cut(b, d);
  return ac * ad + ac * (1 - ad) * bd + (1 - ac) * bc * bd;
}

}  // namespace weir::grid
