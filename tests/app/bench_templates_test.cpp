// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir bench templates: recordings are made first and kept, and the paper's figures stand beside ours.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "falling_scene.h"
#include "weir_program.h"

namespace weir::app {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// 40 x 8 particles; the template is there from frame 3 to frame 8.
static const char* kScene = R"({"dimensions": 2, "frames": {"last": 10},
  "solver": {"kind": "sph", "spacing": 0.05}, "domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1]},
  "liquids": [{"shape": {"kind": "box", "lower": [-1, 0, -1], "upper": [1, 0.4, 1]}}],
  "recordings": [{"name": "fall", "scene": "sub/falling.json", "first": 2, "last": 7,
    "region": {"size": [0.8, 1, 1], "translate": [0, 0.5, 0]}}],
  "directors": [{"kind": "templates", "instances": [{"template": "fall", "start": 3}]}]})";

static bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Works in a folder of its own, where temporary files go too.
class BenchTemplates : public ::testing::Test {
 protected:
  BenchTemplates() {
    make_folder(folder_ / "bench" / "templates" / "sub");
    make_folder(folder_ / "tmp");
    write_file(folder_ / "bench" / "templates" / "sub" / "falling.json", kFalling);
    write_file(folder_ / "bench" / "templates" / "drop-2d.json", kScene);
    fs::current_path(folder_.path());
    setenv("TMPDIR", (folder_ / "tmp").c_str(), 1);
  }
  ~BenchTemplates() override {
    fs::current_path(before_);
    if (tmpdir_) {
      setenv("TMPDIR", tmpdir_->c_str(), 1);
    } else {
      unsetenv("TMPDIR");
    }
  }
  // The template that was made for a bench.
  fs::path made() const {
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "tmp" / "weir-bench")) {
      if (entry.path().filename() == "fall.weirt") return entry.path();
    }
    return {};
  }

  const fs::path before_ = fs::current_path();
  const std::optional<std::string> tmpdir_ =
      std::getenv("TMPDIR") ? std::optional<std::string>(std::getenv("TMPDIR")) : std::nullopt;
  TempFolder folder_;
};

TEST_F(BenchTemplates, TableHasThePapersFiguresBelowOurs) {
  const Said said = weir({"bench", "templates"});
  ASSERT_EQ(said.code, 0) << said.err;
  std::vector<std::string> lines;
  std::istringstream in(said.out);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 6u) << said.out;
  EXPECT_TRUE(says(lines[0], "Schoentgen et al. 2020, Table 1, 8 cores i9-9900K")) << said.out;
  std::string name, whose;
  double liquid = 0, control = 0;
  std::istringstream(lines[3]) >> name >> whose >> liquid >> control;
  EXPECT_EQ(name + " " + whose, "drop-2d ours");
  EXPECT_EQ(liquid, 320);
  EXPECT_GT(control, 0);
  std::istringstream(lines[4]) >> whose >> liquid >> control;
  EXPECT_EQ(whose, "paper");
  EXPECT_EQ(liquid, 6700);
  EXPECT_EQ(control, 1300);
  EXPECT_TRUE(says(lines[5], "wanted")) << said.out;
#ifndef __SANITIZE_ADDRESS__                          // which takes three times the memory
  EXPECT_TRUE(says(lines[5], "66 met")) << said.out;  // MB, a fifth of the paper's 330
#endif
  for (size_t line = 2; line < lines.size(); ++line) EXPECT_EQ(lines[line].size(), lines[1].size()) << said.out;
}

TEST_F(BenchTemplates, RecordingsAreKeptUntilTheirSceneIsAnother) {
  const Said first = weir({"bench", "templates"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(says(first.err, "simulating \"fall\"")) << first.err;
  const fs::path file = made();
  ASSERT_FALSE(file.empty());
  const auto written = fs::last_write_time(file);
  const Said second = weir({"bench", "templates"});
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_FALSE(says(second.err, "simulating")) << second.err;
  EXPECT_EQ(fs::last_write_time(file), written);
  std::string other = kFalling;
  other.replace(other.find("[0, -1, 0]"), 10, "[0, -2, 0]");
  write_file(folder_ / "bench" / "templates" / "sub" / "falling.json", other);
  const std::string bytes = read_file(file);
  const Said third = weir({"bench", "templates"});
  ASSERT_EQ(third.code, 0) << third.err;
  EXPECT_NE(read_file(file), bytes);
}

// Against the lines that `weir run` writes for each frame.
TEST_F(BenchTemplates, FiguresAreThoseOfFramesInWhichATemplateActs) {
  const Said said = weir({"bench", "templates", "--json", "--repeat", "3", "--threads", "1"});
  ASSERT_EQ(said.code, 0) << said.err;
  const Json f = Json::parse(said.out);
  const Json& ours = f["templates"];
  ASSERT_EQ(weir({"run", "bench/templates/drop-2d.json", "-o", "run", "--progress", "none"}).code, 0);
  double control = 0, repulsion = 0, frames = 0;
  std::istringstream stats(read_file(folder_ / "run" / "stats.jsonl"));
  for (std::string line; std::getline(stats, line);) {
    const Json frame = Json::parse(line);
    if (frame["frame"] < 3 || frame["frame"] >= 8) continue;
    const Json& director = frame["directors"][0];
    control += director["control_particles"].get<double>();
    repulsion += director["repulsion_particles"].get<double>();
    frames += 1;
  }
  ASSERT_EQ(frames, 5);
  EXPECT_EQ(ours["frames"], 5);
  EXPECT_EQ(ours["liquid"], 320);
  EXPECT_NEAR(ours["control"].get<double>(), control / 5, 1e-9);
  EXPECT_NEAR(ours["repulsion"].get<double>(), repulsion / 5, 1e-9);
  const double share = ours["control_percent"].get<double>();
  EXPECT_NEAR(share, 100 * ours["control_ms"].get<double>() / ours["simulation_ms"].get<double>(), 1e-9);
  const auto shares = ours["control_percent_runs"].get<std::vector<double>>();
  ASSERT_EQ(shares.size(), 3u);
  EXPECT_EQ(share, *std::min_element(shares.begin(), shares.end()));
  EXPECT_EQ(ours["storage_mb"].get<double>(), static_cast<double>(fs::file_size(made())) / 1e6);
  EXPECT_EQ(f["paper"]["cores"], 8);
  EXPECT_EQ(f["paper"]["control_percent"], 2.9);
  EXPECT_NEAR(f["wanted"]["control_percent"]["at_most"].get<double>(), 1.45, 1e-12);
  EXPECT_EQ(f["wanted"]["control_percent"]["met"].get<bool>(), share <= 1.45);
  EXPECT_FALSE(f["wanted"].contains("simulation_ms"));  // only in 3D
}

TEST_F(BenchTemplates, SimulationInThreeDimensionsIsComparedByCores) {
  write_file(folder_ / "bench" / "templates" / "sub" / "block.json", R"({"frames": {"last": 4},
    "solver": {"kind": "sph", "spacing": 0.1},
    "liquids": [{"shape": {"kind": "box", "lower": [0.3, 0.3, 0.3], "upper": [0.7, 0.7, 0.7]}}]})");
  write_file(folder_ / "bench" / "templates" / "letters.json", R"({"frames": {"last": 4},
    "solver": {"kind": "sph", "spacing": 0.1},
    "liquids": [{"shape": {"kind": "box", "lower": [0, 0, 0], "upper": [1, 0.4, 1]}}],
    "recordings": [{"name": "fall", "scene": "sub/block.json"}],
    "directors": [{"kind": "templates", "instances": [{"template": "fall", "start": 2}]}]})");
  const Said said = weir({"bench", "templates", "--only", "letters", "--json", "--threads", "1"});
  ASSERT_EQ(said.code, 0) << said.err;
  const Json wanted = Json::parse(said.out)["wanted"]["simulation_ms"];
  EXPECT_NEAR(wanted["at_most"].get<double>(), 5207.5 * 8 / 1 / 10, 1e-6);
  EXPECT_TRUE(wanted["met"].get<bool>());
}

TEST_F(BenchTemplates, ASceneThatIsInNoPaperHasAPlainRow) {
  fs::rename("bench/templates/drop-2d.json", "bench/templates/mine.json");
  const Said said = weir({"bench", "templates"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_FALSE(says(said.out, "paper")) << said.out;
  EXPECT_TRUE(says(said.out, "\nmine ")) << said.out;
}

TEST_F(BenchTemplates, LargeScenesAreTimedOnlyWhenNamed) {
  make_folder(folder_ / "bench" / "tiny" / "large");
  const char* drop = R"({"frames": {"last": 2}, "solver": {"kind": "ballistic", "spacing": 0.1},
                         "liquids": [{"shape": {"kind": "box"}}]})";
  write_file(folder_ / "bench" / "tiny" / "b.json", drop);
  write_file(folder_ / "bench" / "tiny" / "large" / "a.json", drop);
  EXPECT_TRUE(says(weir({"bench"}).out, "tiny       b, a (only when named)\n")) << weir({"bench"}).out;
  EXPECT_EQ(Json::parse(weir({"bench", "tiny", "--json"}).out)["scene"], "b");
  EXPECT_EQ(Json::parse(weir({"bench", "tiny", "--json", "--only", "a"}).out)["scene"], "a");
}

}  // namespace weir::app
