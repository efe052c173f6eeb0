// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/packed_shapes.h"

namespace weir::studio {

Json json_of(const Vec3f& v) { return Json::array({v.x, v.y, v.z}); }
Json json_of(const Vec3d& v) { return Json::array({v.x, v.y, v.z}); }

Json matrix_of(const Affine& affine) {
  Json matrix = Json::array();
  for (int column = 0; column < 4; ++column) {
    for (size_t row = 0; row < 3; ++row) {
      matrix.push_back(column < 3 ? affine.linear.row[row][column] : affine.offset[static_cast<int>(row)]);
    }
    matrix.push_back(column < 3 ? 0 : 1);
  }
  return matrix;
}

Json add_places(const std::vector<Vec3f>& places, Packed& packed) {
  std::vector<float> numbers;
  numbers.reserve(3 * places.size());
  for (const Vec3f& p : places) numbers.insert(numbers.end(), {p.x, p.y, p.z});
  return packed.add(numbers, 3);
}

Json add_triangles(const std::vector<Vec3i>& triangles, Packed& packed) {
  std::vector<uint32_t> numbers;
  numbers.reserve(3 * triangles.size());
  for (const Vec3i& t : triangles) {
    for (int k = 0; k < 3; ++k) numbers.push_back(static_cast<uint32_t>(t[k]));
  }
  return packed.add(numbers, 3);
}

}  // namespace weir::studio
