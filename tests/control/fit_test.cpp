// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A template that was put away from where it was recorded, in space and time, is found back.

#include "control/templates/library/fit.h"

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
  EXPECT_LT(length(answer.offset), 0.5 * kTestSpacing);
  EXPECT_GT(answer.before.density, 0.97);
  EXPECT_GT(answer.before.velocity, 0.99);
  EXPECT_GE(answer.after.total(), answer.before.total());
}

TEST_P(FitTest, AWayIsFoundBack) {
  const double deep = GetParam() == 3 ? 1 : 0;
  for (const Vec3d& way : {Vec3d{0.113, -0.087, 0.061}, Vec3d{-0.19, 0.031, -0.12}, Vec3d{0.017, 0.18, 0.18}}) {
    const Vec3d moved{way.x, way.y, deep * way.z};
    FitQuestion asked = question(4);
    asked.placed.offset += moved;
    const FitAnswer answer = fit_template(asked);
    EXPECT_LT(length(answer.offset + moved), kTestSpacing) << way.x;
    EXPECT_GT(answer.after.total(), answer.before.total());
    EXPECT_GT(answer.after.density, 0.9);
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
  EXPECT_LT(length(answer.offset + moved), kTestSpacing);
  EXPECT_NEAR(static_cast<double>(answer.frame), 13, 1);
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
  EXPECT_NEAR(answer.offset.x, -0.1, 0.2 * kTestSpacing);
  EXPECT_EQ(answer.offset.y, 0);
}

TEST_P(FitTest, TheSameOnAnyNumberOfThreads) {
  FitQuestion asked = question(9);
  asked.placed.offset.x += 0.09;
  asked.first = 0;
  asked.last = kFrames - 1;
  const FitAnswer all = fit_template(asked);
  const ThreadLimit one(1);
  const FitAnswer alone = fit_template(asked);
  EXPECT_EQ(all.offset, alone.offset);
  EXPECT_EQ(all.frame, alone.frame);
  EXPECT_EQ(all.after.total(), alone.after.total());
}

TEST_P(FitTest, WithoutLiquidNothingIsMoved) {
  FitQuestion asked = question(4);
  asked.liquid.position = asked.liquid.velocity = {};
  const FitAnswer answer = fit_template(asked);
  EXPECT_EQ(answer.offset, Vec3d{});
  EXPECT_EQ(answer.after.total(), 0);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, FitTest, ::testing::Values(2, 3));

}  // namespace weir::templates
