// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Branches and mended frames as an artist makes them.

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "weir_program.h"

namespace weir::app {

namespace fs = std::filesystem;

static const char* kScene = R"({"title": "dam", "dimensions": 2, "frames": {"last": 12},
  "solver": {"kind": "sph", "spacing": 0.05}, "domain": {"lower": [0, 0, -1], "upper": [1, 1, 1]},
  "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [0.4, 0.4, 1]}}],
  "forces": [{"kind": "wind", "name": "gust", "velocity": [1, 0, 0], "drag": 1}]})";

class BranchVerb : public ::testing::Test {
 protected:
  BranchVerb() {
    write_file(scene_, kScene);
    write_file(changed_, std::string(kScene).replace(std::string(kScene).find("\"drag\": 1"), 9, "\"drag\": 5"));
  }
  Said run(const std::string& scene, std::vector<std::string> more) {
    std::vector<std::string> arguments{"run", scene, "--progress", "plain"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return weir(arguments);
  }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  TempFolder folder_;
  const std::string scene_ = path("dam.json"), changed_ = path("gusty.json"), run_ = path("run"), take_ = path("take");
};

TEST_F(BranchVerb, GoesOnAndTellsWhatChanged) {
  ASSERT_EQ(run(scene_, {"-o", run_}).code, 0);
  const auto before = files_in(run_);
  const Said said = run(changed_, {"-o", take_, "--from", run_ + "@8"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_NE(said.out.find("Frames 9 to 12 are in " + take_), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("Frames up to 8 are those of " + run_), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("Changed: forces[gust].drag: 1.0 → 5.0\n"), std::string::npos) << said.out;
  EXPECT_FALSE(fs::exists(folder_ / "take/particles/0008.vdb"));
  EXPECT_EQ(files_in(run_), before);
  const Said info = weir({"info", take_});
  ASSERT_EQ(info.code, 0) << info.err;
  EXPECT_NE(info.out.find("branch     of " + run_ + " at frame 8\n"), std::string::npos) << info.out;
  EXPECT_NE(info.out.find("changed    forces[gust].drag: 1.0 → 5.0\n"), std::string::npos) << info.out;
  EXPECT_NE(info.out.find("frames     1 to 12 written"), std::string::npos) << info.out;
  EXPECT_EQ(weir({"mesh", take_, "--frames", "2,12", "--progress", "none"}).code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "take/surface/0002.ply"));
  EXPECT_EQ(weir({"plot", take_, "-o", path("plot.svg")}).code, 0);
  EXPECT_EQ(weir({"convert", take_, path("points/####.ply")}).code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "points/0001.ply"));
  // Without a frame: from where the run is, for a longer scene.
  const Said longer = run(scene_, {"-o", path("longer"), "--from", run_, "--frames", "1-14"});
  EXPECT_EQ(longer.code, 0) << longer.err;
  EXPECT_TRUE(fs::exists(folder_ / "longer/particles/0014.vdb"));
  EXPECT_FALSE(fs::exists(folder_ / "longer/particles/0012.vdb"));

  fs::rename(folder_ / "run", folder_ / "gone");
  const Said lost = weir({"render", take_});
  EXPECT_EQ(lost.code, 2);
  EXPECT_NE(lost.err.find("its frames up to 8 are those of " + run_ + ", which is no longer there"), std::string::npos)
      << lost.err;
}

TEST_F(BranchVerb, IsCheckedBeforehand) {
  ASSERT_EQ(run(scene_, {"-o", run_, "--frames", "1-3"}).code, 0);
  const auto check = [&](const std::string& scene, const std::string& from) {
    return weir({"check", scene, "--from", from});
  };
  EXPECT_EQ(check(changed_, run_ + "@2").code, 0);
  EXPECT_NE(check(changed_, run_ + "@9").err.find("has no frame 9"), std::string::npos);
  std::string finer = kScene;
  write_file(path("finer.json"), finer.replace(finer.find("0.05"), 4, "0.04"));
  const Said refused = check(path("finer.json"), run_);
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("solver.spacing: is 0.04, but the run to go on with has 0.05"), std::string::npos)
      << refused.err;
}

TEST_F(BranchVerb, WrongWordsAreAnswered) {
  ASSERT_EQ(run(scene_, {"-o", run_, "--frames", "1-3"}).code, 0);
  const auto refused = [&](const std::vector<std::string>& more) {
    const Said said = run(scene_, more);
    EXPECT_EQ(said.code, 2);
    return said.err;
  };
  EXPECT_NE(refused({"-o", take_, "--from", run_ + "@x"}).find("like out/dam@20"), std::string::npos);
  EXPECT_NE(refused({"-o", take_, "--from", run_ + "@9"}).find("has no frame 9: it begins at 1 and has come to 3"),
            std::string::npos);
  EXPECT_NE(refused({"-o", take_, "--mend"}).find("holds no run that could be mended"), std::string::npos);
  refused({"-o", run_, "--mend", "--resume"});
}

TEST_F(BranchVerb, AKillInTheMiddleLosesNothing) {
  ASSERT_EQ(run(scene_, {"-o", run_}).code, 0);
  ASSERT_EQ(run(changed_, {"-o", path("whole"), "--from", run_ + "@5"}).code, 0);
  WeirProcess killed({"run", changed_, "-o", take_, "--from", run_ + "@5", "--progress", "none"});
  for (int i = 0; i < 2000 && !fs::exists(folder_ / "take/particles/0007.vdb"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  killed.send(SIGKILL);
  killed.wait();
  ASSERT_EQ(run(changed_, {"-o", take_, "--resume"}).code, 0);
  EXPECT_EQ(files_in(folder_ / "take/particles"), files_in(folder_ / "whole/particles"));
}

TEST_F(BranchVerb, AMissingFrameIsToldAndMended) {
  ASSERT_EQ(run(scene_, {"-o", run_}).code, 0);
  const auto before = files_in(run_);
  fs::remove(folder_ / "run/particles/0011.vdb");
  const Said info = weir({"info", run_});
  EXPECT_NE(info.out.find("missing    frame 11; make it anew with: weir run " + scene_ + " -o " + run_ +
                          " --frames 11-11 --mend\n"),
            std::string::npos)
      << info.out;
  const Said mended = run(scene_, {"-o", run_, "--frames", "11-11", "--mend"});
  ASSERT_EQ(mended.code, 0) << mended.err;
  EXPECT_EQ(mended.out, "Made anew in " + run_ + ": frame 11\n");
  auto after = files_in(run_);
  const auto is_lock = [](const auto& file) { return file.first == ".lock"; };
  auto wanted = before;
  std::erase_if(after, is_lock);
  std::erase_if(wanted, is_lock);
  EXPECT_EQ(after, wanted);
  EXPECT_EQ(run(scene_, {"-o", run_, "--mend"}).out, "Nothing is missing from frame 1 to 12 in " + run_ + "\n");
  EXPECT_EQ(run(changed_, {"-o", run_, "--mend"}).code, 2);
}

}  // namespace weir::app
