// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole runs through the program: what it writes, and that stopping, killing, resuming and the number of threads make
// no difference to it.

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "base/random.h"
#include "weir_program.h"

namespace weir::app {

namespace fs = std::filesystem;

// Everything that could go wrong when a run is cut in two: an emitter in mid-flow, a sink, a moving solid, forces.
static const char* kScene = R"({
  "frames": {"last": 14}, "solver": {"kind": "ballistic", "spacing": 0.04, "bounce": 0.5},
  "domain": {"lower": [-1, 0, -1], "upper": [1, 3, 1]},
  "liquids": [{"shape": {"kind": "sphere", "radius": 0.4, "transform": {"translate": [0, 1.5, 0]}}}],
  "emitters": [{"velocity": [1, 2, 0.3], "shape": {"kind": "sphere", "radius": 0.15, "centre": [-0.7, 0.5, 0]}}],
  "sinks": [{"shape": {"kind": "box", "lower": [0.5, 0, -1], "upper": [1, 0.1, 1]}}],
  "solids": [{"shape": {"kind": "box", "lower": [-0.5, -0.05, -0.1], "upper": [0.5, 0.05, 0.1],
              "transform": {"translate": [0, 0.8, 0], "spin": {"keys": [[1, 0], [14, 300]]}, "spin_axis": [0, 0, 1]}}}],
  "forces": [{"kind": "vortex", "turns": 0.5}, {"kind": "wind", "drag": 0.3}]
})";

class Run : public ::testing::Test {
 protected:
  Run() { write_file(scene_, kScene); }
  Said run(const std::string& name, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"run", scene_, "-o", (folder_ / name).string(), "--progress", "none"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return weir(arguments);
  }
  auto particles(const std::string& name) { return files_in(folder_ / name / "particles"); }
  std::vector<nlohmann::json> stats(const std::string& name) {
    std::vector<nlohmann::json> lines;
    std::istringstream text(read_file(folder_ / name / "stats.jsonl"));
    for (std::string line; std::getline(text, line);) lines.push_back(nlohmann::json::parse(line));
    return lines;
  }
  TempFolder folder_;
  std::string scene_ = (folder_ / "scene.json").string();
};

TEST_F(Run, WritesItsFolder) {
  const Said said = run("a");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(particles("a").size(), 14u);
  EXPECT_EQ(particles("a")[0].first, "0001.vdb");
  const auto lines = stats("a");
  ASSERT_EQ(lines.size(), 14u);
  for (size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i]["frame"], i + 1);
    EXPECT_NEAR(lines[i]["time"].get<double>(), static_cast<double>(i) / 24, 1e-12);
    for (const char* part : {"total", "simulation", "control", "cache"})
      EXPECT_TRUE(lines[i]["wall_ms"].contains(part));
    if (i > 0) {
      EXPECT_EQ(lines[i]["steps"], 4);
      EXPECT_EQ(lines[i]["directors"].size(), 2u);
    }
  }
  EXPECT_EQ(lines[5]["directors"][0]["kind"], "vortex");
  EXPECT_GT(lines[13]["particles"], lines[0]["particles"]);
  const auto json = nlohmann::json::parse(read_file(folder_ / "a" / "run.json"));
  EXPECT_EQ(json["seed"], 1);
  EXPECT_EQ(json["scene"]["solver"]["bounce"], 0.5);
  for (const auto& [name, bytes] : files_in(folder_ / "a")) EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
}

TEST_F(Run, SameBytesForAnyNumberOfThreads) {
  ASSERT_EQ(run("one", {"--threads", "1"}).code, 0);
  ASSERT_EQ(run("two", {"--threads", "2"}).code, 0);
  ASSERT_EQ(run("seven", {"--threads", "7"}).code, 0);
  EXPECT_EQ(particles("one"), particles("two"));
  EXPECT_EQ(particles("one"), particles("seven"));
}

TEST_F(Run, ResumedEqualsUnbroken) {
  ASSERT_EQ(run("whole").code, 0);
  ASSERT_EQ(run("parts", {"--frames", "1-5"}).code, 0);
  ASSERT_EQ(run("parts", {"--frames", "1-9", "--resume", "--threads", "1"}).code, 0);
  ASSERT_EQ(run("parts", {"--resume"}).code, 0);
  EXPECT_EQ(particles("whole"), particles("parts"));
  EXPECT_EQ(stats("parts").size(), 14u);
  ASSERT_EQ(run("parts", {"--resume"}).code, 0);  // nothing left to do
  EXPECT_EQ(particles("whole"), particles("parts"));
}

// Killed at many moments, with no chance to tidy up, then resumed until it is done.
TEST_F(Run, KilledAndResumedEqualsUnbroken) {
  ASSERT_EQ(run("whole").code, 0);
  const Random random(11);
  int kills = 0;
  for (uint64_t i = 0; i < 30; ++i) {
    WeirProcess process({"run", scene_, "-o", (folder_ / "killed").string(), "--progress", "none", "--resume"});
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + random.below(60, i)));
    process.send(SIGKILL);
    const int code = process.wait().code;
    kills += code == -SIGKILL;
    if (code == 0) break;
    ASSERT_EQ(code, -SIGKILL);
    // What stands under its final name is whole; the latest frame was the one in danger.
    if (!fs::exists(folder_ / "killed" / "run.json")) continue;
    ASSERT_EQ(weir({"info", (folder_ / "killed").string()}).code, 0);
  }
  EXPECT_GT(kills, 0);
  const Said said = run("killed", {"--resume"});
  ASSERT_EQ(said.code, 0) << said.err;
  for (const auto& [name, bytes] : particles("whole")) {
    EXPECT_EQ(read_file(folder_ / "killed" / "particles" / name), bytes) << name;
  }
  EXPECT_EQ(stats("killed").size(), 14u);
  for (const auto& [name, bytes] : files_in(folder_ / "killed"))
    EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
}

TEST_F(Run, InterruptSaysHowToGoOn) {
  write_file(scene_, std::string(kScene).replace(std::string(kScene).find("14}"), 3, "100000}"));
  const std::string out = (folder_ / "it's a").string();
  WeirProcess process({"run", scene_, "-o", out, "--progress", "verbose", "--frames", "2-90000", "--threads", "1"});
  for (int i = 0; i < 500 && process.errors_so_far().find("frame 3/") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  process.send(SIGINT);
  const Said said = process.wait();
  EXPECT_EQ(said.code, 130);
  EXPECT_NE(said.err.find("Go on with: weir run " + scene_ + " -o '" + folder_.path().string() +
                          "/it'\\''s a' --frames 2-90000 --threads 1 --resume\n"),
            std::string::npos)
      << said.err;
  EXPECT_EQ(run("it's a", {"--frames", "1-1000", "--resume", "--overwrite"}).code, 2);  // one or the other
}

TEST_F(Run, AnEarlierRunIsNotLostByAccident) {
  ASSERT_EQ(run("a", {"--frames", "1-2"}).code, 0);
  const Said again = run("a", {"--frames", "1-2"});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("holds a run already; go on with --resume, replace it with --overwrite"), std::string::npos);
  EXPECT_EQ(run("a", {"--frames", "1-3", "--overwrite"}).code, 0);
  EXPECT_EQ(particles("a").size(), 3u);
}

TEST_F(Run, AChangedSceneIsNotResumed) {
  ASSERT_EQ(run("a", {"--frames", "1-3"}).code, 0);
  write_file(scene_, std::string(kScene).replace(std::string(kScene).find("\"bounce\": 0.5"), 13, "\"bounce\": 0.6"));
  const Said said = run("a", {"--resume"});
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("\"solver\" differs from the run"), std::string::npos) << said.err;
}

TEST_F(Run, ADamagedCheckpointIsNamed) {
  ASSERT_EQ(run("a", {"--frames", "1-3"}).code, 0);
  const fs::path checkpoint = folder_ / "a" / "checkpoint" / "state";
  const std::string whole = read_file(checkpoint);
  for (const size_t size : {size_t{0}, size_t{10}, whole.size() / 2, whole.size() - 1}) {
    write_file(checkpoint, whole.substr(0, size));
    const Said said = run("a", {"--resume"});
    EXPECT_EQ(said.code, 2);
    EXPECT_NE(said.err.find(checkpoint.string()), std::string::npos) << said.err;
  }
  write_file(folder_ / "a" / "run.json", "{\"weir\"");
  EXPECT_EQ(run("a", {"--resume"}).code, 2);
}

TEST_F(Run, TwoRunsDoNotShareAFolder) {
  write_file(scene_, std::string(kScene).replace(std::string(kScene).find("14}"), 3, "100000}"));
  WeirProcess first({"run", scene_, "-o", (folder_ / "a").string(), "--progress", "verbose"});
  for (int i = 0; i < 500 && first.errors_so_far().empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const Said second = run("a", {"--overwrite"});
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.err.find("another weir is running in this folder (process "), std::string::npos) << second.err;
  EXPECT_NE(second.err.find(", simulating scene.json, since 20"), std::string::npos) << second.err;
  first.send(SIGTERM);
  EXPECT_EQ(first.wait().code, 130);
}

TEST_F(Run, FramesCanBeChosen) {
  ASSERT_EQ(run("a", {"--frames", "3-5"}).code, 0);
  EXPECT_EQ(particles("a").size(), 3u);
  EXPECT_EQ(particles("a")[0].first, "0003.vdb");
  EXPECT_EQ(run("b", {"--frames", "5-3"}).code, 2);
  EXPECT_EQ(run("b", {"--frames", "0-3"}).code, 2);
  EXPECT_EQ(run("b", {"--frames", "x"}).code, 2);
  EXPECT_EQ(run("b", {"--frames", "1-2000000000"}).code, 2);
  EXPECT_FALSE(fs::exists(folder_ / "b"));
}

TEST_F(Run, FramesBeyondTheEndAreSaid) {
  const auto said = [&](const std::string& frames) {
    return weir({"run", scene_, "-o", (folder_ / frames).string(), "--frames", frames}).out;
  };
  const std::string beyond = "The scene ends at frame 14: it is simulated on to frame 18, and frames before 16";
  EXPECT_NE(said("16-18").find(beyond), std::string::npos);
  EXPECT_EQ(said("14-15").find("The scene ends"), std::string::npos);
}

TEST_F(Run, ProgressAsJson) {
  const Said said = weir({"run", scene_, "-o", (folder_ / "a").string(), "--progress", "json", "--frames", "1-4"});
  std::istringstream text(said.out);
  int lines = 0;
  for (std::string line; std::getline(text, line); ++lines) EXPECT_EQ(nlohmann::json::parse(line)["frame"], lines + 1);
  EXPECT_EQ(lines, 4);
}

}  // namespace weir::app
