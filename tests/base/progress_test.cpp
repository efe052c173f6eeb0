// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/base/progress.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "temp_folder.h"

namespace weir {

// Ten items of two seconds each, three of them done.
static std::string shown(ProgressStyle style, double seconds_each = 2, int items_done = 3) {
  const TempFolder folder;
  std::FILE* out = std::fopen((folder / "out").c_str(), "w");
  double now = 100;
  {
    Progress progress("simulating", "frame", 1, 10, style, out, [&] { return now; });
    EXPECT_LT(progress.seconds_left(), 0);
    for (int frame = 1; frame <= items_done; ++frame) {
      now += seconds_each;
      progress.done(frame, {{"particles", 32100}, {"steps", 4}, {"iterations", 12}});
    }
    EXPECT_NEAR(progress.seconds_left(), seconds_each * (10 - items_done), 1e-9);
  }
  std::fclose(out);
  return read_file(folder / "out");
}

TEST(Progress, PlainLines) {
  EXPECT_EQ(shown(ProgressStyle::plain).substr(0, 67),
            "simulating: frame 1/10, 18 s left, 32.1k particles, 4 steps\nsimulat");
  EXPECT_EQ(shown(ProgressStyle::automatic), shown(ProgressStyle::plain));  // a file is no terminal
}

// What `work` tells in plain lines; it moves the clock.
static std::string told(const char* task, const char* item, int last,
                        const std::function<void(Progress&, double& now)>& work) {
  const TempFolder folder;
  std::FILE* out = std::fopen((folder / "out").c_str(), "w");
  double now = 0;
  {
    Progress progress(task, item, 1, last, ProgressStyle::plain, out, [&] { return now; });
    work(progress, now);
  }
  std::fclose(out);
  return read_file(folder / "out");
}

TEST(Progress, AFrameIsOneOfThemAndNoCount) {
  const std::string text = told("rendering", "picture", 12, [](Progress& progress, double& now) {
    now = 3;
    progress.done(1, {{"frame", 12345}});
  });
  EXPECT_EQ(text, "rendering: picture 1/12, 33 s left, frame 12345\n");
}

TEST(Progress, WhatIsBegunWithTellsNothingOfThePace) {
  const std::string text = told("simulating", "frame", 11, [](Progress& progress, double& now) {
    now = 100;
    progress.begun(1, {{"particles", 1000}});
    now = 102;
    progress.done(2, {});
  });
  EXPECT_EQ(text, "simulating: frame 1/11, 1000 particles\nsimulating: frame 2/11, 18 s left\n");
}

// Four items a second; the first and the last are told in any case.
TEST(Progress, PlainLinesComeOnceASecondAtMost) {
  EXPECT_EQ(shown(ProgressStyle::plain, 0.25, 10),
            "simulating: frame 1/10, 2 s left, 32.1k particles, 4 steps\n"
            "simulating: frame 5/10, 1 s left, 32.1k particles, 4 steps\n"
            "simulating: frame 9/10, 0 s left, 32.1k particles, 4 steps\n"
            "simulating: frame 10/10, 3 s in all, 32.1k particles, 4 steps\n");
}

TEST(Progress, VerboseLinesTellEverythingOfEveryItem) {
  const std::string text = shown(ProgressStyle::verbose, 0.25, 2);
  EXPECT_EQ(text,
            "simulating: frame 1/10, 2 s left, 32.1k particles, 4 steps, 12 iterations\n"
            "simulating: frame 2/10, 2 s left, 32.1k particles, 4 steps, 12 iterations\n");
}

TEST(Progress, JsonLines) {
  const std::string text = shown(ProgressStyle::json);
  const auto line = nlohmann::json::parse(text.substr(0, text.find('\n')));
  EXPECT_EQ(line["frame"], 1);
  EXPECT_EQ(line["last"], 10);
  EXPECT_EQ(line["seconds_left"], 18);
  EXPECT_EQ(line["particles"], 32100);
}

TEST(Progress, BarEndsItsLine) {
  const std::string text = shown(ProgressStyle::bar);
  EXPECT_NE(text.find("[=======                 ] simulating: frame 3/10, 14 s left"), std::string::npos);
  EXPECT_EQ(text.back(), '\n');
}

TEST(Progress, SilentIsSilent) { EXPECT_EQ(shown(ProgressStyle::none), ""); }

TEST(Progress, WhatCannotBeWrittenIsPassedOver) {
  for (const ProgressStyle style :
       {ProgressStyle::plain, ProgressStyle::verbose, ProgressStyle::bar, ProgressStyle::json}) {
    std::FILE* full = std::fopen("/dev/full", "w");
    Progress progress("simulating", "frame", 1, 2, style, full);
    progress.done(1, {});
    progress.finish();
    EXPECT_NE(std::ferror(full), 0);
    std::fclose(full);
  }
}

TEST(Progress, AFunctionIsToldInsteadOfTheTerminal) {
  std::vector<ProgressReport> told;
  double now = 10;
  Progress progress(
      "simulating", "frame", 1, 3, [&](const ProgressReport& report) { told.push_back(report); }, nullptr,
      [&] { return now; });
  now = 12;
  progress.done(1, {{"particles", 7}});
  now = 14;
  progress.done(2, {});
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0].task, "simulating");
  EXPECT_EQ(told[0].item, "frame");
  EXPECT_EQ(told[0].numbers.at(0).second, 7);
  EXPECT_EQ(told[1].current, 2);
  EXPECT_EQ(told[1].last, 3);
  EXPECT_DOUBLE_EQ(told[1].seconds, 4);
  EXPECT_DOUBLE_EQ(told[1].seconds_left, 2);
}

TEST(Progress, ShortNumbers) {
  EXPECT_EQ(short_time(4.4), "4 s");
  EXPECT_EQ(short_time(151), "2:31");
  EXPECT_EQ(short_time(3909), "1:05:09");
  EXPECT_EQ(short_count(512), "512");
  EXPECT_EQ(short_count(1254000), "1.25M");
}

}  // namespace weir
