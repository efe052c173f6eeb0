// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/containment.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "weir/base/parallel.h"
#include "weir/geometry/shapes/build.h"

namespace weir {

namespace {

constexpr float kSpacing = 0.02f;

Scene scene_with(const Shape& shape) {
  Scene scene;
  scene.solver.spacing = kSpacing;
  scene.solids.push_back({"solid", shape, {}});
  return scene;
}

Shape box_shape() {
  Shape box;
  box.kind = shapes::Box{{-0.3, 0, -0.2}, {0.3, 0.4, 0.2}};
  return box;
}

struct Strays {
  std::vector<Vec3f> position, velocity;
  std::vector<float> near;
  size_t put_back(const Solids& solids) { return keep_outside(solids, near, {kSpacing}, position, velocity); }
};

// Random particles between two corners, with random velocities.
Strays particles(size_t count, const Vec3f& lower, const Vec3f& upper, uint64_t seed = 1) {
  const Random random(seed);
  Strays p;
  for (size_t i = 0; i < count; ++i) {
    p.position.push_back(lower + random.unit_vec3(i) * (upper - lower));
    p.velocity.push_back(random.direction(i, 1) * (3 * random.unit(i, 2)));
  }
  p.near.assign(count, 1);
  return p;
}

std::vector<float> distances(const Field& field, const std::vector<Vec3f>& points) {
  std::vector<float> d(points.size());
  field.distance(points, d);
  return d;
}

std::vector<Vec3f> normals_at(const Field& field, const std::vector<Vec3f>& points) {
  std::vector<Vec3f> n(points.size());
  normals(field, points, 0.05f * kSpacing, n);
  return n;
}

}  // namespace

// Between two faces of a box that are equally near, the way out is not straight.
TEST(Containment, PutsParticlesOutOfABox) {
  const Scene scene = scene_with(box_shape());
  ShapeBuilder builder(0.5f * kSpacing, 24);
  Solids solids(scene, builder);
  solids.move_to(1, 1.1);
  const FieldPtr box = builder.field(scene.solids[0].shape, 1);
  Strays p = particles(5000, {-0.4f, -0.1f, -0.3f}, {0.4f, 0.5f, 0.3f});
  const std::vector<float> before = distances(*box, p.position);
  const std::vector<Vec3f> normal = normals_at(*box, p.position), start = p.position, speed = p.velocity;
  const size_t inside = static_cast<size_t>(std::count_if(before.begin(), before.end(), [](float d) { return d < 0; }));
  EXPECT_EQ(p.put_back(solids), inside);
  const std::vector<float> after = distances(*box, p.position);
  for (size_t i = 0; i < p.position.size(); ++i) {
    if (before[i] >= 0) {
      EXPECT_EQ(p.position[i], start[i]);
      EXPECT_EQ(p.velocity[i], speed[i]);
      continue;
    }
    EXPECT_GE(after[i], 0);
    if (max_component(abs(normal[i])) < 0.999f) continue;
    EXPECT_LE(length(p.position[i] - start[i]), -before[i] + 0.02f * kSpacing);
    EXPECT_GE(dot(p.velocity[i], normal[i]), -1e-5f);
    const Vec3f along = speed[i] - normal[i] * dot(speed[i], normal[i]);
    EXPECT_LT(length(p.velocity[i] - normal[i] * dot(p.velocity[i], normal[i]) - along), 1e-5f);
  }
}

TEST(Containment, ClosedWallsKeepParticlesIn) {
  for (const int dimensions : {2, 3}) {
    Scene scene;
    scene.dimensions = dimensions;
    scene.solver.spacing = kSpacing;
    scene.domain = Domain{{-0.5, 0, -0.5}, {0.5, 1, 0.5}, Walls::closed};
    ShapeBuilder builder(0.5f * kSpacing, 24);
    Solids solids(scene, builder);
    solids.move_to(1, 1.1);
    Strays p = particles(5000, {-0.55f, -0.05f, -0.55f}, {0.55f, 1.05f, 0.55f});
    if (dimensions == 2) {
      for (size_t i = 0; i < p.position.size(); ++i) p.position[i].z = p.velocity[i].z = 0;
    }
    const std::vector<Vec3f> start = p.position;
    EXPECT_GT(p.put_back(solids), 500u);
    const Box3f inside{{-0.5f, 0, -0.5f}, {0.5f, 1, 0.5f}};
    for (size_t i = 0; i < p.position.size(); ++i) {
      EXPECT_TRUE(inside.contains(p.position[i])) << p.position[i].x << ' ' << p.position[i].y;
      EXPECT_TRUE(dimensions == 3 || p.position[i].z == 0);
      // Beyond a single wall, the velocity no longer points out of it.
      if (start[i].y < 0 && std::abs(start[i].x) < 0.5f && std::abs(start[i].z) < 0.5f) {
        EXPECT_GE(p.velocity[i].y, -1e-5f);
      }
    }
  }
}

TEST(Containment, LooksOnlyAtParticlesNearSolids) {
  const Scene scene = scene_with(box_shape());
  ShapeBuilder builder(0.5f * kSpacing, 24);
  Solids solids(scene, builder);
  solids.move_to(1, 1.1);
  Strays p = particles(1000, {-0.29f, 0.01f, -0.19f}, {0.29f, 0.39f, 0.19f});
  const std::vector<Vec3f> start = p.position;
  for (size_t i = 0; i < p.near.size(); ++i) p.near[i] = i % 2 ? 0.3f : 0;
  EXPECT_EQ(p.put_back(solids), 500u);
  for (size_t i = 0; i < p.near.size(); ++i) EXPECT_EQ(p.position[i] == start[i], i % 2 == 0);
}

// Velocities are against the solid's own: what it pushes goes at least as fast as it does.
TEST(Containment, MovingSolidsPushParticlesAlong) {
  Shape box = box_shape();
  box.transform.translate = {{{1, {0, 0, 0}}, {25, {0, 2, 0}}}, Interpolation::linear};  // 2 m/s at 24 frames a second
  const Scene scene = scene_with(box);
  ShapeBuilder builder(0.5f * kSpacing, 24);
  Solids solids(scene, builder);
  solids.move_to(4.9, 5);
  const float top = 0.4f + 2 * 4 / 24.0f;
  Strays p = particles(500, {-0.2f, top - 0.02f, -0.1f}, {0.2f, top - 0.001f, 0.1f});
  EXPECT_EQ(p.put_back(solids), 500u);
  for (size_t i = 0; i < p.position.size(); ++i) {
    EXPECT_NEAR(p.position[i].y, top + 0.01f * kSpacing, 0.002f * kSpacing);
    EXPECT_GE(p.velocity[i].y, 2 - 1e-3f);
  }
}

TEST(Containment, SameForAnyNumberOfThreads) {
  const Scene scene = scene_with(box_shape());
  const auto kept = [&](int threads) {
    const ThreadLimit limit(threads);
    ShapeBuilder builder(0.5f * kSpacing, 24);
    Solids solids(scene, builder);
    solids.move_to(1, 1.1);
    Strays p = particles(20000, {-0.4f, -0.1f, -0.3f}, {0.4f, 0.5f, 0.3f});
    const size_t count = p.put_back(solids);
    return std::tuple(count, p.position, p.velocity);
  };
  EXPECT_EQ(kept(1), kept(2));
}

TEST(Containment, NoParticles) {
  const Scene scene = scene_with(box_shape());
  ShapeBuilder builder(0.5f * kSpacing, 24);
  Solids solids(scene, builder);
  solids.move_to(1, 1.1);
  EXPECT_EQ(Strays().put_back(solids), 0u);
}

}  // namespace weir
