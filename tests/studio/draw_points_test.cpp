// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles in eight bytes: what comes back, and the range of their colours.

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "refusal.h"
#include "studio/draw/kept.h"
#include "studio/draw/packed_points.h"

namespace weir::studio {
namespace {

cache::ParticleCloud random_cloud(size_t count) {
  cache::ParticleCloud cloud;
  std::mt19937 random(3);
  std::uniform_real_distribution<float> number(-5, 5);
  for (size_t i = 0; i < count; ++i) {
    cloud.position.push_back({number(random), 100 + 0.01f * number(random), number(random)});
    cloud.value.push_back(std::abs(number(random)));
  }
  return cloud;
}

TEST(PackedPoints, PlacesComeBackWithinHalfAStep) {
  const cache::ParticleCloud cloud = random_cloud(5000);
  const PackedPoints packed = pack_points(cloud, {0, 5}, 0);
  ASSERT_EQ(packed.points.size(), 4 * cloud.position.size());
  const PlaceCode code(packed.box);
  const Vec3f step = packed.box.size() / 65535.0f;
  for (size_t i = 0; i < cloud.position.size(); ++i) {
    const Vec3f back = code.decode(&packed.points[4 * i]);
    for (int axis = 0; axis < 3; ++axis) {
      // Floats at 100 m are 8e-6 m apart.
      ASSERT_NEAR(back[axis], cloud.position[i][axis], 0.51f * step[axis] + (axis == 1 ? 1.6e-5f : 1e-6f));
    }
    ASSERT_NEAR(packed.points[4 * i + 3] / 65535.0, double{cloud.value[i]} / 5, 0.51 / 65535);
  }
}

TEST(PackedPoints, TheLimitTakesEverySoManieth) {
  const cache::ParticleCloud cloud = random_cloud(1000);
  EXPECT_EQ(pack_points(cloud, {}, 1000).points.size(), 4000);
  EXPECT_EQ(pack_points(cloud, {}, 999).points.size(), 4 * 500);
  EXPECT_EQ(pack_points(cloud, {}, 1).points.size(), 4);
  EXPECT_EQ(pack_points({}, {}, 10).points.size(), 0);
}

TEST(PackedPoints, AFlatFrameAndASinglePointHaveABox) {
  const PackedPoints one = pack_points({.position = {{1, 2, 0}}, .value = {3}, .colour = {}, .can = {}}, {0, 6}, 0);
  EXPECT_EQ(PlaceCode(one.box).decode(one.points.data()), (Vec3f{1, 2, 0}));
  EXPECT_EQ(one.points[3], 32768);
}

TEST(PackedPoints, ValuesBeyondTheRangeStopAtItsEnds) {
  EXPECT_EQ(encode_value(-1, {0, 2}), 0);
  EXPECT_EQ(encode_value(7, {0, 2}), 65535);
  EXPECT_EQ(encode_value(std::nan(""), {0, 2}), 0);
  EXPECT_EQ(encode_value(1, {2, 2}), 0);
}

TEST(PackedPoints, PaintBecomesSixteenBits) {
  cache::ParticleCloud cloud{
      .position = {{0, 0, 0}, {1, 1, 1}}, .value = {}, .colour = {{1, 0, 0}, {0, 1, 1}}, .can = {}};
  const PackedPoints packed = pack_points(cloud, {}, 0);
  EXPECT_EQ(packed.points[3], 0xf800);
  EXPECT_EQ(packed.points[7], 0x07ff);
}

TEST(PackedPoints, APlaceThatIsNotFiniteIsTold) {
  cache::ParticleCloud cloud = random_cloud(3);
  cloud.position[1].y = std::nanf("");
  EXPECT_THROW(pack_points(cloud, {}, 0), InputError);
}

TEST(ShownRange, LeavesOutTheFewThatStandOut) {
  std::vector<float> speeds(1000, 1.2f);
  speeds[17] = 40;
  EXPECT_EQ(shown_range("speed", speeds).high, 1.5);
  EXPECT_EQ(shown_range("speed", speeds).low, 0);
  EXPECT_EQ(shown_range("speed", {}).high, 1);
}

TEST(ShownRange, OfATakeOnlyGrows) {
  ValueRanges ranges;
  EXPECT_FALSE(ranges.knows("a"));
  EXPECT_EQ(ranges.widened("a", {0, 2}).high, 2);
  EXPECT_EQ(ranges.widened("a", {0, 1}).high, 2);
  EXPECT_EQ(ranges.widened("a", {-1, 5}).low, -1);
  EXPECT_EQ(ranges.widened("b", {0, 1}).high, 1);
}

TEST(Kept, ForgetsWhatWasAskedForLongestAgo) {
  Kept kept(100);
  const auto make = [](size_t size) { return [size] { return std::string(size, 'x'); }; };
  kept.get("a", make(40));
  kept.get("b", make(40));
  kept.get("a", make(0));
  kept.get("c", make(40));
  EXPECT_TRUE(kept.has("a"));
  EXPECT_FALSE(kept.has("b"));
  EXPECT_TRUE(kept.has("c"));
  EXPECT_EQ(kept.bytes(), 80);
  EXPECT_EQ(kept.get("huge", make(1000))->size(), 1000);
  EXPECT_FALSE(kept.has("a"));
}

TEST(Kept, IsMadeOnceForAllWhoWait) {
  Kept kept(1000);
  std::atomic<int> made = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      EXPECT_EQ(*kept.get("key",
                          [&] {
                            ++made;
                            std::this_thread::sleep_for(std::chrono::milliseconds(30));
                            return std::string("value");
                          }),
                "value");
    });
  }
  threads.clear();
  EXPECT_EQ(made, 1);
}

TEST(Kept, WhatFailedIsTriedAgain) {
  Kept kept(1000);
  EXPECT_THROW(kept.get("key", []() -> std::string { throw InputError("", "not yet"); }), InputError);
  EXPECT_FALSE(kept.has("key"));
  EXPECT_EQ(*kept.get("key", [] { return std::string("there"); }), "there");
}

}  // namespace
}  // namespace weir::studio
