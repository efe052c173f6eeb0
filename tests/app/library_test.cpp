// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir library, as a user calls it.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "weir_program.h"

namespace weir::app {

// Without gravity and walls a block of water flies on: where each particle is at any frame is known.
static const char* kFlight = R"({"title": "flight", "frames": {"last": 12, "rate": 24}, "gravity": [0, 0, 0],
  "solver": {"kind": "ballistic", "spacing": 0.05},
  "phases": [{"name": "oil", "density": 900}],
  "liquids": [{"velocity": [2.4, 0, 0], "shape": {"kind": "box", "lower": [0, 0, 0], "upper": [1, 1, 1]}}]})";

class LibraryVerb : public ::testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_ / "s.json", kFlight);
    ASSERT_EQ(weir({"run", (folder_ / "s.json").string(), "-o", run_}).code, 0);
  }
  Said library(std::vector<std::string> words) const {
    words.insert(words.begin(), "library");
    words.insert(words.end(), {"--library", library_});
    return weir(words);
  }
  bool there(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
  static bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

  TempFolder folder_;
  const std::string run_ = (folder_ / "run").string(), library_ = (folder_ / "library").string();
};

TEST_F(LibraryVerb, RecordsListsShowsRenamesAndRemoves) {
  EXPECT_TRUE(says(library({"list"}).out, "no templates"));
  const Said made = library({"record", run_, "--name", "flight", "--box", "1,0,0,2,1,1", "--frames", "3-11:2", "--tags",
                             "oil,fast", "--progress", "verbose"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_TRUE(says(made.out, "\"flight\": 5 frames of at most ")) << made.out;
  EXPECT_TRUE(says(made.err, "frame 11/11")) << made.err;

  // 0.1 m a frame: 2 layers of 20 x 20 more with each.
  const Said shown = library({"show", "flight", "--picture", (folder_ / "p.png").string()});
  EXPECT_EQ(shown.code, 0) << shown.err;
  for (const char* part : {"flight: a 3D template", "oil, fast", "5, 12 a second: 0.3333 s",
                           "1600-8000 a frame, 0.05 m", "oil (900 kg/m3)", "1 x 1 x 1 m, recorded at [1.5, 0.5, 0.5] m",
                           "of \"flight\", from frame 3, every 2 frames", "flight.weirt"}) {
    EXPECT_TRUE(says(shown.out, part)) << part << " in\n" << shown.out;
  }
  EXPECT_EQ(read_file(folder_ / "p.png").substr(1, 3), "PNG");
  EXPECT_TRUE(
      says(library({"show", "there/flight.weirt"}).err, "name it \"flight\" and give its folder with --library there"));

  EXPECT_TRUE(says(library({"list", "FLI", "--tag", "oil"}).out, "flight  3D       5     12      1600-8000"));
  EXPECT_TRUE(says(library({"list", "water"}).out, "no template is like that"));
  EXPECT_EQ(library({"rename", "flight", "block"}).code, 0);
  EXPECT_TRUE(there("library/block.weirt"));
  EXPECT_FALSE(there("library/flight.weirt"));
  EXPECT_EQ(library({"anchor", "block", "crest", "0.1", "-0.2", "0"}).code, 0);
  EXPECT_TRUE(says(library({"show", "block"}).out, "anchors    centre, bottom, crest\n"));
  EXPECT_EQ(library({"anchor", "block", "bottom", "0", "0", "0"}).code, 2);
  EXPECT_EQ(library({"remove", "block"}).code, 0);
  EXPECT_FALSE(there("library/block.weirt"));
  EXPECT_EQ(library({"remove", "block"}).code, 2);
}

// The numbers in brackets after `word` in what weir info says.
static std::array<double, 3> place_after(const std::string& said, const std::string& word) {
  std::array<double, 3> place{};
  const size_t at = said.find("  " + word + " ");
  if (at == std::string::npos) return place;
  std::sscanf(said.c_str() + said.find('[', at), "[%lf, %lf, %lf]", &place[0], &place[1], &place[2]);
  return place;
}

TEST_F(LibraryVerb, ExportAndImportKeepWhereTheLiquidIs) {
  const std::string region = R"({"size": [0.9, 0.7, 0.8], "translate": [0.8, 0.5, 0.5], "rotate": [0, 25, 0]})";
  ASSERT_EQ(library({"record", run_, "--name", "a", "--region", region}).code, 0);
  // Rows of particles are 0.025, 0.075... m above the ground, the box reaches from 0.15 to 0.85 m; its turned corners
  // lie farther out than its sides.
  const auto expect_at_home = [&](const std::string& file) {
    const Said info = weir({"info", file});
    EXPECT_NEAR(place_after(info.out, "from")[1], 0.175, 0.0006) << info.out;
    EXPECT_NEAR(place_after(info.out, "to")[1], 0.825, 0.0006) << info.out;
    EXPECT_GT(place_after(info.out, "to")[0], 1.25) << info.out;
    EXPECT_TRUE(says(info.out, "fastest    2.4 m/s") || says(info.out, "fastest    2.39") ||
                says(info.out, "fastest    2.40"))
        << info.out;
  };
  for (const std::string format : {"vdb", "ply", "bgeo"}) {
    const std::string out = (folder_ / format).string(), again = (folder_ / (format + "-again")).string();
    EXPECT_EQ(library({"export", "a", out, "--format", format}).code, 0);
    EXPECT_TRUE(there(format + "/0001." + format));
    expect_at_home(out + "/0012." + format);
    const Said made = library({"import", out, "--name", format, "--region", region, "--spacing", "0.05"});
    EXPECT_EQ(made.code, 0) << made.err;
    const Said shown = library({"show", format});
    EXPECT_TRUE(says(shown.out, "12, 24 a second")) << shown.out;
    EXPECT_TRUE(says(shown.out, "recorded at [0.8, 0.5, 0.5] m, turned by [0, 25, 0] degrees")) << shown.out;
    EXPECT_EQ(library({"export", format, again, "--format", format}).code, 0);
    expect_at_home(again + "/0012." + format);
  }
}

// Points of another program: no ids but their order, no velocities, no masses, and no spacing told.
TEST_F(LibraryVerb, ImportFillsInWhatIsMissing) {
  for (int frame = 1; frame <= 4; ++frame) {
    std::ofstream ply(folder_ / ("p_" + std::to_string(frame) + ".ply"));
    ply << "ply\nformat ascii 1.0\nelement vertex 100\nproperty float x\nproperty float y\nproperty float "
           "z\nend_header\n";
    for (int i = 0; i < 100; ++i) ply << 0.1 * (i % 10) + 0.03 * frame << ' ' << 0.1 * (i / 10) << " 0\n";
  }
  const Said made =
      library({"import", (folder_ / "p_#.ply").string(), "--name", "points", "--rate", "10", "--density", "800"});
  ASSERT_EQ(made.code, 0) << made.err;
  const Said shown = library({"show", "points"});
  EXPECT_TRUE(says(shown.out, "a 2D template")) << shown.out;
  EXPECT_TRUE(says(shown.out, "100 a frame, 0.1 m apart")) << shown.out;
  ASSERT_EQ(library({"export", "points", (folder_ / "out").string(), "--format", "ply"}).code, 0);
  const Said info = weir({"info", (folder_ / "out" / "0002.ply").string()});
  EXPECT_TRUE(says(info.out, "fastest    0.3 m/s") || says(info.out, "fastest    0.29") ||
              says(info.out, "fastest    0.30"))
      << info.out;
  EXPECT_TRUE(says(info.out, "mass       800 kg")) << info.out;  // 100 x 0.1^2 m2 x 800 kg/m3
}

// Water that turns, up to 3 m/s, in files whose order is another one every time. Believing it gave 36 m/s.
TEST_F(LibraryVerb, ImportRefusesAnOrderThatChanges) {
  const auto write = [&](const std::string& name, double radians_a_frame) {
    for (int frame = 1; frame <= 4; ++frame) {
      std::ofstream ply(folder_ / (name + "_" + std::to_string(frame) + ".ply"));
      ply << "ply\nformat ascii 1.0\nelement vertex 1600\nproperty float x\nproperty float y\nproperty float "
             "z\nend_header\n";
      for (int n = 0; n < 1600; ++n) {
        const int i = (n * 7 + 91 * frame * frame) % 1600;
        const double angle = radians_a_frame * frame, x = 0.02 * (i % 40) - 0.39, y = 0.02 * (i / 40) - 0.39;
        ply << x * std::cos(angle) - y * std::sin(angle) << ' ' << x * std::sin(angle) + y * std::cos(angle) << " 0\n";
      }
    }
    return (folder_ / (name + "_#.ply")).string();
  };
  const Said refused = library({"import", write("fast", 0.25), "--name", "fast"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(
      says(refused.err, "fast_2.ply: its particles have no ids, and neither their order nor their motion tells"))
      << refused.err;
  EXPECT_FALSE(there("library/fast.weirt"));

  ASSERT_EQ(library({"import", write("slow", 0.005), "--name", "slow"}).code, 0);
  ASSERT_EQ(library({"export", "slow", (folder_ / "out").string(), "--format", "ply"}).code, 0);
  const Said info = weir({"info", (folder_ / "out" / "0002.ply").string()});
  EXPECT_TRUE(says(info.out, "fastest    0.066")) << info.out;  // 0.39 m x sqrt(2) x 0.005 x 24/s

  const Said converted = weir({"convert", (folder_ / "fast_#.ply").string(), (folder_ / "fast_#.bgeo").string()});
  EXPECT_EQ(converted.code, 0);
  EXPECT_TRUE(says(converted.out, "the new files have none either")) << converted.out;
  EXPECT_EQ(library({"import", (folder_ / "fast_#.bgeo").string(), "--name", "fast"}).code, 2);
}

TEST_F(LibraryVerb, WithoutARegionAllOfTheLiquidIsTaken) {
  ASSERT_EQ(library({"record", run_, "--name", "all", "--progress", "none"}).code, 0);
  EXPECT_TRUE(says(library({"show", "all"}).out, "8000 a frame"));
}

TEST_F(LibraryVerb, BadCallsGetOneSentence) {
  const auto refused = [&](const std::vector<std::string>& words, const std::string& sentence) {
    const Said said = library(words);
    EXPECT_EQ(said.code, 2) << sentence;
    EXPECT_TRUE(says(said.err, sentence)) << said.err;
    EXPECT_FALSE(there("library/x.weirt"));
  };
  refused({"record", (folder_ / "none").string(), "--name", "x"}, "is not the folder of a run");
  refused({"record", run_, "--name", "../x"}, "cannot be its name");
  refused({"record", run_, "--name", "x", "--tags", "a b"}, "cannot be a tag");
  refused({"record", run_, "--name", "x", "--frames", "5-99"}, "frame 13 is not there");
  refused({"record", run_, "--name", "x", "--frames", "1,2,5"}, "must be equally far apart");
  refused({"record", run_, "--name", "x", "--box", "1,2,3"}, "must be two corners");
  refused({"record", run_, "--name", "x", "--box", "0,0,0,0,1,1"}, "must not lie in one plane");
  refused({"record", run_, "--name", "x", "--box", "50,0,0,51,1,1"},
          "no particle is inside it in frames 1 to 12; the liquid is between");
  refused({"record", run_, "--name", "x", "--region", "{\"size\": [1, -1, 1]}"}, "size[1]");
  refused({"record", run_, "--name", "x", "--region", "{\"translate\": [1, 1, 1]}"}, "size is missing");
  refused({"record", run_, "--name", "x", "--region", "nonsense"}, "--region");
  refused({"import", (folder_ / "none").string(), "--name", "x"}, "there is no such file or folder");
  refused({"show", "x"}, "holds no template \"x\"");
  refused({"export", "x", (folder_ / "out").string()}, "holds no template \"x\"");
  const Said unknown = weir({"library", "shwo"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(says(unknown.err, "there is no verb \"shwo\"; did you mean \"show\"?")) << unknown.err;

  ASSERT_EQ(library({"record", run_, "--name", "y"}).code, 0);
  EXPECT_TRUE(says(library({"record", run_, "--name", "y"}).err, "holds a template \"y\" already"));
  EXPECT_EQ(library({"record", run_, "--name", "y", "--overwrite"}).code, 0);
  write_file(folder_ / "library" / "bad.weirt", "WEIRTMPL");
  const Said list = library({"list"});
  EXPECT_EQ(list.code, 0);
  EXPECT_TRUE(says(list.err, "bad.weirt: is damaged: it is cut short")) << list.err;
  EXPECT_EQ(library({"show", "bad"}).code, 2);
}

// Killed while it records: the library is as it was.
TEST_F(LibraryVerb, AKilledRecordingLeavesTheLibraryWhole) {
  const auto file = folder_ / "library" / "y.weirt";
  ASSERT_EQ(library({"record", run_, "--name", "y"}).code, 0);
  const std::string after = read_file(file);
  ASSERT_EQ(library({"record", run_, "--name", "y", "--box", "0,0,0,1,1,1", "--overwrite"}).code, 0);
  const std::string before = read_file(file);
  for (int i = 0; i < 6; ++i) {
    WeirProcess recording({"library", "record", run_, "--name", "y", "--overwrite", "--library", library_});
    usleep(static_cast<useconds_t>(20'000 * i));
    recording.send(SIGKILL);
    if (recording.wait().code == 0) break;  // it was faster
    const std::string now = read_file(file);
    EXPECT_TRUE(now == before || now == after);
    EXPECT_EQ(library({"show", "y"}).code, 0);
  }
}

TEST_F(LibraryVerb, TheFolderCanStandInTheEnvironment) {
  setenv("WEIR_LIBRARY", library_.c_str(), 1);
  EXPECT_EQ(weir({"library", "record", run_, "--name", "e", "--progress", "none"}).code, 0);
  EXPECT_TRUE(says(weir({"library", "list"}).out, "e     3D"));
  unsetenv("WEIR_LIBRARY");
  EXPECT_TRUE(there("library/e.weirt"));
}

}  // namespace weir::app
