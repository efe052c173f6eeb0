// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A picture shows nothing of how large the scene is. Only the lines on the ground and the scale of speeds do, which are
// round numbers of metres; these scenes have neither.

#include <gtest/gtest.h>

#include <cmath>

#include "base/files.h"
#include "scaled_scene.h"
#include "temp_folder.h"
#include "weir/render/pictures/run_renderer.h"
#include "weir/run/run.h"

namespace weir::render {

static std::string scene_with(const std::string& camera) {
  return R"({"frames": {"last": 2, "rate": 24}, "solver": {"kind": "flip", "spacing": 0.05},
    "domain": {"lower": [0, 0, 0], "upper": [1, 1, 1]}, "phases": [{"name": "oil", "viscosity": 0.5}],
    "liquids": [{"shape": {"kind": "box", "lower": [0, 0, 0], "upper": [0.5, 0.5, 1]}, "velocity": [1, 0, 0]}],
    "solids": [{"shape": {"kind": "sphere", "centre": [0.75, 0.2, 0.5], "radius": 0.2}}],
    "picture": {"width": 48, "height": 36, "samples": 8, "ground": "none", "colour_by": "phase")" +
         camera + "}}";
}

static Image picture_of(const std::string& text, double size, PictureStyle style) {
  const TempFolder folder;
  write_file(folder / "scene.json", scaled_scene(text, size));
  run::run_scene(load_scene(folder / "scene.json"), {.folder = folder / "run", .progress = ProgressStyle::none});
  return RunRenderer(folder / "run", {.style = style}).picture(2);
}

static double difference(const Image& a, const Image& b) {
  double sum = 0;
  for (size_t i = 0; i < a.pixels.size(); ++i) {
    const Vec3f d = abs(a.pixels[i] - b.pixels[i]);
    sum += static_cast<double>(d.x + d.y + d.z);
  }
  return sum / (3 * static_cast<double>(a.pixels.size()));
}

static void expect_same_at_any_size(const std::string& text, PictureStyle style) {
  const Image usual = picture_of(text, 1, style);
  EXPECT_GT(difference(usual, Image(usual.width, usual.height, usual.at(0, 0))), 0.02) << "nothing is shown";
  for (const double size : {1.0 / 64, 1024.0}) {
    EXPECT_LT(difference(usual, picture_of(text, size, style)), 0.002) << size;
  }
}

TEST(PictureOfAScene, IsTheSameAtAnySize) {
  expect_same_at_any_size(scene_with(R"(, "camera": {"position": [1.6, 1.2, 2.4], "target": [0.5, 0.3, 0.5]})"),
                          PictureStyle::surface);
}

TEST(PictureOfAScene, IsFramedTheSameAtAnySize) { expect_same_at_any_size(scene_with(""), PictureStyle::particles); }

}  // namespace weir::render
