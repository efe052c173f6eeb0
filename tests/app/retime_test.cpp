// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir retime, as a user calls it, and what other verbs make of its folder.

#include <gtest/gtest.h>

#include <utility>

#include "weir_program.h"

namespace weir::app {

namespace fs = std::filesystem;

class RetimeVerb : public ::testing::Test {
 protected:
  RetimeVerb() {
    write_file(folder_ / "a.json", R"({"frames": {"last": 4}, "solver": {"kind": "ballistic", "spacing": 0.1},
      "domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1]}, "picture": {"style": "particles", "width": 64, "height": 48},
      "liquids": [{"shape": {"kind": "sphere", "radius": 0.3, "centre": [0, 1.2, 0]}}]})");
    EXPECT_EQ(weir({"run", at("a.json"), "-o", at("a"), "--progress", "none"}).code, 0);
  }
  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  Said retime(const std::string& speed, const std::string& to, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"retime", at("a"), speed, "-o", at(to), "--progress", "plain"};
    words.insert(words.end(), more.begin(), more.end());
    return weir(words);
  }
  void expect_refused(const Said& said, const std::string& words) {
    EXPECT_EQ(said.code, 2) << said.err;
    EXPECT_NE(said.err.find(words), std::string::npos) << said.err;
  }
  // Where the particles of a file are, as weir info tells.
  std::string places(const std::string& file) {
    const std::string said = weir({"info", file}).out;
    const size_t from = said.find("  from"), fastest = said.find("  fastest");
    EXPECT_LT(from, fastest) << said;
    return said.substr(from, fastest - from);
  }
  TempFolder folder_;
};

TEST_F(RetimeVerb, ItsFolderIsTakenWhereARunIs) {
  const Said said = retime("0.5", "new/slow");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.out, "frames 1 to 7 in " + at("new/slow") + "\n");
  EXPECT_EQ(retime("0.5", "new/slow").out, "frames 1 to 7 in " + at("new/slow") + ", all up to date already\n");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"info", at("new/slow")},
                                             {"render", at("new/slow"), "--film", "--sheet", "4", "--progress", "none"},
                                             {"mesh", at("new/slow"), "--frames", "2", "--progress", "none"},
                                             {"plot", at("new/slow"), "-o", at("plots/slow.svg")},
                                             {"convert", at("new/slow"), at("points/####.bgeo")},
                                             {"retime", at("points"), "2", "-o", at("fast"), "--progress", "none"}}) {
    const Said done = weir(words);
    EXPECT_EQ(done.code, 0) << words[0] << ": " << done.err;
  }
  EXPECT_TRUE(fs::exists(folder_ / "fast" / "particles" / "0004.vdb"));
}

TEST_F(RetimeVerb, ABranchIsRetimedAsAWhole) {
  std::string longer = read_file(folder_ / "a.json");
  longer.replace(longer.find("4}"), 2, "6}");
  write_file(folder_ / "b.json", longer);
  ASSERT_EQ(weir({"run", at("b.json"), "-o", at("b"), "--from", at("a") + "@2", "--progress", "none"}).code, 0);
  const Said said = weir({"retime", at("b"), "0.5", "-o", at("slow"), "--progress", "none"});
  ASSERT_EQ(said.code, 0) << said.err;
  ASSERT_EQ(weir({"convert", at("slow"), at("points/####.ply")}).code, 0);
  ASSERT_EQ(weir({"convert", at("b"), at("whole/####.ply")}).code, 0);
  for (const auto& [clip, run] : {std::pair{"0003", "0002"}, {"0007", "0004"}, {"0011", "0006"}}) {
    EXPECT_EQ(places(at("points/" + std::string(clip) + ".ply")), places(at("whole/" + std::string(run) + ".ply")))
        << clip;
  }
  const Said info = weir({"info", at("slow")});
  EXPECT_NE(info.out.find("retimed    " + at("b") + " at 0.5 of its speed"), std::string::npos) << info.out;
  EXPECT_EQ(info.out.find("branch"), std::string::npos) << info.out;
}

TEST_F(RetimeVerb, AMissingFrameIsTold) {
  fs::remove(folder_ / "a/particles/0003.vdb");
  const Said said = retime("0.5", "slow");
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_NE(said.out.find("frame 3 of " + at("a") + " is missing"), std::string::npos) << said.out;
}

TEST_F(RetimeVerb, CurvesAndBackwards) {
  EXPECT_EQ(retime("-1", "back").code, 0);
  EXPECT_EQ(retime(R"({"keys": [[1, 1], [4, 0.5]], "between": "smooth"})", "curve").code, 0);
  write_file(folder_ / "speed.json", R"({"keys": [[1, 1], [4, 0.5]], "between": "smooth"} // slower)");
  const Said said = retime(at("speed.json"), "curve");
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_NE(said.out.find("all up to date"), std::string::npos);  // the same curve
}

TEST_F(RetimeVerb, WrongWordsAreAnswered) {
  expect_refused(retime("fast", "slow"), "speed");
  expect_refused(retime("0", "slow"), "nothing would move");
  expect_refused(retime(R"({"keys": [[2, 1], [1, 1]]})", "slow"), "keys[1]");
  expect_refused(weir({"retime", at("a"), "0.5"}), "--output is required");
  expect_refused(weir({"retime", at("a.json"), "0.5", "-o", at("slow")}), "that is a scene, not what came of it");
  expect_refused(retime("0.5", "slow", {"--rate", "30"}), "a run says itself");
  expect_refused(retime("0.5", "a"), "is what is to be retimed");
  EXPECT_FALSE(fs::exists(folder_ / "slow"));
  // A retimed run is not gone on with as a simulation.
  ASSERT_EQ(retime("0.5", "slow").code, 0);
  expect_refused(weir({"run", at("a.json"), "-o", at("slow"), "--resume", "--progress", "none"}), "cannot be resumed");
  EXPECT_EQ(retime("0.5", "slow").out, "frames 1 to 7 in " + at("slow") + ", all up to date already\n");
}

}  // namespace weir::app
