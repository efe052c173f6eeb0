// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Folders that hold something already: what is gone on with, what is refused, and that nobody's files are lost.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "weir_program.h"

namespace weir::app {

namespace fs = std::filesystem;

static const char* kCube = R"(v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
)";

static const char* kScene = R"({"dimensions": 2, "frames": {"last": 6}, "solver": {"kind": "ballistic", "spacing": 0.1},
  "liquids": [{"shape": {"kind": "box", "lower": [-0.5, 1, -0.5], "upper": [0.5, 2, 0.5]}}],
  "solids": [{"shape": {"kind": "mesh", "file": "cube_##.obj"}}]})";

class Resume : public ::testing::Test {
 protected:
  Resume() {
    write_file(scene_, kScene);
    write_file(folder_ / "cube_01.obj", kCube);
    write_file(folder_ / "cube_02.obj", kCube);
  }
  Said run(std::vector<std::string> more = {}, const std::string& progress = "verbose") {
    std::vector<std::string> arguments{"run", scene_, "-o", out_.string(), "--progress", progress};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return weir(arguments);
  }
  std::string frames() const {
    std::string names;
    for (const auto& [name, bytes] : files_in(out_ / "particles")) names += name.substr(0, name.find('.')) + " ";
    return names;
  }
  void expect_refused(const Said& said, const std::string& words) {
    EXPECT_EQ(said.code, 2) << said.err;
    EXPECT_NE(said.err.find(words), std::string::npos) << said.err;
  }
  TempFolder folder_;
  std::string scene_ = (folder_ / "scene.json").string();
  fs::path out_ = folder_ / "run";
};

TEST_F(Resume, ForeignFilesAreNeverRemoved) {
  for (const char* name : {"particles/other.bgeo", "particles/7.vdb", "checkpoint/notes", "stats.jsonl", "mine.txt",
                           "particles/.draft.12.tmp", ".mine.12.tmp.json"}) {
    make_folder((out_ / name).parent_path());
    write_file(out_ / name, "mine");
  }
  const auto before = files_in(out_);
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{{}, {"--resume"}}) {
    expect_refused(run(options), "but no run");
    EXPECT_EQ(files_in(out_), before);
  }
  ASSERT_EQ(run({"--overwrite"}).code, 0);
  ASSERT_EQ(run({"--overwrite", "--frames", "1-2"}).code, 0);
  for (const auto& [name, bytes] : before) {
    if (name == "stats.jsonl") continue;
    EXPECT_EQ(read_file(out_ / name), "mine") << name;
  }
  EXPECT_FALSE(fs::exists(out_ / "particles" / "0003.vdb"));
}

TEST_F(Resume, EmptyFoldersAreNoObstacle) {
  make_folder(out_ / "particles");
  make_folder(out_ / "checkpoint");
  EXPECT_EQ(run().code, 0);
}

TEST_F(Resume, WithoutACheckpointItStartsAnew) {
  ASSERT_EQ(run().code, 0);
  const auto whole = files_in(out_ / "particles");
  fs::remove(out_ / "checkpoint" / "state");
  write_file(out_ / "particles" / "0099.vdb", "of an earlier run");
  ASSERT_EQ(run({"--resume"}).code, 0);
  EXPECT_EQ(files_in(out_ / "particles"), whole);
}

TEST_F(Resume, AChangedMeshIsNoticed) {
  ASSERT_EQ(run({"--frames", "1-3"}).code, 0);
  const std::string mesh = (folder_ / "cube_02.obj").string();
  write_file(mesh, std::string(kCube) + "# touched\n");
  expect_refused(run({"--resume"}), mesh + ": has changed since the start of the run");
  write_file(mesh, kCube);
  write_file(folder_ / "cube_03.obj", kCube);
  expect_refused(run({"--resume"}), "cube_03.obj: was not there at the start of the run");
  fs::remove(folder_ / "cube_03.obj");
  fs::remove(mesh);
  expect_refused(run({"--resume"}), mesh + ": is gone since the start of the run");
  write_file(mesh, kCube);
  EXPECT_EQ(run({"--resume"}).code, 0);
}

TEST_F(Resume, AForeignCheckpointIsRefused) {
  ASSERT_EQ(run({"--frames", "1-3"}).code, 0);
  const fs::path checkpoint = out_ / "checkpoint" / "state";
  const std::string own = read_file(checkpoint);
  // Of a scene whose state has the same form.
  write_file(scene_, std::string(kScene).replace(std::string(kScene).find("\"upper\": [0.5"), 13, "\"upper\": [0.4"));
  ASSERT_EQ(run({"--overwrite", "--frames", "1-2"}).code, 0);
  write_file(checkpoint, own);
  expect_refused(run({"--resume"}), checkpoint.string() + ": is the checkpoint of another run");
}

TEST_F(Resume, ACheckpointBeyondTheRunIsRefused) {
  ASSERT_EQ(run({"--frames", "1-4"}).code, 0);
  const std::string late = read_file(out_ / "checkpoint" / "state");
  ASSERT_EQ(run({"--overwrite", "--frames", "1-2"}).code, 0);
  write_file(out_ / "checkpoint" / "state", late);
  expect_refused(run({"--resume"}), "frame 4 is not one of the run's");
}

TEST_F(Resume, KeepsTheFirstWrittenFrame) {
  ASSERT_EQ(run({"--frames", "3-4"}).code, 0);
  const Said said = run({"--resume"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(frames(), "0003 0004 0005 0006 ");
  EXPECT_EQ(said.out, "Frames 3 to 6 are in " + out_.string() + "\n");
  const Said again = run({"--resume"});
  EXPECT_EQ(again.out, "Nothing was left to do. Frames 3 to 6 are in " + out_.string() + "\n");
}

TEST_F(Resume, FramesThatAreGoneByAreNotPromised) {
  ASSERT_EQ(run({"--frames", "4-5"}).code, 0);
  expect_refused(run({"--resume", "--frames", "2-6"}), "frames 2 to 3 were simulated already but not written");
  EXPECT_EQ(frames(), "0004 0005 ");
  ASSERT_EQ(run({"--resume", "--frames", "5-6"}).code, 0);  // 4 stays
  EXPECT_EQ(frames(), "0004 0005 0006 ");
}

TEST_F(Resume, ARunThatWouldWriteNothingIsRefused) {
  ASSERT_EQ(run({"--frames", "8-9"}).code, 0);
  fs::remove(out_ / "checkpoint" / "state");  // as if it had been killed at once
  expect_refused(run({"--resume"}), "writes from frame 8 on, and so nothing up to frame 6");
  ASSERT_EQ(run({"--resume", "--frames", "5-"}).code, 0);
  EXPECT_EQ(frames(), "0005 0006 ");
}

TEST_F(Resume, AGapIsFilledNotLeft) {
  ASSERT_EQ(run({"--frames", "1-2"}).code, 0);
  const Said said = run({"--resume", "--frames", "5-6"});
  EXPECT_EQ(said.out, "Frames 1 to 6 are in " + out_.string() + "\n");
  EXPECT_EQ(frames(), "0001 0002 0003 0004 0005 0006 ");
}

TEST_F(Resume, AMissingFrameIsNamed) {
  ASSERT_EQ(run({"--frames", "1-4"}).code, 0);
  fs::remove(out_ / "particles" / "0003.vdb");
  expect_refused(run({"--resume"}), (out_ / "particles" / "0003.vdb").string() + ": this frame of the run is missing");
}

TEST_F(Resume, LeftoversOfKilledRunsAreRemoved) {
  ASSERT_EQ(run({"--frames", "1-2"}).code, 0);
  for (const char* name :
       {".run.77.tmp.json", ".stats.77.tmp.jsonl", "particles/.0003.77.tmp.vdb", "checkpoint/.state.77.tmp"}) {
    write_file(out_ / name, "half");
  }
  ASSERT_EQ(run({"--resume"}).code, 0);
  for (const auto& [name, bytes] : files_in(out_)) EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
}

TEST_F(Resume, ADamagedRunJsonIsNamed) {
  ASSERT_EQ(run({"--frames", "1-2"}).code, 0);
  const fs::path file = out_ / "run.json";
  const auto good = nlohmann::ordered_json::parse(read_file(file));
  for (const char* change :
       {R"({"weir": 3})", R"({"scene": 1})", R"({"scene": {"frames": 1}})", R"({"inputs": {"a": 1}})",
        R"({"scene": {"solver": []}})", R"({"scene": {"title": 4}})", R"({"seed": null})"}) {
    auto bad = good;
    bad.merge_patch(nlohmann::ordered_json::parse(change));
    write_file(file, bad.dump());
    expect_refused(run({"--resume"}), file.string() + ": is damaged");
    expect_refused(weir({"info", out_.string()}), file.string() + ": is damaged");
  }
  write_file(file, "[]");
  expect_refused(weir({"info", out_.string()}), file.string() + ": is damaged");
}

TEST_F(Resume, ARefusedSceneLeavesNothingBehind) {
  fs::remove(folder_ / "cube_01.obj");
  fs::remove(folder_ / "cube_02.obj");
  EXPECT_EQ(run().code, 2);
  EXPECT_FALSE(fs::exists(out_));
}

// JSON is UTF-8, file names need not be.
TEST_F(Resume, AnyFileNameWillDo) {
  scene_ = (folder_ / "sc\xffne.json").string();
  write_file(scene_, kScene);
  const Said said = run({"--frames", "1-2"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(run({"--resume"}).code, 0);
  EXPECT_EQ(weir({"info", out_.string()}).code, 0);
}

}  // namespace weir::app
