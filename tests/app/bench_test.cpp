// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir bench: finding the scenes, the figures, mistakes, stopping. And that the scenes of bench/ are what they say.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "weir_program.h"

namespace weir::app {

namespace fs = std::filesystem;

// The group that has no scenes.
constexpr const char* kStudio =
    "studio  frames of particles and edits of the examples, as Studio's server answers them\n";
using Json = nlohmann::json;

// 1000 particles, 2 frames of 4 steps.
static const char* kDrop = R"({"frames": {"last": 3}, "solver": {"kind": "ballistic", "spacing": 0.1},
                               "liquids": [{"shape": {"kind": "box"}}]})";
// 6^3 particles that drop onto the floor: more steps in later frames than in the first.
static const char* kSplash = R"({"frames": {"last": 7, "rate": 30}, "solver": {"kind": "sph", "spacing": 0.05},
  "domain": {"lower": [0, 0, 0], "upper": [1, 1, 0.3]},
  "liquids": [{"shape": {"kind": "box", "lower": [0, 0.2, 0], "upper": [0.3, 0.5, 0.3]}}]})";

static std::vector<Json> lines_of(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
  return lines;
}

// Every test has a working folder of its own, with a bench/ in it.
class Bench : public ::testing::Test {
 protected:
  Bench() { fs::current_path(folder_.path()); }
  ~Bench() override { fs::current_path(before_); }
  void scene(const std::string& name, const std::string& text) {
    const fs::path file = folder_ / "bench" / (name + ".json");
    make_folder(file.parent_path());
    write_file(file, text);
  }
  // What one run in JSON gives, one scene a line.
  std::vector<Json> figures(const std::vector<std::string>& words) {
    std::vector<std::string> arguments{"bench", "--json"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    const Said said = weir(arguments);
    EXPECT_EQ(said.code, 0) << said.err;
    return lines_of(said.out);
  }

  const fs::path before_ = fs::current_path();
  TempFolder folder_;
};

TEST_F(Bench, GroupsAreListed) {
  scene("tiny/b", kDrop);
  scene("tiny/a", kDrop);
  scene("other/c", kDrop);
  make_folder(folder_ / "bench" / "empty");
  EXPECT_EQ(weir({"bench"}).out, fmt::format("other  c\ntiny   a, b\n{}", kStudio));
}

TEST_F(Bench, FiguresAreThoseOfTheScene) {
  scene("tiny/drop", kDrop);
  const auto before = files_in(folder_.path());
  const std::vector<Json> lines = figures({"tiny"});
  ASSERT_EQ(lines.size(), 1u);
  const Json& f = lines[0];
  EXPECT_EQ(f["group"], "tiny");
  EXPECT_EQ(f["scene"], "drop");
  EXPECT_EQ(f["solver"], "ballistic");
  EXPECT_EQ(f["particles_start"], 1000);
  EXPECT_EQ(f["particles_end"], 1000);
  EXPECT_EQ(f["frames"], 2);
  EXPECT_EQ(f["steps"], 8);
  EXPECT_NEAR(f["simulated_s"].get<double>(), 2.0 / 24, 1e-9);
  const double wall = f["wall_s"].get<double>();
  EXPECT_GT(wall, 0);
  EXPECT_LT(wall, 60);
  EXPECT_GT(f["setup_s"].get<double>(), 0);
  EXPECT_NEAR(f["ms_per_step"].get<double>(), 1000 * wall / 8, 1e-9);
  EXPECT_NEAR(f["us_per_particle_step"].get<double>(), 1e6 * wall / 8 / 1000, 1e-9);
  EXPECT_EQ(f["wall_min_s"], f["wall_s"]);
  EXPECT_EQ(f["measures"]["collisions"], 0);
  EXPECT_EQ(files_in(folder_.path()), before);  // nothing was written
}

// Against the lines that `weir run` writes for each frame.
TEST_F(Bench, MeasuresAreOverAllSteps) {
  scene("tiny/splash", kSplash);
  const std::vector<Json> lines = figures({"tiny"});
  ASSERT_EQ(lines.size(), 1u);
  ASSERT_EQ(weir({"run", "bench/tiny/splash.json", "-o", "run", "--progress", "none"}).code, 0);
  double steps = 0, iterations = 0, mean = 0, max = 0;
  for (const Json& frame : lines_of(read_file(folder_ / "run" / "stats.jsonl"))) {
    if (frame["steps"] == 0) continue;  // the first, where nothing has moved yet
    const double n = frame["steps"].get<double>();
    steps += n;
    iterations += n * frame["solver"]["density_iterations"].get<double>();
    mean += n * frame["solver"]["compression_mean"].get<double>();
    max = std::max(max, frame["solver"]["compression_max"].get<double>());
  }
  const Json& f = lines[0];
  EXPECT_EQ(f["particles_start"], 216);
  EXPECT_EQ(f["steps"].get<double>(), steps);
  EXPECT_NEAR(f["measures"]["density_iterations"].get<double>(), iterations / steps, 1e-9);
  EXPECT_NEAR(f["measures"]["compression_mean"].get<double>(), mean / steps, 1e-9);
  EXPECT_EQ(f["measures"]["compression_max"].get<double>(), max);
}

TEST_F(Bench, MemoryIsOfOneSceneAlone) {
  scene("tiny/a-large", R"({"frames": {"last": 2}, "solver": {"kind": "ballistic", "spacing": 0.01},
                            "liquids": [{"shape": {"kind": "box"}}]})");
  scene("tiny/b-small", kDrop);
  const std::vector<Json> lines = figures({"tiny"});
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["scene"], "a-large");
  const double large = lines[0]["peak_mb"].get<double>(), small = lines[1]["peak_mb"].get<double>();
  EXPECT_GT(small, 1);
  EXPECT_GT(large, small + 24);  // position and velocity of a million particles, no less
}

TEST_F(Bench, TableHasARowAScene) {
  scene("tiny/drop", kDrop);
  scene("tiny/splash", kSplash);
  const Said said = weir({"bench", "tiny"});
  ASSERT_EQ(said.code, 0) << said.err;
  std::vector<std::string> lines;
  std::istringstream in(said.out);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 6u) << said.out;  // the head twice, since the solvers measure different things
  EXPECT_EQ(lines[0].find("density"), std::string::npos) << said.out;
  EXPECT_NE(lines[3].find("density"), std::string::npos) << said.out;
  for (size_t line = 0; line < 6; ++line) EXPECT_EQ(lines[line].size(), lines[line / 3 * 3].size()) << said.out;
  std::istringstream row(lines[2]);
  std::string name;
  double start = 0, end = 0, simulated = 0, steps = 0, setup = 0, wall = 0;
  row >> name >> start >> end >> simulated >> steps >> setup >> wall;
  EXPECT_TRUE(row.good()) << said.out;
  EXPECT_EQ(name, "drop");
  EXPECT_EQ(start, 1000);
  EXPECT_EQ(end, 1000);
  EXPECT_NEAR(simulated, 0.0833, 1e-4);
  EXPECT_EQ(steps, 8);
  EXPECT_EQ(lines[5].rfind("splash ", 0), 0u) << said.out;
}

TEST_F(Bench, OnlyOneSceneSeveralTimes) {
  scene("tiny/a", kDrop);
  scene("tiny/b", kDrop);
  const std::vector<Json> lines = figures({"tiny", "--only", "b", "--repeat", "3", "--threads", "1"});
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["scene"], "b");
  EXPECT_EQ(lines[0]["threads"], 1);
  std::vector<double> walls = lines[0]["wall_runs_s"].get<std::vector<double>>();
  ASSERT_EQ(walls.size(), 3u);
  std::sort(walls.begin(), walls.end());
  EXPECT_EQ(lines[0]["wall_min_s"].get<double>(), walls[0]);
  EXPECT_EQ(lines[0]["wall_s"].get<double>(), walls[1]);
  const Said table = weir({"bench", "tiny", "--repeat", "2"});
  EXPECT_NE(table.out.find("wall, median"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("wall, least"), std::string::npos) << table.out;
}

TEST_F(Bench, MistakesExitWith2AndSayWhatThereIs) {
  scene("tiny/a", kDrop);
  scene("tiny/b", kDrop);
  scene("other/c", kDrop);
  EXPECT_EQ(weir({"bench", "big"}).err, "weir: bench: there is no group \"big\"; there is other, tiny\n");
  EXPECT_EQ(weir({"bench", "tiny", "--only", "c"}).err,
            "weir: bench: there is no scene \"c\" in the group tiny; there is a, b\n");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"bench", "big"},
                                             {"bench", "../bench/tiny"},
                                             {"bench", "tiny", "--only", "c"},
                                             {"bench", "--only", "a"},
                                             {"bench", "tiny", "--repeat", "0"},
                                             {"bench", "tiny", "--repeat", "x"},
                                             {"bench", "tiny", "--threads", "-1"}}) {
    const Said said = weir(words);
    EXPECT_EQ(said.code, 2) << words.back() << said.err;
    EXPECT_EQ(said.err.rfind("weir: ", 0), 0u) << said.err;
    EXPECT_EQ(said.out, "");
  }
}

TEST_F(Bench, ABadSceneIsToldBeforeAnyIsRun) {
  scene("tiny/a", kDrop);
  scene("tiny/b", R"({"solver": {"kind": "ballistic", "spacing": -1}, "liquids": [{"shape": {"kind": "box"}}]})");
  const Said said = weir({"bench", "tiny"});
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.out, "");
  EXPECT_NE(said.err.find("b.json:1: solver.spacing"), std::string::npos) << said.err;
}

// Only the child can find that; what was measured before stays.
TEST_F(Bench, ASceneThatCannotBeBuiltIsTold) {
  scene("tiny/a", kDrop);
  scene("tiny/b", R"({"solver": {"kind": "ballistic"}, "liquids": [{"shape": {"kind": "mesh", "file": "no.obj"}}]})");
  const Said said = weir({"bench", "tiny", "--json"});
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(lines_of(said.out).size(), 1u);
  EXPECT_NE(said.err.find("no.obj: there is no such file"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("b.json: cannot be measured for the reason above"), std::string::npos) << said.err;
}

// The scenes of the source folder are found from anywhere, but those of the working folder come first.
TEST_F(Bench, ScenesOfTheSourceFolderAreFound) {
  EXPECT_NE(weir({"bench"}).out.find("S1, S1-fastest, S2, S3, S3-fastest, S4\n"), std::string::npos);
  scene("tiny/a", kDrop);
  EXPECT_EQ(weir({"bench"}).out, fmt::format("tiny  a\n{}", kStudio));
}

// How many processes have this word in their command line.
static int processes_with(const std::string& word) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream in(entry.path() / "cmdline", std::ios::binary);
    const std::string line{std::istreambuf_iterator<char>(in), {}};
    count += line.find(word) != std::string::npos;
  }
  return count;
}

TEST_F(Bench, StoppingEndsTheChildToo) {
  const std::string name = folder_.path().filename().string() + "-long";
  scene("tiny/" + name, R"({"frames": {"last": 100000}, "solver": {"kind": "ballistic", "spacing": 0.03},
                            "liquids": [{"shape": {"kind": "box"}}]})");
  for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
    WeirProcess process({"bench", "tiny"});
    for (int i = 0; i < 500 && processes_with(name) == 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ASSERT_EQ(processes_with(name), 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // it has begun to simulate
    process.send(signal);
    const Said said = process.wait();
    EXPECT_EQ(said.code, signal == SIGKILL ? -SIGKILL : 130);
    EXPECT_EQ(said.err, signal == SIGKILL ? "" : "weir: stopped\n");
    for (int i = 0; i < 200 && processes_with(name) > 0; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(processes_with(name), 0) << signal;
  }
}

// The peer's numbers of particles, and its simulated time.
TEST(BenchScenes, AreAsLargeAsThePeers) {
  struct Peer {
    const char* name;
    int particles;
    double seconds;
  };
  const TempFolder folder;
  for (const Peer& peer : {Peer{"S1", 59319, 1.0}, {"S2", 300763, 0.3}, {"S3", 6724, 2.0}, {"S4", 1000000, 0.061}}) {
    const fs::path file = fs::path(WEIR_SOURCE_DIR) / "bench" / "sph" / (std::string(peer.name) + ".json");
    EXPECT_EQ(read_file(file).rfind("// " + std::string(peer.name) + ": ", 0), 0u);
    const fs::path out = folder / peer.name;
    ASSERT_EQ(weir({"run", file.string(), "-o", out.string(), "--frames", "1-1", "--progress", "none"}).code, 0);
    EXPECT_EQ(lines_of(read_file(out / "stats.jsonl"))[0]["particles"], peer.particles);
    const Json frames = Json::parse(read_file(file), nullptr, true, true)["frames"];
    EXPECT_NEAR((frames["last"].get<double>() - 1) / frames["rate"].get<double>(), peer.seconds, 1e-9) << peer.name;
  }
}

}  // namespace weir::app
