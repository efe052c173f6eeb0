// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Mistakes on the command line, each with the advice it must be answered with.

#include <gtest/gtest.h>

#include "weir_program.h"

namespace weir::app {

namespace fs = std::filesystem;

class WrongWords : public ::testing::Test {
 protected:
  void expect_refused(const std::vector<std::string>& words, const std::string& sentence) const {
    const Said said = weir(words);
    EXPECT_EQ(said.code, 2);
    EXPECT_NE(said.err.find(sentence), std::string::npos) << said.err;
  }
  std::string make_scene() const {
    write_file(folder_ / "drop.json", R"({"frames": {"last": 2}, "solver": {"kind": "ballistic", "spacing": 0.2},
                                          "liquids": [{"shape": {"kind": "box"}}]})");
    return (folder_ / "drop.json").string();
  }
  TempFolder folder_;
  const std::string scene_ = make_scene(), out_ = (folder_ / "wave").string();
};

TEST_F(WrongWords, ASceneIsNoResult) {
  for (const std::string verb : {"render", "info", "mesh"}) {
    expect_refused({verb, scene_}, scene_ + ": that is a scene, not what came of it; run it (weir run " + scene_ + ")");
  }
}

TEST_F(WrongWords, RunTellsTheLineAsCheckDoes) {
  const std::string scene = (folder_ / "horse.json").string();
  write_file(scene, R"({"solver": {"kind": "ballistic"},
    "liquids": [{"shape": {"kind": "box"}}],
    "solids": [{"shape": {"kind": "mesh", "file": "horse.obj"}}]})");
  for (const std::string verb : {"check", "run"}) expect_refused({verb, scene}, scene + ":3: solids[0].shape: ");
}

TEST_F(WrongWords, AResultIsNoScene) {
  ASSERT_EQ(weir({"run", scene_, "-o", out_}).code, 0);
  expect_refused({"run", out_}, "to go on with the run: weir run " + scene_ + " -o " + out_ + " --resume");
  for (const auto& entry : fs::directory_iterator(fs::path(out_) / "particles")) fs::remove(entry.path());
  for (const std::string verb : {"render", "mesh"}) expect_refused({verb, out_}, out_ + ": this run has no frames yet");
}

TEST_F(WrongWords, OptionsAndTheirValuesGetTheNearest) {
  expect_refused({"run", scene_, "--ouput", "x"}, R"(there is no option "--ouput"; did you mean "--output"?)");
  expect_refused({"run", scene_, "--zebra=x"}, "there is no option \"--zebra\"\n");
  expect_refused({"check", scene_, "more"}, R"("more" is one word too many)");
  expect_refused({"render", out_, "--look", "sunrise"}, R"(but is "sunrise"; did you mean "sunset"?)");
}

TEST_F(WrongWords, FramesThatEndBeforeTheyBegin) {
  expect_refused({"run", scene_, "--frames", "10-5"}, "--frames: 10-5 ends before it begins");
  ASSERT_EQ(weir({"run", scene_, "-o", out_}).code, 0);
  expect_refused({"render", out_, "--frames", "2-1"}, "--frames: 2-1 ends before it begins");
}

TEST_F(WrongWords, ASpeedThatIsNone) {
  expect_refused({"retime", out_, "fast", "-o", "x"}, "speed: must be a number such as 0.5, keyframes such as");
}

TEST_F(WrongWords, PresetsOfSmokeAreToldByTheirName) {
  write_file(folder_ / "smoke.json", R"({"domain": {"lower": [0, 0, 0], "upper": [1, 1, 1]}, "phase": "honey",
    "solver": {"kind": "smoke", "spacing": 0.1}, "emitters": [{"shape": {"kind": "sphere", "radius": 0.2}}]})");
  const Said said = weir({"check", (folder_ / "smoke.json").string()});
  EXPECT_NE((said.out + said.err).find("phases[0].preset: of honey, viscosity"), std::string::npos) << said.out;
  EXPECT_EQ((said.out + said.err).find("phases[0].viscosity"), std::string::npos) << said.out;
}

}  // namespace weir::app
