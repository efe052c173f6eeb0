// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes that record templates, as a user runs them: the recording is made first, once, and anew when its scene is
// different; a stop at any time loses nothing.

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "falling_scene.h"
#include "weir_program.h"

namespace weir::app {

namespace fs = std::filesystem;

static const char* kScene = R"({"dimensions": 2, "frames": {"last": 10},
  "solver": {"kind": "sph", "spacing": 0.05}, "domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1]},
  "liquids": [{"shape": {"kind": "box", "lower": [-1, 0, -1], "upper": [1, 0.4, 1]}}],
  "recordings": [{"name": "fall", "scene": "sub/falling.json", "first": 2, "last": 7,
    "region": {"size": [0.8, 1, 1], "translate": [0, 0.5, 0]}, "tags": ["block"]}],
  "directors": [{"kind": "templates", "instances": [{"template": "fall", "start": 2}]}]})";

static std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

class Recordings : public ::testing::Test {
 protected:
  Recordings() {
    make_folder(folder_ / "sub");
    write_file(folder_ / "sub" / "falling.json", kFalling);
    write_file(scene_, kScene);
    setenv("WEIR_LIBRARY", (folder_ / "library").c_str(), 1);
  }
  ~Recordings() override { unsetenv("WEIR_LIBRARY"); }

  std::vector<std::string> words(const fs::path& out, std::vector<std::string> more = {}) const {
    std::vector<std::string> all{"run", scene_.string(), "-o", out.string(), "--progress", "verbose"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Said run(std::vector<std::string> more = {}) const { return weir(words(out_, std::move(more))); }
  Said check() const { return weir({"check", scene_.string()}); }
  static bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
  void expect_refused(const Said& said, const std::string& part) const {
    EXPECT_EQ(said.code, 2) << said.out << said.err;
    EXPECT_TRUE(says(said.err, part)) << said.err;
    // One sentence, the last thing it says.
    const size_t sentence = said.err.find("weir: ");
    EXPECT_EQ(said.err.find('\n', sentence), said.err.size() - 1) << said.err;
  }
  std::string template_bytes() const { return read_file(out_ / "recordings" / "fall.weirt"); }
  void edit_recorded(const std::string& what, const std::string& by) const {
    write_file(folder_ / "sub" / "falling.json", replaced(kFalling, what, by));
  }
  void edit(const std::string& what, const std::string& by) const { write_file(scene_, replaced(kScene, what, by)); }

  TempFolder folder_;
  fs::path scene_ = folder_ / "scene.json", out_ = folder_ / "run";
};

TEST_F(Recordings, AreMadeFirstAndOnce) {
  const Said checked = check();
  ASSERT_EQ(checked.code, 0) << checked.err;
  EXPECT_TRUE(says(checked.out, "records    \"fall\" first: frames 2 to 7 of ")) << checked.out;
  const Said first = run();
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(says(first.err, "simulating \"fall\": frame 8/8")) << first.err;
  EXPECT_TRUE(says(first.err, "recording: frame 7/7")) << first.err;
  EXPECT_TRUE(says(first.err, "simulating: frame 10/10")) << first.err;
  EXPECT_TRUE(fs::exists(out_ / "recordings" / "fall" / "run.json"));
  const std::string made = template_bytes();
  const auto particles = files_in(out_ / "particles");

  const Said again = run({"--overwrite"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_FALSE(says(again.err, "fall")) << again.err;
  EXPECT_FALSE(says(again.err, "recording")) << again.err;
  EXPECT_EQ(template_bytes(), made);
  EXPECT_EQ(files_in(out_ / "particles"), particles);
  const Said done = run({"--resume"});
  EXPECT_TRUE(says(done.out, "Nothing was left to do")) << done.out << done.err;
}

TEST_F(Recordings, AreSeenInPictures) {
  ASSERT_EQ(run().code, 0);
  const Said said = weir({"render", out_.string(), "--overlay", "--frames", "4", "--size", "160x90"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(fs::exists(out_ / "images" / "0004.png"));
  expect_refused(weir({"render", (out_ / "recordings" / "fall").string(), "--overlay", "--frames", "4"}),
                 "nothing directs this run that could be shown, so there is no overlay");
}

TEST_F(Recordings, AChangedSceneIsRecordedAnew) {
  ASSERT_EQ(run().code, 0);
  const std::string made = template_bytes();
  edit_recorded("{\"title\"", "// the same\n{\"title\"");
  EXPECT_EQ(run({"--overwrite"}).code, 0);
  EXPECT_EQ(template_bytes(), made);

  edit_recorded("[0, -1, 0]", "[0, -2, 0]");
  expect_refused(run({"--resume"}), "directors[0]: template \"fall\": has changed since the start of the run");
  const Said again = run({"--overwrite"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_NE(template_bytes(), made);

  edit_recorded("[0, -1, 0]", "[0, -1, 0]");
  EXPECT_TRUE(says(run({"--overwrite"}).err, "simulating \"fall\": frame 8/8"));
  EXPECT_EQ(template_bytes(), made);
}

TEST_F(Recordings, AnotherRegionNeedsNoNewRun) {
  ASSERT_EQ(run().code, 0);
  const std::string made = template_bytes();
  for (const auto& [what, by] : {std::pair{"[0.8, 1, 1]", "[0.5, 1, 1]"}, std::pair{"\"last\": 7", "\"last\": 6"},
                                 std::pair{"\"block\"", "\"brick\""}}) {
    edit(what, by);
    const Said said = run({"--overwrite"});
    ASSERT_EQ(said.code, 0) << said.err;
    EXPECT_FALSE(says(said.err, "simulating \"fall\"")) << said.err;
    EXPECT_TRUE(says(said.err, "recording: ")) << said.err;
    EXPECT_NE(template_bytes(), made) << what;
  }
}

// Sent when the program has said the words.
static Said stopped_after(const std::vector<std::string>& words, const std::string& said, int signal) {
  WeirProcess process(words);
  for (int i = 0; i < 4000 && process.errors_so_far().find(said) == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  process.send(signal);
  return process.wait();
}

TEST_F(Recordings, AStopAtAnyTimeLosesNothing) {
  ASSERT_EQ(run().code, 0);
  const auto particles = files_in(out_ / "particles");
  const std::string made = template_bytes();
  for (const char* moment : {"simulating \"fall\": frame 3/8", "recording: frame 2/7", "simulating: frame 4/10"}) {
    fs::remove_all(out_);
    EXPECT_EQ(stopped_after(words(out_), moment, SIGKILL).code, -SIGKILL) << moment;
    const Said said = run({"--resume"});
    ASSERT_EQ(said.code, 0) << moment << said.err;
    EXPECT_EQ(files_in(out_ / "particles"), particles) << moment;
    EXPECT_EQ(template_bytes(), made) << moment;
  }
}

TEST_F(Recordings, AStoppedRecordingSaysHowToGoOn) {
  const Said said = stopped_after(words(out_), "simulating \"fall\": frame 2/8", SIGINT);
  ASSERT_EQ(said.code, 130) << said.err;
  EXPECT_TRUE(says(said.err, "Go on with: weir run ")) << said.err;
  const Said rest = run({"--resume"});
  EXPECT_EQ(rest.code, 0) << rest.err;
  EXPECT_FALSE(says(rest.err, "simulating \"fall\": frame 1/8")) << rest.err;
}

TEST_F(Recordings, OfOneselfGoToTheLibrary) {
  write_file(scene_, replaced(kFalling, "{\"title\"", R"({"recordings": [{"name": "own", "last": 6}], "title")"));
  EXPECT_TRUE(says(check().out, "records    \"own\" at the end: frames 1 to 6, into the library ")) << check().out;
  const Said said = run();
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(says(said.out, "\"own\" is in ")) << said.out;
  EXPECT_TRUE(says(weir({"library", "show", "own"}).out, "  frames     6, 24 a second"));
  const std::string made = read_file(folder_ / "library" / "own.weirt");
  // Again in the same folder, but not over what came from elsewhere.
  EXPECT_EQ(run({"--resume"}).code, 0);
  EXPECT_EQ(run({"--overwrite"}).code, 0);
  EXPECT_EQ(read_file(folder_ / "library" / "own.weirt"), made);
  expect_refused(weir(words(folder_ / "ru")), "holds a template \"own\" that was not recorded in this folder");
  EXPECT_FALSE(fs::exists(folder_ / "ru"));
  // Too short a run is told.
  fs::remove(folder_ / "library" / "own.weirt");
  const Said brief = run({"--overwrite", "--frames", "1-3"});
  EXPECT_TRUE(says(brief.out, "\"own\" is not recorded: that needs frames 1 to 6")) << brief.out;
}

TEST_F(Recordings, ARecordedSceneMayHaveSomeOfItsOwn) {
  write_file(folder_ / "sub" / "deep.json", kFalling);
  write_file(folder_ / "sub" / "falling.json", replaced(kScene, "sub/falling.json", "deep.json"));
  const Said said = run();
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_TRUE(fs::exists(out_ / "recordings" / "fall" / "recordings" / "fall.weirt"));
  EXPECT_TRUE(says(run({"--resume"}).out, "Nothing was left to do"));
}

TEST_F(Recordings, ThatCannotBeMadeAreRefusedAtOnce) {
  const std::string at = "recordings[0]";
  edit("sub/falling.json", "scene.json");
  expect_refused(check(), at + ".scene: a scene cannot wait for a recording of itself: scene.json records scene.json");
  write_file(scene_, kScene);
  write_file(folder_ / "sub" / "falling.json", replaced(kScene, "sub/falling.json", "../scene.json"));
  expect_refused(check(), "scene.json records falling.json records scene.json");
  expect_refused(run(), "scene.json records falling.json records scene.json");
  edit_recorded("\"last\": 8", "\"last\": 5");
  expect_refused(run(), at + ": frames 2 to 7 are not among those of the scene, 1 to 5");
  edit_recorded("\"dimensions\": 2", "\"dimensions\": 3");
  expect_refused(run(), "directors[0].instances[0]: the recording \"fall\" is 3D and the scene is 2D");
  edit_recorded("\"spacing\": 0.05", "\"spacing\": -1");
  expect_refused(check(), "falling.json:2: solver.spacing: must be");
  fs::remove(folder_ / "sub" / "falling.json");
  expect_refused(check(), at + ".scene: there is no file ");
  EXPECT_FALSE(fs::exists(out_));
  write_file(folder_ / "sub" / "falling.json", kFalling);
  edit("\"start\": 2", "\"start\": 2, \"last\": 7");
  expect_refused(run(),
                 "directors[0].instances[0]: frames 1 to 7 are not in the recording \"fall\", which has frames 1 to 6");
  EXPECT_FALSE(fs::exists(out_));
  edit("\"translate\": [0, 0.5, 0]", "\"translate\": [0, 9, 0]");
  expect_refused(run(), at + ": the region: no particle is inside it in frames 2 to 7");
}

TEST_F(Recordings, ATemplateThatIsNowhereIsToldWithThoseThatAre) {
  write_file(folder_ / "own.json", replaced(kFalling, "{\"title\"", R"({"recordings": [{"name": "own"}], "title")"));
  ASSERT_EQ(weir({"run", (folder_ / "own.json").string(), "-o", (folder_ / "first").string()}).code, 0);
  edit("\"template\": \"fall\"", "\"template\": \"falll\"");
  expect_refused(check(), "there is no template \"falll\"; did you mean \"fall\"?");
  edit("\"template\": \"fall\"", "\"template\": \"breaker\"");
  const std::string sentence = std::string(": directors[0].instances[0]: there is no template \"breaker\"; ") +
                               "recordings of this scene: \"fall\"; in the library " + (folder_ / "library").string() +
                               ": \"own\"";
  expect_refused(check(), sentence);
  expect_refused(run(), sentence);
  EXPECT_FALSE(fs::exists(out_ / "recordings" / "fall"));  // before anything is recorded
  edit("\"template\": \"fall\"", "\"template\": \"own\"");
  EXPECT_EQ(check().code, 0) << check().err;
}

}  // namespace weir::app
