// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs of smoke as pictures: which volumes are smoke, of which colour, and where it is in the picture.

#include "render/pictures/run_smoke.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "render/flat/flat_smoke.h"
#include "render/pictures/run_pictures.h"
#include "temp_folder.h"
#include "weir/run/run.h"

namespace weir::render {

// One tile, voxels 0.1 m apart from the origin on, all of one density at z = 0.
static Volume sheet(const std::string& name, float density) {
  Volume volume;
  volume.name = name;
  volume.voxel_size = 0.1f;
  volume.tile = {{0, 0, 0}};
  volume.values.assign(kVoxelsPerTile, 0.0f);
  for (size_t column = 0; column < 64; ++column) volume.values[8 * column] = density;
  return volume;
}

TEST(RunSmoke, ColoursAreThoseOfThePhases) {
  Scene scene;
  const Vec3f plain = Smoke{}.colour;
  EXPECT_EQ(smoke_of(scene, sheet("density", 1), 3)->colour, plain) << "not that of water";
  EXPECT_EQ(smoke_of(scene, sheet("density", 1), 3)->extinction, 3);
  scene.phases = {{.name = "soot", .colour = {{0.1, 0.1, 0.1}}}, {.name = "red", .colour = {{1, 0, 0}}}};
  EXPECT_EQ(smoke_of(scene, sheet("density", 1), 3)->colour, (Vec3f{0.1f, 0.1f, 0.1f}));
  EXPECT_EQ(smoke_of(scene, sheet("density-red", 1), 3)->colour, (Vec3f{1, 0, 0}));
  EXPECT_EQ(smoke_of(scene, sheet("density-blue", 1), 3)->colour, plain);
  EXPECT_FALSE(smoke_of(scene, sheet("temperature", 1), 3));
  EXPECT_FALSE(smoke_of(scene, sheet("density2", 1), 3));
}

TEST(RunSmoke, BoundsAreOfWhatIsSeen) {
  Volume volume = sheet("density", 0.001f);
  EXPECT_TRUE(smoke_bounds({volume}).empty());
  volume.values[64 * 2 + 8 * 3] = volume.values[64 * 5 + 8 * 4] = 0.5f;
  const Box3f box = smoke_bounds({volume});
  EXPECT_FLOAT_EQ(box.lower.x, 0.2f);
  EXPECT_FLOAT_EQ(box.upper.x, 0.5f);
  EXPECT_FLOAT_EQ(box.lower.y, 0.3f);
  EXPECT_FLOAT_EQ(box.upper.y, 0.4f);
}

TEST(FlatSmoke, LetsLightThroughByBeersLaw) {
  std::vector<Smoke> smoke(2);
  smoke[0] = {sheet("density", 0.5f), 2, {1, 0, 0}};
  smoke[1] = {sheet("density-b", 0.25f), 2, {0, 0, 1}};
  Image image(40, 40, {1, 1, 1});
  draw_flat_smoke(image, smoke, framing_camera({{-0.5f, -0.5f, 0}, {1.2f, 1.2f, 0}}, 2, 40, 40));
  const float passes = std::exp(-1.5f);
  const Vec3f middle = image.at(20, 20);
  EXPECT_NEAR(middle.x, passes + (1 - passes) * 2 / 3, 1e-5);
  EXPECT_NEAR(middle.y, passes, 1e-5);
  EXPECT_NEAR(middle.z, passes + (1 - passes) / 3, 1e-5);
  EXPECT_EQ(image.at(1, 1), (Vec3f{1, 1, 1}));
}

class SmokeRun : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(, SmokeRun, ::testing::Values(2, 3),
                         [](const auto& test) { return std::to_string(test.param) + "D"; });

// Smoke of a strong colour from the scene file to the picture.
TEST_P(SmokeRun, IsInThePicture) {
  const TempFolder folder;
  write_file(folder / "s.json", R"({"dimensions": )" + std::to_string(GetParam()) + R"(, "frames": {"last": 2},
    "solver": {"kind": "smoke", "spacing": 0.02}, "phases": [{"name": "green", "colour": [0.05, 0.8, 0.05]}],
    "liquids": [{"shape": {"kind": "sphere", "centre": [3, 4, 0], "radius": 0.3}}],
    "picture": {"width": 32, "height": 32, "samples": 4}})");
  run::run_scene(load_scene(folder / "s.json"), {.folder = folder / "run", .progress = ProgressStyle::none});
  const ShownRun run = open_shown_run(folder / "run", {});
  const Survey found = survey(run);
  EXPECT_NEAR(found.action.lower.x, 2.7, 0.1);
  EXPECT_NEAR(found.action.upper.y, 4.3, 0.1);
  RunPictures pictures(run, found);
  const Image image = pictures.at(2, camera_at(run.scene, found, 2));
  const Vec3f middle = image.at(16, 16);
  EXPECT_GT(middle.y, 1.5f * middle.x);
  EXPECT_GT(middle.y, 1.5f * middle.z);
}

}  // namespace weir::render
