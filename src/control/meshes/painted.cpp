// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/painted.h"

#include "geometry/shapes/painted_numbers.h"
#include "weir/base/parallel.h"

namespace weir::meshes {

Painted painted_on(const Shape& shape) {
  constexpr std::string_view kNames[]{"looseness", "waves"};
  std::vector<PaintedNumbers> numbers = painted_numbers(shape, kNames);
  return {std::move(numbers[0]), std::move(numbers[1])};
}

Painted painted_at(const Painted& painted, const Mesh& mesh, std::span<const Vec3f> points) {
  Painted result;
  if (painted.is_empty()) return result;
  result.looseness.resize(painted.looseness.empty() ? 0 : points.size());
  result.waves.resize(painted.waves.empty() ? 0 : points.size());
  const TriangleTree tree(mesh);
  parallel_for(points.size(), [&](size_t i) {
    const SurfacePoint at = closest_surface_point(tree, mesh, points[i]);
    if (!result.looseness.empty()) result.looseness[i] = at.blend(painted.looseness);
    if (!result.waves.empty()) result.waves[i] = at.blend(painted.waves);
  });
  return result;
}

Painted painted_between(const Painted& before, const Painted& after, float part) {
  const auto between = [&](const std::vector<float>& a, const std::vector<float>& b) {
    std::vector<float> result = a.empty() ? b : a;
    if (a.size() != b.size()) return result;
    for (size_t i = 0; i < result.size(); ++i) result[i] = lerp(a[i], b[i], part);
    return result;
  };
  return {between(before.looseness, after.looseness), between(before.waves, after.waves)};
}

}  // namespace weir::meshes
