// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which moment of a run a frame of a clip shows, and how long the clip is.

#include "retime/clock.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "refusal.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/retime/retime.h"

namespace weir::retime {

TEST(ClipClock, ConstantSpeedsPassEvenly) {
  const Clip half = make_clip(0.5, 1, 9);
  ASSERT_EQ(half.frames.size(), 17u);
  for (const int frame : half.frames) EXPECT_EQ(half.clock.moment(frame), 1 + 0.5 * (frame - 1));
  const Clip twice = make_clip(2.0, 1001, 1009);
  EXPECT_EQ(twice.frames, (std::vector<int>{1001, 1002, 1003, 1004, 1005}));
  EXPECT_EQ(twice.clock.moment(1005), 1009);
}

// A tenth is no binary fraction: whole frames must be met all the same.
TEST(ClipClock, WholeFramesAreMet) {
  const Clip clip = make_clip(0.1, 1, 24);
  EXPECT_EQ(clip.frames.size(), 231u);
  for (int k = 0; k < 24; ++k) EXPECT_EQ(clip.clock.moment(1 + 10 * k), 1 + k);
}

TEST(ClipClock, BackwardsBeginsAtTheEnd) {
  const Clip clip = make_clip(-1.0, 3, 7);
  ASSERT_EQ(clip.frames.size(), 5u);
  EXPECT_EQ(clip.clock.moment(3), 7);
  EXPECT_EQ(clip.clock.moment(7), 3);
}

// The moment is the integral of the speed, whatever the keys: against many small steps.
TEST(ClipClock, IsTheSumOfItsSpeed) {
  for (const Interpolation between : {Interpolation::linear, Interpolation::smooth, Interpolation::step}) {
    const Animated<double> speed({{1, 1}, {5.5, 0.25}, {9, 2}, {14, 0.5}}, between);
    const ClipClock clock{speed, 1, 1};
    double sum = 1;
    constexpr int kSteps = 4000;
    for (int i = 0; i < 20 * kSteps; ++i) {
      if (i % kSteps == 0) {
        EXPECT_NEAR(clock.moment(1 + i / kSteps), sum, 1e-3);
      }
      sum += value_at(speed, 1 + (i + 0.5) / kSteps) / kSteps;
    }
  }
}

TEST(ClipClock, AClipEndsWhereItStopsForGood) {
  const Clip clip = make_clip(Animated<double>({{1, 1}, {4, 0}}, Interpolation::linear), 1, 100);
  EXPECT_EQ(clip.frames.back(), 4);
  // Only for a while, it goes on.
  const Clip pause = make_clip(Animated<double>({{1, 1}, {4, 0}, {8, 0}, {9, 1}}, Interpolation::linear), 1, 10);
  EXPECT_EQ(pause.clock.moment(4), pause.clock.moment(8));
  EXPECT_EQ(pause.frames.back(), 16);
}

TEST(ClipClock, WhatCannotBeShownIsRefused) {
  EXPECT_NE(refusal([] { make_clip(0.0, 1, 10); }).find("nothing would move"), std::string::npos);
  EXPECT_NE(refusal([] { make_clip(1e-6, 1, 10); }).find("more than 100000 frames"), std::string::npos);
}

TEST(ClipClock, SpeedsAreReadAsScenesHaveThem) {
  EXPECT_EQ(read_speed("0.25"), Animated<double>(0.25));
  EXPECT_EQ(read_speed("-1"), Animated<double>(-1.0));
  const Animated<double> keys({{1, 1}, {24, 0.25}}, Interpolation::smooth);
  const std::string text = R"({"keys": [[1, 1], [24, 0.25]], "between": "smooth"})";
  EXPECT_EQ(read_speed(text), keys);
  const TempFolder folder;
  write_file(folder / "speed.json", text);
  EXPECT_EQ(read_speed((folder / "speed.json").string()), keys);
  for (const char* bad : {"", "fast", "1e9", "nan", "[1, 2]", "{}", R"({"keys": [[2, 1], [1, 1]]})",
                          R"({"keys": [[1, "x"]]})", R"({"keys": [[1, 1]], "betwen": "smooth"})", "missing.json"}) {
    EXPECT_FALSE(refusal([&] { read_speed(bad); }).empty()) << bad;
  }
}

TEST(ClipClock, ARecordIsReadBack) {
  const TempFolder folder;
  EXPECT_FALSE(read_clip_record(folder.path()));
  const ClipRecord record{"/runs/a", {Animated<double>({{1, 1}, {9, -0.5}}, Interpolation::step), 7, 7}, 30};
  write_file(clip_record(folder.path()), record.text());
  EXPECT_EQ(read_clip_record(folder.path())->text(), record.text());
  for (const char* bad : {"", "{}", "[]", R"({"from": 1})", R"({"from": "a", "first": 1, "start": 1, "rate": 24})"}) {
    write_file(clip_record(folder.path()), bad);
    EXPECT_NE(refusal([&] { read_clip_record(folder.path()); }).find("damaged"), std::string::npos) << bad;
  }
}

}  // namespace weir::retime
