// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The same particles at another size have the same surface. With powers of two all digits are the same, so that a
// constant in metres shows.

#include <gtest/gtest.h>

#include "surface_fixture.h"

namespace weir::surface {

// Two phases that touch, drops, and a wall below.
static std::vector<SurfaceMesh> surfaces_at(float size, const SurfaceSettings& settings) {
  std::vector<Vec3f> points = jittered(block_of_points({14, 6, 10}), 0.2f);
  const size_t block = points.size();
  for (const Vec3f& p : ball_of_points(4, 0.2f)) points.push_back(p + Vec3f{7, 10, 5});
  points.push_back({2, 12, 2});
  for (Vec3f& p : points) p *= 0.02f * size;
  Particles particles = particles_at(points);
  for (size_t i = block; i < points.size(); ++i) particles.phase[i] = 1;
  SurfaceOptions options{.spacing = 0.02f * size, .settings = settings, .phases = 2};
  options.walls.lower.y = 0;
  return surface_of_particles(particles, options);
}

TEST(Surface, IsTheSameAtAnySize) {
  for (const SurfaceSettings& settings :
       {SurfaceSettings{}, SurfaceSettings{.cell = 0.8, .smoothing = 0.3, .stretch = 1}}) {
    const std::vector<SurfaceMesh> usual = surfaces_at(1, settings);
    ASSERT_GT(usual[0].mesh.triangles.size(), 100u);
    for (const float size : {0x1p-7f, 0x1p10f}) {
      const std::vector<SurfaceMesh> other = surfaces_at(size, settings);
      ASSERT_EQ(other.size(), usual.size());
      for (size_t phase = 0; phase < usual.size(); ++phase) {
        ASSERT_TRUE(other[phase].mesh.triangles == usual[phase].mesh.triangles) << size;
        float farthest = 0;
        for (size_t v = 0; v < usual[phase].mesh.positions.size(); ++v) {
          const Vec3f way = other[phase].mesh.positions[v] / size - usual[phase].mesh.positions[v];
          farthest = std::max(farthest, length(way));
        }
        EXPECT_LE(farthest, 1e-4f * 0.02f) << size;
      }
    }
  }
}

}  // namespace weir::surface
