// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles to the grid and back.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "grid/liquid/gather.h"
#include "grid/liquid/scatter.h"
#include "poisson_problem.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

struct Cloud {
  std::vector<Vec3f> position, velocity;
  std::vector<Gradient> gradient;
};

// v = base + slope * x, the same on particles and faces.
struct LinearFlow {
  Vec3f base{0.3f, -0.2f, 0.1f};
  Vec3f row[3]{{1, 2, -1}, {0.5f, -2, 1}, {-1, 1, 1}};
  Vec3f at(const Vec3f& p) const { return base + Vec3f{dot(row[0], p), dot(row[1], p), dot(row[2], p)}; }
};

Cloud random_cloud(size_t count, int dimensions, const LinearFlow& flow, uint32_t seed) {
  std::mt19937 random(seed);
  const auto number = [&] { return static_cast<float>(random() % 100000) / 100000 * 2 - 1; };
  Cloud cloud;
  for (size_t i = 0; i < count; ++i) {
    cloud.position.push_back({number(), number(), dimensions == 2 ? 0.0f : number()});
    cloud.velocity.push_back(flow.at(cloud.position.back()));
    cloud.gradient.push_back({{flow.row[0], flow.row[1], flow.row[2]}});
  }
  return cloud;
}

LinearFlow flow_in(int dimensions) {
  LinearFlow flow;
  if (dimensions == 3) return flow;
  flow.base.z = 0;
  for (Vec3f& row : flow.row) row.z = 0;
  flow.row[2] = {};
  return flow;
}

void sort_into(TiledParticles& where, Cloud& cloud, int margin) {
  const std::span<const uint32_t> sorted = where.sort(cloud.position);
  const std::vector<uint32_t> order(sorted.begin(), sorted.end());
  const Cloud before = cloud;
  for (size_t i = 0; i < order.size(); ++i) {
    cloud.position[i] = before.position[order[i]];
    cloud.velocity[i] = before.velocity[order[i]];
    cloud.gradient[i] = before.gradient[order[i]];
  }
  where.build(cloud.position, margin);
}

Vec3f face_position(const GridSpace& space, const Vec3i& cell, int axis) {
  Vec3f g = static_cast<Vec3f>(cell) + face_middle(axis);
  return space.to_world(g);
}

// With gradients, a velocity that changes evenly is the same on the faces, wherever the particles are.
RC_GTEST_PROP(Scatter, KeepsEvenChangesOfVelocity, ()) {
  const int dimensions = *rc::gen::element(2, 3);
  const LinearFlow flow = flow_in(dimensions);
  Cloud cloud = random_cloud(500, dimensions, flow, *rc::gen::arbitrary<uint32_t>());
  TiledParticles where({{-0.7, 0.3, 0.1}, 0.1, dimensions});
  sort_into(where, cloud, 2);
  Scattered result;
  scatter(where, cloud.velocity, cloud.gradient, 8, result);
  for_each_cell(where.tiles(), [&](const Vec3i& c) {
    for (int axis = 0; axis < dimensions; ++axis) {
      const size_t i = where.tiles().cell(c), a = static_cast<size_t>(axis);
      if (result.weight.face[a][i] < 1e-3f) continue;
      const float expected = flow.at(face_position(where.space(), c, axis))[axis];
      RC_ASSERT(std::abs(result.velocity.face[a][i] - expected) < 1e-3f);
    }
  });
}

RC_GTEST_PROP(Scatter, KeepsNumberAndMomentum, ()) {
  const int dimensions = *rc::gen::element(2, 3);
  const size_t count = *rc::gen::inRange<size_t>(1, 400);
  Cloud cloud = random_cloud(count, dimensions, flow_in(dimensions), *rc::gen::arbitrary<uint32_t>());
  TiledParticles where({{0, 0, 0}, 0.07, dimensions});
  sort_into(where, cloud, 2);
  Scattered result;
  scatter(where, cloud.velocity, {}, 1, result);
  double volume = 0, momentum = 0, expected = 0;
  for (size_t i = 0; i < where.tiles().cells(); ++i) {
    volume += result.volume[i];
    momentum += static_cast<double>(result.velocity.face[0][i]) * result.weight.face[0][i];
  }
  for (const Vec3f& v : cloud.velocity) expected += v.x;
  RC_ASSERT(std::abs(volume - static_cast<double>(count)) < 1e-3 * static_cast<double>(count));
  RC_ASSERT(std::abs(momentum - expected) < 1e-3 * static_cast<double>(count));
}

TEST(TiledParticles, TilesReachAroundParticles) {
  TiledParticles where({{0, 0, 0}, 1, 3});
  std::vector<Vec3f> one{{4.5f, 7.5f, 1.5f}};
  where.sort(one);
  where.build(one, 3);
  const Tiles& tiles = where.tiles();
  EXPECT_LT(tiles.find({0, 0, 0}), tiles.size());
  EXPECT_LT(tiles.find({0, 1, 0}), tiles.size());
  EXPECT_LT(tiles.find({0, 1, -1}), tiles.size());
  EXPECT_EQ(tiles.find({1, 0, 0}), tiles.blank());
  EXPECT_EQ(tiles.size(), 4u);
  EXPECT_EQ(where.in(tiles.find({0, 0, 0})).end, 1u);
}

// A rigid rotation: the gradient is found again, and a third of a turn leads to the right point to third order.
TEST(Gather, FollowsARotation) {
  for (const int dimensions : {2, 3}) {
    const double cell = 0.1;
    TiledParticles where({{0, 0, 0}, cell, dimensions});
    Cloud cloud = random_cloud(200, dimensions, {}, 5);
    sort_into(where, cloud, kFarthestMove + 2);
    LinearFlow turn{{}, {{0, -1, 0}, {1, 0, 0}, {}}};
    MacField after, before;
    after.resize(where.tiles());
    before.resize(where.tiles());
    for_each_cell(where.tiles(), [&](const Vec3i& c) {
      for (int axis = 0; axis < 3; ++axis) {
        after.face[static_cast<size_t>(axis)][where.tiles().cell(c)] =
            turn.at(face_position(where.space(), c, axis))[axis];
      }
    });
    const float step = 0.15f;
    const std::vector<Vec3f> start = cloud.position;
    gather_and_move(where, before, after, nullptr, {.flip = 0, .step = step}, cloud.position, cloud.velocity,
                    cloud.gradient);
    for (size_t i = 0; i < start.size(); ++i) {
      const Vec3f p = start[i];
      const Vec3f there{p.x * std::cos(step) - p.y * std::sin(step), p.x * std::sin(step) + p.y * std::cos(step), p.z};
      EXPECT_LT(length(cloud.position[i] - there), 1e-4f);
      EXPECT_LT(length(cloud.velocity[i] - turn.at(p)), 1e-4f);
      EXPECT_NEAR(cloud.gradient[i].row[0].y, -1, 1e-3f);
      EXPECT_NEAR(cloud.gradient[i].row[1].x, 1, 1e-3f);
      EXPECT_NEAR(cloud.gradient[i].row[1].y, 0, 1e-3f);
    }
  }
}

TEST(Gather, FlipAddsTheChangeAlone) {
  TiledParticles where({{0, 0, 0}, 0.1, 3});
  Cloud cloud = random_cloud(50, 3, {}, 6);
  sort_into(where, cloud, kFarthestMove + 2);
  MacField before, after;
  before.resize(where.tiles(), 1);
  after.resize(where.tiles(), 3);
  const std::vector<Vec3f> own = cloud.velocity;
  gather_and_move(where, before, after, nullptr, {.flip = 1, .step = 0.01f}, cloud.position, cloud.velocity, {});
  for (size_t i = 0; i < own.size(); ++i) EXPECT_LT(length(cloud.velocity[i] - own[i] - Vec3f{2, 2, 2}), 1e-5f);
}

TEST(Scatter, SameBytesForAnyNumberOfThreads) {
  std::vector<float> results[2];
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    Cloud cloud = random_cloud(20000, 3, {}, 9);
    TiledParticles where({{0, 0, 0}, 0.05, 3});
    sort_into(where, cloud, 2);
    Scattered result;
    scatter(where, cloud.velocity, cloud.gradient, 8, result);
    results[threads - 1] = result.velocity.face[1];
  }
  EXPECT_EQ(results[0], results[1]);
}

}  // namespace

}  // namespace weir::grid
