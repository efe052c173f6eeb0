// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of a run at another speed: solids and camera of the scene are shown at the moment that the liquid is at.

#include <gtest/gtest.h>

#include "base/files.h"
#include "cache/run_folder.h"
#include "render/pictures/shown_run.h"
#include "render/pictures/shown_solids.h"
#include "temp_folder.h"
#include "weir/render/pictures/run_renderer.h"
#include "weir/retime/retime.h"
#include "weir/run/run.h"

namespace weir::render {

class Retimed : public ::testing::Test {
 protected:
  Retimed() {
    write_file(folder_ / "scene.json", R"({"frames": {"last": 5}, "solver": {"kind": "ballistic", "spacing": 0.1},
      "domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1]},
      "picture": {"width": 64, "height": 48, "samples": 4, "motion_blur": 0, "camera": {"target": [0, 0.5, 0],
                  "position": {"keys": [[1, [2, 1, 3]], [5, [3, 2, 2]]]}}},
      "liquids": [{"shape": {"kind": "sphere", "radius": 0.3, "centre": [0, 1.2, 0]}}],
      "solids": [{"shape": {"kind": "box", "lower": [-0.2, 0, -0.2], "upper": [0.2, 0.1, 0.2],
                  "transform": {"translate": {"keys": [[1, [0, 0, 0]], [5, [0.4, 0, 0]]]}}}}]})");
    run::run_scene(load_scene(folder_ / "scene.json"), {.folder = folder_ / "run", .progress = ProgressStyle::none});
    retime::retime(folder_ / "run", {.folder = folder_ / "slow", .speed = 0.5, .progress = ProgressStyle::none});
  }
  Image picture(const std::string& run, int frame, PictureStyle style) {
    return RunRenderer(folder_ / run, {.style = style, .colour_by = ColourBy::phase}).picture(frame);
  }
  TempFolder folder_;
};

TEST_F(Retimed, SolidsAreAtTheMomentThatIsShown) {
  const ShownRun run = open_shown_run(folder_ / "slow", {});
  ASSERT_TRUE(run.retimed);
  ShownSolids solids(run);
  for (int frame = 1; frame <= 9; ++frame) {
    EXPECT_NEAR(solids.moving_bounds(frame).centre().x, 0.05 * (frame - 1), 1e-5);
  }
}

TEST_F(Retimed, PicturesAreThoseOfTheRunAtTheSameMoment) {
  for (const PictureStyle style : {PictureStyle::surface, PictureStyle::particles}) {
    const Image of_run = picture("run", 3, style), slow = picture("slow", 5, style), other = picture("slow", 3, style);
    double off = 0, differs = 0;
    for (size_t i = 0; i < of_run.pixels.size(); ++i) {
      off = std::max(off, static_cast<double>(length(of_run.pixels[i] - slow.pixels[i])));
      differs = std::max(differs, static_cast<double>(length(of_run.pixels[i] - other.pixels[i])));
    }
    // The frame's number is part of what the sampler is started with.
    EXPECT_LT(off, style == PictureStyle::particles ? 1e-6 : 0.5);
    EXPECT_GT(differs, 0.3);
  }
}

TEST_F(Retimed, AnotherSpeedIsAnotherPicture) {
  const std::string before = RunRenderer(folder_ / "slow").made_from(1);
  EXPECT_EQ(RunRenderer(folder_ / "slow").made_from(1), before);
  retime::retime(folder_ / "run",
                 {.folder = folder_ / "slow", .speed = 0.25, .overwrite = true, .progress = ProgressStyle::none});
  EXPECT_NE(RunRenderer(folder_ / "slow").made_from(1), before);
}

}  // namespace weir::render
