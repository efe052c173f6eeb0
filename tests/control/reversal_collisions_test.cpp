// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The priority rules of Gowthaman et al. 2022 (3.2) on constructed collisions, and what is hidden by them.

#include <gtest/gtest.h>

#include "base/random.h"
#include "control/reversal/collisions.h"
#include "geometry/shapes/fields.h"
#include "weir/base/parallel.h"

namespace weir::reversal {
namespace {

TEST(Priority, PositiveBeforeNegative) {
  EXPECT_TRUE(has_priority(9, 0, -1, 1));
  EXPECT_TRUE(has_priority(9, 1, -1, 0));
  EXPECT_FALSE(has_priority(-1, 0, 9, 1));
  EXPECT_FALSE(has_priority(-1, 1, 9, 0));
}

TEST(Priority, OfTheSameSignTheCloserToItsTargetFrame) {
  EXPECT_TRUE(has_priority(1, 0, 2, 1));
  EXPECT_TRUE(has_priority(1, 1, 2, 0));
  EXPECT_FALSE(has_priority(2, 0, 1, 1));
  EXPECT_TRUE(has_priority(-1, 0, -2, 1));
  EXPECT_FALSE(has_priority(-2, 1, -1, 0));
}

TEST(Priority, OfEquallyCloseOnesTheLaterSimulation) {
  EXPECT_FALSE(has_priority(3, 0, 3, 1));
  EXPECT_TRUE(has_priority(3, 1, 3, 0));
  EXPECT_FALSE(has_priority(-3, 0, -3, 1));
  EXPECT_TRUE(has_priority(-3, 1, -3, 0));
}

TEST(Priority, TheTargetFrameBeforeAll) {
  for (const int other : {-5, -1, 1, 5}) {
    EXPECT_TRUE(has_priority(0, 0, other, 1));
    EXPECT_FALSE(has_priority(other, 1, 0, 0));
  }
}

TEST(Priority, IsAnOrder) {
  for (int u = -3; u <= 3; ++u) {
    for (int v = -3; v <= 3; ++v) {
      EXPECT_NE(has_priority(u, 0, v, 1), has_priority(v, 1, u, 0)) << u << " " << v;
      for (int w = -3; w <= 3; ++w) {
        if (has_priority(u, 0, v, 1) && has_priority(v, 1, w, 2)) {
          EXPECT_TRUE(has_priority(u, 0, w, 2)) << u << v << w;
        }
      }
    }
  }
}

TEST(Visibility, HidesAwayFromTheTargetFrameAndHiddenStaysHidden) {
  Visibility visibility({{.frame = 10, .backward = 5, .forward = 5, .target = 0, .particles = 2}});
  visibility.hide(0, 0, 3);
  for (int t = -5; t <= 5; ++t) EXPECT_EQ(visibility.sees(0, 0, t), t < 3) << t;
  visibility.hide(0, 0, -2);
  for (int t = -5; t <= 5; ++t) EXPECT_EQ(visibility.sees(0, 0, t), t < 3 && t > -2) << t;
  visibility.hide(0, 0, 4);
  visibility.hide(0, 0, -4);
  visibility.hide(0, 0, 0);  // the target frame is never hidden
  for (int t = -5; t <= 5; ++t) EXPECT_EQ(visibility.sees(0, 0, t), t < 3 && t > -2) << t;
  for (int t = -5; t <= 5; ++t) EXPECT_TRUE(visibility.sees(0, 1, t));
}

Particles at(std::vector<Vec3f> points) {
  Particles p;
  p.position = std::move(points);
  p.resize(p.position.size());
  for (size_t i = 0; i < p.size(); ++i) p.id[i] = i;
  return p;
}

// Two simulations whose particle 0 is at the same point, and a particle 1 far from all.
struct Meeting {
  std::vector<TargetSpan> spans{{10, 5, 5, 0, 2}, {10, 5, 5, 1, 2}};
  Particles first = at({{0, 0, 0}, {5, 0, 0}}), second = at({{0.005f, 0, 0}, {-5, 0, 0}});
  Visibility visibility{spans};

  void meet(int u, int v, std::vector<Vec3f> source = {}) {
    const std::vector<TargetFrame> targets{{0, u, &first}, {1, v, &second}};
    const Meetings with_source = meet_source(source, targets, 0.01f);
    hide_collisions(with_source, targets, Half::forward, 0.01f, visibility);
    hide_collisions(with_source, targets, Half::backward, 0.01f, visibility);
  }
  bool sees(size_t simulation, int time) const { return visibility.sees(simulation, 0, time); }
};

TEST(Collisions, TheSourceHidesBothHalvesButNotTheTargetFrame) {
  for (const int time : {-3, 0, 3}) {
    Meeting m;
    m.second.position[0] = {3, 0, 0};
    m.meet(time, time, {{0, 0.005f, 0}});
    EXPECT_EQ(m.sees(0, time), time == 0);
    EXPECT_TRUE(m.sees(1, time));
    EXPECT_TRUE(m.visibility.sees(0, 1, time));
    EXPECT_TRUE(m.sees(0, 0));
  }
}

TEST(Collisions, NothingHappensFartherApartThanTheDistance) {
  Meeting m;
  m.second.position[0] = {0.0101f, 0, 0};
  m.meet(2, 3, {{0, 0.0101f, 0}});
  EXPECT_TRUE(m.sees(0, 2));
  EXPECT_TRUE(m.sees(1, 3));
}

TEST(Collisions, FollowThePriorities) {
  for (int u = -3; u <= 3; ++u) {
    for (int v = -3; v <= 3; ++v) {
      Meeting m;
      m.meet(u, v);
      const bool first_wins = has_priority(u, 0, v, 1);
      EXPECT_EQ(m.sees(0, u), first_wins || u == 0) << u << " " << v;
      EXPECT_EQ(m.sees(1, v), !first_wins || v == 0) << u << " " << v;
      EXPECT_TRUE(m.visibility.sees(0, 1, u) && m.visibility.sees(1, 1, v));
    }
  }
}

TEST(Collisions, WhatIsHiddenHidesNothing) {
  Meeting m;
  m.visibility.hide(0, 0, 1);
  m.meet(2, 3);  // the first would win, but is hidden since 1
  EXPECT_TRUE(m.sees(1, 3));
  Meeting by_source;
  by_source.first.position[0] = {0.009f, 0, 0};
  by_source.second.position[0] = {0, 0, 0};
  by_source.meet(2, 3, {{0.015f, 0, 0}});  // reaches the first only
  EXPECT_FALSE(by_source.sees(0, 2));
  EXPECT_TRUE(by_source.sees(1, 3));
}

TEST(Collisions, DoNotDependOnThreads) {
  std::vector<TargetSpan> spans;
  std::vector<Particles> particles;
  for (uint32_t s = 0; s < 6; ++s) {
    std::vector<Vec3f> points;
    for (size_t i = 0; i < 4000; ++i) points.push_back(Random(1, s).unit_vec3(i));
    particles.push_back(at(points));
    spans.push_back({10, 5, 5, s, 4000});
  }
  std::vector<TargetFrame> targets;
  for (size_t s = 0; s < 6; ++s) targets.push_back({s, static_cast<int>(s) - 2, &particles[s]});
  std::vector<Vec3f> source;
  for (size_t i = 0; i < 5000; ++i) source.push_back(Random(1, 99).unit_vec3(i));
  const auto outcome = [&](int threads) {
    const ThreadLimit limit(threads);
    Visibility visibility(spans);
    const Meetings with_source = meet_source(source, targets, 0.05f);
    hide_collisions(with_source, targets, Half::forward, 0.05f, visibility);
    hide_collisions(with_source, targets, Half::backward, 0.05f, visibility);
    std::vector<bool> seen;
    for (const TargetFrame& t : targets) {
      for (size_t i = 0; i < 4000; ++i) seen.push_back(visibility.sees(t.simulation, i, t.time));
    }
    return seen;
  };
  const std::vector<bool> seen = outcome(0);
  EXPECT_EQ(seen, outcome(1));
  EXPECT_GT(std::count(seen.begin(), seen.end(), false), 100);
  EXPECT_GT(std::count(seen.begin(), seen.end(), true), 4000);
}

TEST(TargetFrames, HideEarlierParticlesInsideAndThoseOfTheSameTargetFarAway) {
  const FieldPtr ball = sphere_field({0, 0, 0}, 0.5);
  const std::vector<Vec3f> points{{0.3f, 0, 0}, {0.505f, 0, 0}, {0.6f, 0, 0}};  // inside, close, far
  const std::vector<TargetSpan> spans{{10, 5, 5, 0, 3}, {11, 5, 5, 0, 3}, {10, 5, 5, 1, 3}, {12, 5, 5, 0, 3}};
  const Particles same = at(points), now = at(points), other = at(points), later = at(points);
  const std::vector<TargetFrame> targets{{0, 1, &same}, {1, 0, &now}, {2, 1, &other}, {3, -1, &later}};
  Visibility visibility(spans);
  hide_at_target(*ball, 0.01f, 1, spans, targets, Half::forward, visibility);
  hide_at_target(*ball, 0.01f, 1, spans, targets, Half::backward, visibility);
  const auto seen = [&](size_t s, int time) {
    return std::vector<bool>{visibility.sees(s, 0, time), visibility.sees(s, 1, time), visibility.sees(s, 2, time)};
  };
  EXPECT_EQ(seen(0, 1), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(seen(1, 0), (std::vector<bool>{true, true, true}));
  EXPECT_EQ(seen(2, 1), (std::vector<bool>{false, true, true}));
  EXPECT_EQ(seen(3, -1), (std::vector<bool>{true, true, false}));
}

}  // namespace
}  // namespace weir::reversal
