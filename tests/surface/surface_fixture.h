// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles in simple forms, a spacing of 1 (or what is given) apart, and the mesh around them.

#pragma once

#include <gtest/gtest.h>

#include "base/random.h"
#include "surface/density_blocks.h"
#include "weir/surface/surface.h"

namespace weir::surface {

inline Particles particles_at(const std::vector<Vec3f>& positions) {
  Particles particles;
  particles.resize(positions.size());
  particles.position = positions;
  for (size_t i = 0; i < positions.size(); ++i) {
    particles.id[i] = i + 1;
    particles.mass[i] = 1;
  }
  return particles;
}

// Every point somewhere within `amount` of where it was.
inline std::vector<Vec3f> jittered(std::vector<Vec3f> points, float amount) {
  const Random random(7);
  for (size_t i = 0; i < points.size(); ++i) points[i] += (random.unit_vec3(i) * 2.0f - Vec3f{1, 1, 1}) * amount;
  return points;
}

// From 0 to size, so many particles along each axis.
inline std::vector<Vec3f> block_of_points(const Vec3i& size, float spacing = 1) {
  std::vector<Vec3f> points;
  for (int x = 0; x < size.x; ++x) {
    for (int y = 0; y < size.y; ++y) {
      for (int z = 0; z < size.z; ++z) {
        points.push_back((static_cast<Vec3f>(Vec3i{x, y, z}) + Vec3f{0.5f, 0.5f, 0.5f}) * spacing);
      }
    }
  }
  return points;
}

inline std::vector<Vec3f> ball_of_points(float radius, float amount = 0) {
  const int side = 2 * static_cast<int>(radius + 2);
  std::vector<Vec3f> points;
  for (Vec3f p : jittered(block_of_points({side, side, side}), amount)) {
    p -= Vec3f{1, 1, 1} * (static_cast<float>(side) / 2);
    if (length(p) < radius) points.push_back(p);
  }
  return points;
}

inline Mesh surface_of(const Particles& particles, SurfaceOptions options = {}) {
  if (options.spacing == 0) options.spacing = 1;
  return surface_of_particles(particles, options).front().mesh;
}
inline Mesh surface_of(const std::vector<Vec3f>& points, const SurfaceOptions& options = {}) {
  return surface_of(particles_at(points), options);
}

// The 3 x 3 x 3 blocks around the one at the origin, a value at every sample.
template <class Value>
BlockGrid sampled_around_origin(const Value& value) {
  BlockGrid grid;
  for (int n = 0; n < 27; ++n) grid.block.push_back({n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1});
  for (const Vec3i& block : grid.block) {
    for (int i = 0; i < 512; ++i) {
      grid.value.push_back(value(static_cast<Vec3f>(block * kBlock + Vec3i{i / 64, i / 8 % 8, i % 8})));
    }
  }
  grid.is_inside = [](const Vec3i&) { return false; };
  return grid;
}

inline void expect_sound(const Mesh& mesh) {
  EXPECT_EQ(mesh.validate(), "");
  EXPECT_EQ(open_edges(mesh), 0u);
  EXPECT_GT(volume(mesh), 0);
  EXPECT_EQ(mesh.velocities.size(), mesh.positions.size());
}

// Parts that do not hang together.
inline size_t pieces(const Mesh& mesh) {
  std::vector<size_t> root(mesh.positions.size());
  for (size_t i = 0; i < root.size(); ++i) root[i] = i;
  const auto find = [&](int32_t vertex) {
    auto i = static_cast<size_t>(vertex);
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  for (const Vec3i& t : mesh.triangles) {
    root[find(t.x)] = find(t.y);
    root[find(t.y)] = find(t.z);
  }
  size_t count = 0;
  for (size_t i = 0; i < root.size(); ++i) count += root[i] == i;
  return count;
}

// 2 for every ball, 0 for a torus: a hole through a sheet takes 2 away.
inline int64_t euler_number(const Mesh& mesh) {
  return static_cast<int64_t>(mesh.positions.size()) - static_cast<int64_t>(mesh.triangles.size()) / 2;
}

}  // namespace weir::surface
