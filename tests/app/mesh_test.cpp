// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir mesh, as a user calls it.

#include <gtest/gtest.h>

#include "weir_program.h"

namespace weir::app {

static const char* kTwoPhases = R"({"frames": {"last": 3}, "solver": {"kind": "ballistic", "spacing": 0.1},
  "phases": [{"name": "water"}, {"name": "oil"}],
  "liquids": [{"shape": {"kind": "box"}},
              {"phase": "oil", "shape": {"kind": "box", "lower": [3, 0, 0], "upper": [4, 1, 1]}}]})";

class MeshVerb : public ::testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_ / "s.json", kTwoPhases);
    run_ = (folder_ / "run").string();
    ASSERT_EQ(weir({"run", (folder_ / "s.json").string(), "-o", run_}).code, 0);
  }
  bool there(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

  TempFolder folder_;
  std::string run_;
};

TEST_F(MeshVerb, MakesAMeshAFrameAndPhase) {
  const Said said = weir({"mesh", run_, "--format", "ply,obj,vdb"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_NE(said.out.find("Particles are 0.1 m apart (as the run says)"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("3 frames are in "), std::string::npos) << said.out;
  for (const char* frame : {"0001", "0002", "0003"}) {
    for (const char* ending : {".ply", ".obj", ".vdb", "-oil.ply", "-oil.obj", "-oil.vdb"}) {
      EXPECT_TRUE(there(std::string("run/surface/") + frame + ending)) << frame << ending;
    }
  }
  EXPECT_EQ(read_file(folder_ / "run/surface/0001.ply").rfind("ply\nformat binary_little_endian 1.0\n", 0), 0u);
  EXPECT_NE(read_file(folder_ / "run/surface/0001.ply").find("property float vx"), std::string::npos);
}

TEST_F(MeshVerb, IsTheSameOnOneThread) {
  ASSERT_EQ(weir({"mesh", run_, "-o", (folder_ / "a").string()}).code, 0);
  ASSERT_EQ(weir({"mesh", run_, "-o", (folder_ / "b").string(), "--threads", "1"}).code, 0);
  EXPECT_EQ(files_in(folder_ / "a"), files_in(folder_ / "b"));
}

TEST_F(MeshVerb, TakesOtherParticlesAndMeasuresThem) {
  ASSERT_EQ(weir({"convert", run_, (folder_ / "drop_####.bgeo").string()}).code, 0);
  const std::string drops = (folder_ / "drop_####.bgeo").string();
  const Said said = weir({"mesh", drops, "--frames", "2", "-o", (folder_ / "m").string()});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_NE(said.out.find("0.1 m apart (measured"), std::string::npos) << said.out;
  EXPECT_TRUE(there("m/0002.ply"));
  EXPECT_FALSE(there("m/0001.ply"));
  const Said coarse = weir({"mesh", drops, "--spacing", "0.2", "--cell", "1", "--progress", "none"});
  EXPECT_EQ(coarse.code, 0) << coarse.err;
  EXPECT_TRUE(there("surface/0003.ply"));
  EXPECT_LT(std::filesystem::file_size(folder_ / "surface/0002.ply"),
            std::filesystem::file_size(folder_ / "m/0002.ply"));
}

TEST_F(MeshVerb, TakesSettingsOfAnotherScene) {
  write_file(folder_ / "fine.json", R"({"include": "s.json", "surface": {"cell": 0.25}})");
  ASSERT_EQ(weir({"mesh", run_, "--frames", "1", "-o", (folder_ / "a").string()}).code, 0);
  ASSERT_EQ(
      weir({"mesh", run_, "--frames", "1", "-o", (folder_ / "b").string(), "--scene", (folder_ / "fine.json").string()})
          .code,
      0);
  EXPECT_GT(std::filesystem::file_size(folder_ / "b/0001.ply"), 3 * std::filesystem::file_size(folder_ / "a/0001.ply"));
}

TEST_F(MeshVerb, EmptyFramesGiveEmptyMeshes) {
  write_file(folder_ / "0001.ply",
             "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\n"
             "property float z\nend_header\n");
  const Said said = weir({"mesh", (folder_ / "0001.ply").string(), "--spacing", "0.1"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_NE(read_file(folder_ / "surface/0001.ply").find("element face 0"), std::string::npos);
}

TEST_F(MeshVerb, MistakesAreToldInASentence) {
  write_file(folder_ / "bad_1.ply",
             "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
             "property float z\nend_header\n0 0 nan\n1 1 1\n");
  write_file(folder_ / "one_1.ply",
             "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
             "property float z\nend_header\n0 0 0\n");
  const std::string bad = (folder_ / "bad_1.ply").string(), one = (folder_ / "one_1.ply").string();
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"mesh"},
                                             {"mesh", "nowhere"},
                                             {"mesh", run_, "--frames", "7"},
                                             {"mesh", run_, "--format", "stl"},
                                             {"mesh", run_, "--cell", "0"},
                                             {"mesh", run_, "--spacing", "-1"},
                                             {"mesh", run_, "--scene", "nowhere.json"},
                                             {"mesh", bad, "--spacing", "0.1"},
                                             {"mesh", one}}) {
    const Said said = weir(words);
    EXPECT_EQ(said.code, 2) << words.back() << said.err;
    EXPECT_EQ(said.err.rfind("weir: ", 0), 0u) << said.err;
  }
  EXPECT_EQ(weir({"mesh", one, "--spacing", "0.1"}).code, 0);
}

}  // namespace weir::app
