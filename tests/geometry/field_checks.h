// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Measures of a field or mesh that know nothing of how it was made.

#pragma once

#include <functional>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/field.h"

namespace weir {

inline std::vector<Vec3f> random_points(const Box3f& box, size_t count, uint64_t seed = 7) {
  const Random random(seed);
  std::vector<Vec3f> points;
  for (size_t i = 0; i < count; ++i) points.push_back(box.lower + random.unit_vec3(i) * box.size());
  return points;
}

inline std::vector<float> distances(const Field& field, const std::vector<Vec3f>& points) {
  std::vector<float> result(points.size());
  field.distance(points, result);
  return result;
}

// Volume inside, by counting the cells of an n^3 lattice over the bounds.
inline double counted_volume(const Field& field, int n) {
  const Box3f box = field.bounds();
  const Vec3f step = box.size() / static_cast<float>(n);
  std::vector<Vec3f> row(static_cast<size_t>(n));
  size_t inside = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        row[static_cast<size_t>(k)] = box.lower + step * static_cast<Vec3f>(Vec3d{i + 0.5, j + 0.5, k + 0.5});
      }
      for (const float d : distances(field, row)) inside += d < 0;
    }
  }
  return static_cast<double>(inside) * step.x * step.y * step.z;
}

// Largest difference between |field| and the distance to the nearest of many points of the surface, over random points
// (not the nearest ones, where the gaps between the points show), and largest |field| at the points themselves.
inline double worst_distance_error(const Field& field, const std::vector<Vec3f>& surface, size_t probes = 300) {
  const Box3f box = field.bounds();
  const float size = max_component(box.size());
  double worst = 0;
  for (const float d : distances(field, surface)) worst = std::max<double>(worst, std::abs(d));
  for (const Vec3f& p : random_points(box.padded(0.5f * size), probes)) {
    float nearest = 1e30f;
    for (const Vec3f& s : surface) nearest = std::min(nearest, length_squared(p - s));
    if (nearest < 0.01f * size * size) continue;
    worst = std::max<double>(worst, std::abs(std::abs(distance_at(field, p)) - std::sqrt(nearest)));
  }
  return worst;
}

// Points of a surface given by two parameters in [0, 1].
inline std::vector<Vec3f> surface_points(int n, const std::function<Vec3d(double, double)>& at) {
  std::vector<Vec3f> points;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) points.push_back(static_cast<Vec3f>(at(1.0 * i / n, 1.0 * j / n)));
  }
  return points;
}

struct Slopes {
  double steepest = 0;      // between pairs of points; never above 1 for a distance
  double share_of_one = 0;  // of the gradients: all but those near the medial axis
};

inline Slopes slopes(const Field& field, size_t probes = 2000) {
  const Box3f box = field.bounds();
  const float size = max_component(box.size()), step = 1e-3f * size;
  const auto points = random_points(box.padded(0.3f * size), probes, 11);
  const Random random(13);
  std::vector<Vec3f> gradient(points.size());
  gradients(field, points, step, gradient);
  Slopes result;
  for (size_t i = 0; i < probes; ++i) {
    const float rise = distance_at(field, points[i] + random.direction(i) * step) - distance_at(field, points[i]);
    result.steepest = std::max<double>(result.steepest, std::abs(rise) / step);
    result.share_of_one += std::abs(length(gradient[i]) - 1) < 0.01 ? 1.0 / static_cast<double>(probes) : 0;
  }
  return result;
}

inline size_t components(const Mesh& mesh) {
  std::vector<int32_t> root(mesh.positions.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int32_t v) {
    while (root[static_cast<size_t>(v)] != v) {
      v = root[static_cast<size_t>(v)] = root[static_cast<size_t>(root[static_cast<size_t>(v)])];
    }
    return v;
  };
  size_t count = root.size();
  for (const Vec3i& t : mesh.triangles) {
    for (const int32_t other : {t.y, t.z}) {
      const int32_t a = find(t.x), b = find(other);
      if (a == b) continue;
      root[static_cast<size_t>(a)] = b;
      --count;
    }
  }
  return count;
}

}  // namespace weir
