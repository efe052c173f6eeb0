// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles that a step brought too close together are moved apart.

#include "sph/crowding.h"

#include <gtest/gtest.h>

#include "sph/flow_fixture.h"

namespace weir::sph {

namespace {

constexpr float kSpacing = 0.1f, kStep = 0.01f;

// Moves the fixture's particles on for a step and relieves them; what density they then have is in its flow.
struct Impact : FlowFixture {
  Impact(Scene s, std::vector<Vec3f> points)
      : FlowFixture(std::move(s), std::move(points)), boundary(scene, builder, bodies, flow.kernel) {
    boundary.move_to({1, 0, 0.001, 24}, bodies);
  }
  void move(bool relieved) {
    Crowding crowding(flow, cells, boundary, bodies, spacing);
    for (size_t i = 0; i < size(); ++i) flow.vector[i] = float4(velocity[i], 1);
    crowding.begin_step();
    for (size_t i = 0; i < size(); ++i) {
      crowding.foresee(i, velocity[i], look_ahead_at(flow, NearbyVectors(flow, i), kStep, i).density, kStep);
      position[i] += velocity[i] * kStep;
    }
    moved = position;
    if (relieved) crowding.relieve(scene.dimensions == 2, position);
    const std::vector<Vec3f> now = position;
    const std::span<const uint32_t> order = cells.sort(now);
    for (size_t i = 0; i < size(); ++i) position[i] = now[order[i]];
    prepare();
  }
  float worst() const { return *std::max_element(flow.density.begin(), flow.density.end()); }
  Vec3d centre() const {
    Vec3d sum;
    for (const Vec3f& p : position) sum += static_cast<Vec3d>(p);
    return sum / static_cast<double>(size());
  }

  Boundary boundary;
  std::vector<Vec3f> moved;  // before they were relieved
};

// A single particle is shot a spacing deep into a block of liquid.
struct Shot : Impact {
  explicit Shot(int dimensions) : Impact(flow_scene(dimensions, kSpacing), points(dimensions)) {
    set_velocity([](const Vec3f& p) { return p.y > kHeight ? Vec3f{0, -0.7f * kSpacing / kStep, 0} : Vec3f{}; });
  }
  static std::vector<Vec3f> points(int dimensions) {
    std::vector<Vec3f> all = block({8, 6, dimensions == 2 ? 1 : 8}, kSpacing);
    all.push_back({0.45f, kHeight + 0.03f, dimensions == 2 ? 0.0f : 0.35f});
    return all;
  }
  static constexpr float kHeight = 6 * kSpacing;
};

// A front runs into a wall, with its foremost row at rest there.
struct Front : Impact {
  Front() : Impact(walls(), block({4, 3, 1}, kSpacing, 0, {0.65f, 0, 0})) {
    set_velocity([](const Vec3f& p) { return Vec3f{p.x > 0.9f ? 0 : 0.4f * kSpacing / kStep, 0, 0}; });
  }
  static Scene walls() {
    Scene scene = flow_scene(2, kSpacing);
    scene.domain = Domain{{0, 0, -1}, {1, 1, 1}, Walls::closed};
    return scene;
  }
};

}  // namespace

TEST(Crowding, AShotIsRelieved) {
  for (const int d : {2, 3}) {
    Shot as_it_falls(d), relieved(d);
    as_it_falls.move(false);
    relieved.move(true);
    EXPECT_GT(as_it_falls.worst(), 1.1f) << d << "D: else there is nothing to relieve";
    EXPECT_LT(relieved.worst(), 1.025f) << d << "D";
  }
}

TEST(Crowding, MassStaysWhereItIs) {
  for (const int d : {2, 3}) {
    Shot as_it_falls(d), relieved(d);
    as_it_falls.move(false);
    relieved.move(true);
    // Not exactly: no shift is longer than a tenth of a spacing.
    EXPECT_LT(length(relieved.centre() - as_it_falls.centre()), 1e-3 * kSpacing) << d << "D";
    if (d == 2) {
      for (const Vec3f& p : relieved.position) EXPECT_EQ(p.z, 0);
    }
  }
}

TEST(Crowding, ACornerIsRelieved) {
  Front as_it_falls, relieved;
  as_it_falls.move(false);
  relieved.move(true);
  EXPECT_GT(as_it_falls.worst(), 1.1f);
  EXPECT_LT(relieved.worst(), 1.03f);
}

TEST(Crowding, CalmLiquidIsLeftAlone) {
  Impact impact(flow_scene(3, kSpacing), block({6, 6, 6}, kSpacing));
  impact.set_velocity([](const Vec3f& p) { return Vec3f{0, -p.y, 0} * 0.1f; });
  impact.move(true);
  std::vector<Vec3f> before = impact.moved;
  std::vector<Vec3f> after = impact.position;
  const auto by_position = [](const Vec3f& a, const Vec3f& b) {
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
  };
  std::sort(before.begin(), before.end(), by_position);
  std::sort(after.begin(), after.end(), by_position);
  EXPECT_EQ(before, after);
}

}  // namespace weir::sph
