// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir preview, as a user calls it: of every example, of scenes with mistakes, and of wrong options.

#include <gtest/gtest.h>

#include "weir_program.h"

namespace weir::app {
namespace {

namespace fs = std::filesystem;

const char* kScene = R"({"frames": {"last": 10}, "domain": {"lower": [-1, 0, -1], "upper": [1, 1, 1]},
  "solver": {"kind": "ballistic", "spacing": 0.1},
  "liquids": [{"shape": {"kind": "sphere", "radius": 0.3, "centre": [0, 0.6, 0]}}]})";

bool is_picture(const fs::path& file) { return fs::exists(file) && read_file(file).rfind("\x89PNG", 0) == 0; }

std::vector<fs::path> examples() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(WEIR_SOURCE_DIR) / "examples")) {
    // The scenes of other programs may name directors that are theirs alone.
    const bool of_program = entry.path().parent_path().filename() == "library";
    if (entry.path().extension() == ".json" && !of_program) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class PreviewOfExample : public ::testing::TestWithParam<fs::path> {};

TEST_P(PreviewOfExample, IsDrawn) {
  const TempFolder folder;
  const fs::path picture = folder / "picture.png";
  const Said said = weir(
      {"preview", GetParam().string(), "-o", picture.string(), "--run", (folder / "run").string(), "--size", "160x90"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(is_picture(picture));
}

INSTANTIATE_TEST_SUITE_P(All, PreviewOfExample, ::testing::ValuesIn(examples()), [](const auto& example) {
  std::string name = example.param.parent_path().filename().string() + "_" + example.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Preview, IsPutIntoTheFolderOfTheRun) {
  const TempFolder folder;
  write_file(folder / "drop.json", kScene);
  const fs::path run = folder / "out";
  const Said said = weir({"preview", (folder / "drop.json").string(), "--run", run.string(), "--frame", "4"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.out, (run / "preview.png").string() + "\n");
  EXPECT_TRUE(is_picture(run / "preview.png"));
  // And the scene can be run there.
  EXPECT_EQ(weir({"run", (folder / "drop.json").string(), "-o", run.string(), "--progress", "none"}).code, 0);
}

TEST(Preview, SceneWithMistakesIsShownAsFarAsItGoes) {
  const TempFolder folder;
  write_file(folder / "bad.json", R"({"domain": {"lower": [-1, 0, -1], "upper": [1, 1, 1]},
    "solver": {"kind": "flop", "spacing": 0.1},
    "liquids": [{"shape": {"kind": "sphere", "radius": -2}}, {"shape": {"kind": "box"}}],
    "solids": [{"shape": {"kind": "mesh", "file": "nothing.obj"}}, {"shape": {}}],
    "directors": [{"kind": "rigg"}, {"kind": "rig"}, {"kind": "templates", "instances": [{"template": "none"}]}]})");
  const fs::path picture = folder / "bad.png";
  const Said said = weir({"preview", (folder / "bad.json").string(), "-o", picture.string()});
  EXPECT_EQ(said.code, 2);
  EXPECT_TRUE(is_picture(picture));
  for (const char* text : {"radius: must be above 0 m, but is -2", "flop", "nothing.obj", "rigg"}) {
    EXPECT_NE(said.err.find(text), std::string::npos) << text << " in\n" << said.err;
  }
  // Each mistake is told once, though drawing meets some of them again.
  EXPECT_EQ(said.err.find("directors[1]"), said.err.rfind("directors[1]")) << said.err;
}

TEST(Preview, NothingIsDrawnOfAFileThatIsNoScene) {
  const TempFolder folder;
  write_file(folder / "torn.json", "{\"domain\": ");
  const fs::path picture = folder / "torn.png";
  const Said said = weir({"preview", (folder / "torn.json").string(), "-o", picture.string()});
  EXPECT_EQ(said.code, 2);
  EXPECT_FALSE(fs::exists(picture));
  EXPECT_EQ(weir({"preview", (folder / "none.json").string()}).code, 2);
}

TEST(Preview, WrongOptions) {
  const TempFolder folder;
  write_file(folder / "drop.json", kScene);
  const std::string scene = (folder / "drop.json").string(), picture = (folder / "p.png").string();
  const auto complaint = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words{"preview", scene, "-o", picture};
    words.insert(words.end(), options.begin(), options.end());
    const Said said = weir(words);
    EXPECT_EQ(said.code, 2);
    return said.err;
  };
  EXPECT_NE(complaint({"--frame", "11"}).find("must be from 1 to 10"), std::string::npos);
  EXPECT_NE(complaint({"--size", "40"}).find("must be like 640x360"), std::string::npos);
  EXPECT_NE(complaint({"--view", "camera"}).find("has no camera"), std::string::npos);
  EXPECT_NE(complaint({"--view", "below"}).find("--view"), std::string::npos);
  EXPECT_NE(complaint({"--turntable"}).find("must be the name of a .mp4 file"), std::string::npos);
  EXPECT_FALSE(fs::exists(picture));
}

}  // namespace
}  // namespace weir::app
