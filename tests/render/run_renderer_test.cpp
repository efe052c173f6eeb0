// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Meshes and pictures of a run as another program makes them.

#include "weir/render/pictures/run_renderer.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/run/run.h"
#include "weir/surface/run_mesher.h"

namespace weir::render {

class FinishedRun : public ::testing::Test {
 protected:
  FinishedRun() : run_(folder_ / "run") {
    write_file(folder_ / "scene.json", R"({"frames": {"last": 3}, "solver": {"kind": "ballistic", "spacing": 0.1},
                                           "liquids": [{"shape": {"kind": "sphere"}}]})");
    run::run_scene(load_scene(folder_ / "scene.json"), {.folder = run_, .progress = ProgressStyle::none});
  }
  const TempFolder folder_;
  const std::filesystem::path run_;
};

TEST_F(FinishedRun, IsShownAsTheOptionsSay) {
  RunRenderer renderer(run_, {.style = PictureStyle::particles, .width = 64, .height = 48});
  EXPECT_EQ(renderer.frames(), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(renderer.home(), run_);
  const Image picture = renderer.picture(2);
  EXPECT_EQ(picture.width, 64);
  EXPECT_EQ(picture.height, 48);
  EXPECT_NE(picture.pixels, Image(64, 48, picture.at(0, 0)).pixels) << "nothing is shown";
  EXPECT_THROW(renderer.picture(7), InputError);
}

TEST_F(FinishedRun, RefusesSizesThatAreNone) {
  EXPECT_THROW(RunRenderer(run_, {.width = -1}), InputError);
  EXPECT_THROW(RunRenderer(run_, {.height = 100000}), InputError);
  EXPECT_THROW(RunRenderer(run_, {.samples = 0}), InputError);
}

TEST_F(FinishedRun, IsMeshedInMemoryAsInFiles) {
  const surface::RunMesher mesher(run_, {.folder = folder_ / "meshes"});
  EXPECT_FLOAT_EQ(mesher.spacing(), 0.1f);
  const std::vector<surface::SurfaceMesh> surfaces = mesher.at(2);
  ASSERT_EQ(surfaces.size(), 1u);
  EXPECT_NEAR(volume(surfaces[0].mesh), 0.52, 0.05);
  std::vector<int> told;
  mesher.write([&](const ProgressReport& report) { told.push_back(report.current); });
  EXPECT_EQ(told, (std::vector<int>{1, 2, 3}));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "meshes/0003.ply"));
  EXPECT_THROW(surface::RunMesher(run_, {.formats = {"stl"}}), InputError);
}

}  // namespace weir::render
