// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A run as another program makes it: told of its progress, stopped in the middle, gone on with.

#include "weir/run/run.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"

namespace weir::run {

static Scene falling_drops(const TempFolder& folder) {
  write_file(folder / "scene.json", R"({"dimensions": 2, "frames": {"last": 8}, "solver": {"kind": "ballistic"},
                                        "liquids": [{"shape": {"kind": "box"}}]})");
  return load_scene(folder / "scene.json");
}

TEST(RunScene, TellsItsProgressAndStopsWhenItIsAskedTo) {
  const TempFolder folder;
  const Scene scene = falling_drops(folder);
  std::stop_source source;
  std::vector<int> frames;
  const auto show = [&](const ProgressReport& report) {
    EXPECT_EQ(report.task, "simulating");
    frames.push_back(report.current);
    if (report.current == 4) source.request_stop();
  };
  RunOptions options{.folder = folder / "run", .progress = show, .stop = source.get_token()};
  EXPECT_THROW(run_scene(scene, options), Interrupted);
  EXPECT_EQ(frames, (std::vector<int>{1, 2, 3, 4}));
  EXPECT_FALSE(interrupted());

  options.resume = true;
  options.stop = {};
  EXPECT_EQ(run_scene(scene, options).last_frame, 8);
  EXPECT_EQ(frames, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
  run_scene(scene, {.folder = folder / "whole", .progress = ProgressStyle::none});
  EXPECT_EQ(read_file(folder / "run/particles/0008.vdb"), read_file(folder / "whole/particles/0008.vdb"));
}

TEST(RunScene, WhatAProgressFunctionThrowsEndsIt) {
  const TempFolder folder;
  const Scene scene = falling_drops(folder);
  const auto fail = [](const ProgressReport& report) {
    if (report.current == 3) throw RunError("enough");
  };
  EXPECT_THROW(run_scene(scene, {.folder = folder / "run", .progress = fail}), RunError);
  EXPECT_EQ(run_scene(scene, {.folder = folder / "run", .resume = true, .progress = ProgressStyle::none}).last_frame,
            8);
}

}  // namespace weir::run
