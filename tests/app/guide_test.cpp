// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A guided run, stopped the hard way wherever it is: in the coarse run, between it and the guided one, and in that.

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "base/files.h"
#include "weir_program.h"

namespace weir::app {

static const char* kScene =
    R"({"dimensions": 2, "frames": {"last": 12}, "domain": {"lower": [0, 0, -1], "upper": [1, 1, 1]},
  "gravity": {"keys": [[1, [0, -9.81, 0]], [6, [3, -9.81, 0]], [12, [-3, -9.81, 0]]]},
  "solver": {"kind": "flip", "spacing": 0.01},
  "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [1, 0.6, 1]}}],
  "directors": [{"kind": "guide", "refine": 2, "depth": 0.15}]})";

TEST(GuidedRun, KilledAtAnyTimeItGoesOnToTheSameBytes) {
  const TempFolder folder;
  const std::string scene = (folder / "scene.json").string();
  write_file(scene, kScene);
  const auto words = [&](const char* out) {
    return std::vector<std::string>{"run", scene, "-o", (folder / out).string(), "--progress", "verbose"};
  };
  ASSERT_EQ(weir(words("whole")).code, 0);
  const auto particles = files_in(folder / "whole" / "particles");
  ASSERT_EQ(particles.size(), 12u);
  for (const char* moment :
       {"simulating the coarse run: frame 5/12", "finding the guide: frame", "simulating: frame 7/12"}) {
    std::filesystem::remove_all(folder / "killed");
    WeirProcess process(words("killed"));
    for (int i = 0; i < 4000 && process.errors_so_far().find(moment) == std::string::npos; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    process.send(SIGKILL);
    EXPECT_EQ(process.wait().code, -SIGKILL) << moment;
    std::vector<std::string> again = words("killed");
    again.push_back("--resume");
    const Said said = weir(again);
    ASSERT_EQ(said.code, 0) << moment << said.err;
    EXPECT_EQ(files_in(folder / "killed" / "particles"), particles) << moment;
  }
}

}  // namespace weir::app
