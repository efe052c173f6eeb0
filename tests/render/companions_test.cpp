// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes that are run together, each with its own solver, and shown in one picture.

#include "run/companions.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "cache/run_folder.h"
#include "render/pictures/run_pictures.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/run/run.h"

namespace weir::render {

namespace fs = std::filesystem;

class Together : public ::testing::Test {
 protected:
  // Drops on the left, and a cloud of red smoke on the right.
  void write(int dimensions, const std::string& more_of_smoke = "") {
    const std::string both = R"("dimensions": )" + std::to_string(dimensions) + R"(, "frames": {"last": 3}, )";
    write_file(folder_ / "smoke.json", "{" + both + more_of_smoke + R"("solver": {"kind": "smoke", "spacing": 0.02},
      "phases": [{"name": "red", "colour": [1, 0, 0]}],
      "liquids": [{"shape": {"kind": "sphere", "radius": 0.2, "centre": [0.5, 0.5, 0]}}]})");
    write_file(folder_ / "drops.json", "{" + both + R"("solver": {"kind": "ballistic", "spacing": 0.05},
      "liquids": [{"shape": {"kind": "sphere", "radius": 0.2, "centre": [-0.5, 0.5, 0]}}],
      "picture": {"width": 64, "height": 36, "samples": 4}, "together": ["smoke.json"]})");
  }
  run::RunSummary run(bool resume = false, int last = 3) {
    Scene scene = load_scene(folder_ / "drops.json");
    scene.frames.last = last;
    return run::run_scene(scene, {.folder = run_, .resume = resume, .progress = ProgressStyle::none});
  }
  // Of frame 2, how many pixels are redder than grey.
  int red_pixels(bool with_smoke) {
    ShownRun shown = open_shown_run(run_, {});
    EXPECT_EQ(shown.companions.size(), 1u);
    const Survey all = survey(shown);
    EXPECT_GT(all.action.upper.x, 0.6f);
    if (!with_smoke) shown.companions.clear();
    const Image image = RunPictures(shown, all).at(2, camera_at(shown.scene, all, 2));
    int red = 0;
    for (const Vec3f& p : image.pixels) red += p.x > p.y + 0.2f;
    return red;
  }
  std::string refusal() {
    try {
      run::companions_of(load_scene(folder_ / "drops.json"));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  TempFolder folder_;
  fs::path run_ = folder_ / "run";
};

TEST_F(Together, AreRunOnceGoneOnWithAndShownInOnePicture) {
  write(2);
  run(false, 2);
  const cache::RunFolder smoke(run::companion_folder(run_, "smoke"));
  EXPECT_EQ(smoke.frames(), (std::vector<int>{1, 2}));
  const auto before = fs::last_write_time(smoke.volumes(2));
  run(true);
  EXPECT_EQ(smoke.frames(), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(fs::last_write_time(smoke.volumes(2)), before);
  EXPECT_TRUE(run(true).was_done);
  EXPECT_EQ(red_pixels(false), 0);
  EXPECT_GT(red_pixels(true), 20);
}

TEST_F(Together, SurfacesAndSmokeAreTracedInOneWorld) {
  write(3);
  run();
  EXPECT_EQ(red_pixels(false), 0);
  EXPECT_GT(red_pixels(true), 20);
}

TEST_F(Together, RefuseWhatCannotBeShownInOnePicture) {
  write(2, R"("together": ["drops.json"], )");
  EXPECT_NE(refusal().find("together[0]: "), std::string::npos) << refusal();
  EXPECT_NE(refusal().find("names scenes of its own"), std::string::npos) << refusal();
  write(2, R"("together": ["smoke.json"], )");  // names itself
  EXPECT_NE(refusal().find("names scenes of its own"), std::string::npos) << refusal();
  write(2, R"("include": "smoke.json", )");
  EXPECT_NE(refusal().find("includes itself"), std::string::npos) << refusal();
  write(2);
  write_file(folder_ / "smoke.json", R"({"solver": {"kind": "smoke"}, "liquids": [{"shape": {"kind": "sphere"}}]})");
  EXPECT_NE(refusal().find("is 3D and the scene is 2D"), std::string::npos) << refusal();
  write(2);
  fs::remove(folder_ / "smoke.json");
  EXPECT_NE(refusal().find("there is no file"), std::string::npos) << refusal();
}

}  // namespace weir::render
