// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The particle solver through the program: a run that is killed and resumed, with other numbers of threads, writes the
// same bytes as one that was left alone.

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "weir_program.h"

namespace weir::app {

static const char* kScene = R"({"dimensions": 2, "frames": {"last": 10}, "output": {"precision": "exact"},
  "domain": {"lower": [0, 0, -1], "upper": [1, 1, 1]}, "solver": {"kind": "sph", "spacing": 0.02},
  "phases": [{"name": "water", "viscosity": 0.1}],
  "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [0.4, 0.6, 1]}}],
  "emitters": [{"shape": {"kind": "sphere", "centre": [0.8, 0.8, 0], "radius": 0.06}, "velocity": [-1, 0, 0]}],
  "solids": [{"shape": {"kind": "box", "lower": [0.6, 0.1, -1], "upper": [0.8, 0.2, 1]}, "rigid": {"density": 400}}]})";

TEST(SphRun, KilledAndResumedEqualsUnbroken) {
  const TempFolder folder;
  const std::string scene = (folder / "scene.json").string();
  write_file(scene, kScene);
  const auto arguments = [&](const std::string& out, const std::string& threads) {
    return std::vector<std::string>{"run",        scene,  "-o",      (folder / out).string(), "--threads", threads,
                                    "--progress", "none", "--resume"};
  };
  const Said whole = weir(arguments("whole", "2"));
  ASSERT_EQ(whole.code, 0) << whole.err;
  // One moment is enough for a frame or two, so it is killed in the middle of one.
  int kills = 0;
  for (int i = 0; i < 4; ++i) {
    WeirProcess process(arguments("killed", i % 2 ? "1" : "3"));
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    process.send(SIGKILL);
    kills += process.wait().code == -SIGKILL;
  }
  EXPECT_GT(kills, 0);
  const Said said = weir(arguments("killed", "1"));
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(files_in(folder / "killed" / "particles").size(), 10u);
  EXPECT_TRUE(files_in(folder / "killed" / "particles") == files_in(folder / "whole" / "particles"));
}

}  // namespace weir::app
