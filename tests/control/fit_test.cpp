// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A template that was put away from where it was recorded, in space and time, is found back.

#include "control/templates/library/fit.h"

#include <algorithm>
#include <limits>

#include "template_testing.h"
#include "weir/base/parallel.h"

namespace weir::templates {

class FitTest : public ::testing::TestWithParam<int> {
 protected:
  FitTest() {
    write_swirl(folder_ / "swirl.weirt", test_metadata("swirl", GetParam()), kFrames);
    source_ = open_template(folder_ / "swirl.weirt");
  }
  // Of the liquid at one of the frames (from 0) that were recorded.
  FitQuestion question(size_t frame) {
    liquid_ = swirl(static_cast<int>(frame) + 1, GetParam());
    const TemplateMetadata& metadata = source_->metadata();
    return {.source = source_.get(),
            .placed = metadata.region.placed(),
            .play = 1,
            .liquid = {liquid_.position, liquid_.velocity, kTestSpacing, kTestSpacing * 24, GetParam()},
            .within = Vec3d{0.2, 0.2, GetParam() == 3 ? 0.2 : 0.0},
            .frame = frame,
            .first = frame,
            .last = frame};
  }
  static constexpr int kFrames = 20;
  TempFolder folder_;
  std::shared_ptr<const Template> source_;
  Particles liquid_;
};

TEST_P(FitTest, WhatIsInPlaceStays) {
  const FitAnswer answer = fit_template(question(5));
  EXPECT_LT(length(answer.places.front().offset), 0.5 * kTestSpacing);
  EXPECT_GT(answer.before.density, 0.97);
  EXPECT_GT(answer.before.velocity, 0.99);
  EXPECT_GE(answer.places.front().score.total(), answer.before.total());
}

TEST_P(FitTest, AWayIsFoundBack) {
  const double deep = GetParam() == 3 ? 1 : 0;
  for (const Vec3d& way : {Vec3d{0.113, -0.087, 0.061}, Vec3d{-0.19, 0.031, -0.12}, Vec3d{0.017, 0.18, 0.18}}) {
    const Vec3d moved{way.x, way.y, deep * way.z};
    FitQuestion asked = question(4);
    asked.placed.offset += moved;
    const FitAnswer answer = fit_template(asked);
    EXPECT_LT(length(answer.places.front().offset + moved), kTestSpacing) << way.x;
    EXPECT_GT(answer.places.front().score.total(), answer.before.total());
    EXPECT_GT(answer.places.front().score.density, 0.9);
  }
}

TEST_P(FitTest, AFrameIsFoundBackToo) {
  FitQuestion asked = question(13);
  const Vec3d moved{-0.07, 0.11, GetParam() == 3 ? -0.05 : 0};
  asked.placed.offset += moved;
  asked.frame = 2;
  asked.first = 0;
  asked.last = kFrames - 1;
  const FitAnswer answer = fit_template(asked);
  EXPECT_LT(length(answer.places.front().offset + moved), kTestSpacing);
  EXPECT_NEAR(static_cast<double>(answer.places.front().frame), 13, 1);
}

// The form alone does not tell the way in which it turns.
TEST_P(FitTest, VelocitiesCount) {
  FitQuestion asked = question(6);
  const FitScore forward = fit_template(asked).before;
  asked.play = -1;
  const FitScore reverse = fit_template(asked).before;
  EXPECT_NEAR(forward.density, reverse.density, 1e-9);
  EXPECT_GT(forward.velocity, reverse.velocity + 0.5);
}

TEST_P(FitTest, StaysWithinItsLimits) {
  FitQuestion asked = question(4);
  asked.placed.offset.x += 0.15;
  asked.within = {0.1, 0, 0};
  const FitAnswer answer = fit_template(asked);
  EXPECT_NEAR(answer.places.front().offset.x, -0.1, 0.2 * kTestSpacing);
  EXPECT_EQ(answer.places.front().offset.y, 0);
}

TEST_P(FitTest, TheSameOnAnyNumberOfThreads) {
  FitQuestion asked = question(9);
  asked.placed.offset.x += 0.09;
  asked.first = 0;
  asked.last = kFrames - 1;
  const FitAnswer all = fit_template(asked);
  const ThreadLimit one(1);
  const FitAnswer alone = fit_template(asked);
  ASSERT_EQ(all.places.size(), alone.places.size());
  for (size_t n = 0; n < all.places.size(); ++n) {
    EXPECT_EQ(all.places[n].offset, alone.places[n].offset);
    EXPECT_EQ(all.places[n].frame, alone.places[n].frame);
    EXPECT_EQ(all.places[n].score.total(), alone.places[n].score.total());
  }
}

// Two of what was recorded, at two places, begun at two times.
TEST_P(FitTest, FindsEachOfTwo) {
  struct Copy {
    Vec3d way;
    int frame;  // from 0
  };
  const double deep = GetParam() == 3 ? 1 : 0;
  const Copy copies[] = {{{-0.9, 0.13, 0.11 * deep}, 3}, {{0.7, -0.21, -0.17 * deep}, 14}};
  FitQuestion asked = question(8);
  liquid_ = {};
  for (const Copy& copy : copies) {
    const Particles own = swirl(copy.frame + 1, GetParam());
    for (size_t i = 0; i < own.size(); ++i) {
      liquid_.position.push_back(own.position[i] + Vec3f(copy.way));
      liquid_.velocity.push_back(own.velocity[i]);
    }
  }
  asked.liquid.position = liquid_.position;
  asked.liquid.velocity = liquid_.velocity;
  asked.within = Vec3d{2, 2, 2 * deep};
  asked.first = 0;
  asked.last = kFrames - 1;
  const FitAnswer answer = fit_template(asked);
  ASSERT_GE(answer.places.size(), 2);
  for (const Copy& copy : copies) {
    EXPECT_TRUE(std::any_of(answer.places.begin(), answer.places.begin() + 2, [&](const FitPlace& place) {
      return length(place.offset - copy.way) < kTestSpacing &&
             std::abs(static_cast<int>(place.frame) - copy.frame) <= 1;
    })) << copy.frame;
  }
  EXPECT_LE(answer.places.size(), kMostFitPlaces);
  for (size_t n = 1; n < answer.places.size(); ++n) {
    const FitPlace &place = answer.places[n], &better = answer.places[n - 1];
    EXPECT_LE(place.score.total(), better.score.total());
    EXPECT_GE(place.score.total(), 0.5 * answer.places[0].score.total());
    for (size_t other = 0; other < n; ++other) {
      const Vec3d way = place.offset - answer.places[other].offset;
      const double later = static_cast<double>(place.frame) - static_cast<double>(answer.places[other].frame);
      EXPECT_TRUE(length(way) >= 0.1 || std::abs(later) >= 5) << n << " is as " << other;
    }
  }
}

// Drops that have left the scene make the box around the liquid huge.
TEST_P(FitTest, ADropThatHasFallenFarCostsNothing) {
  FitQuestion asked = question(4);
  const Vec3d moved{0.113, -0.087, 0};
  asked.placed.offset += moved;
  asked.within = Vec3d{1, 1, 1} * std::numeric_limits<double>::infinity();
  liquid_.position.push_back({3000, -90000, 0});
  liquid_.velocity.push_back({0, -1000, 0});
  asked.liquid.position = liquid_.position;
  asked.liquid.velocity = liquid_.velocity;
  const FitAnswer answer = fit_template(asked);
  EXPECT_LT(length(answer.places.front().offset + moved), kTestSpacing);
}

TEST_P(FitTest, WithoutLiquidNothingIsMoved) {
  FitQuestion asked = question(4);
  asked.liquid.position = asked.liquid.velocity = {};
  const FitAnswer answer = fit_template(asked);
  EXPECT_EQ(answer.places.size(), 1);
  EXPECT_EQ(answer.places.front().offset, Vec3d{});
  EXPECT_EQ(answer.places.front().score.total(), 0);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, FitTest, ::testing::Values(2, 3));

}  // namespace weir::templates
