// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir morph, as a user calls it.

#include <gtest/gtest.h>

#include "weir_program.h"

namespace weir::app {

// A box of the given half width and height, as an OBJ file with outward triangles.
static std::string box_obj(double half, double height) {
  std::string text;
  for (int i = 0; i < 8; ++i) {
    text += "v " + std::to_string(i & 1 ? half : -half) + " " + std::to_string(i & 2 ? height : 0.0) + " " +
            std::to_string(i & 4 ? half : -half) + "\n";
  }
  return text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
}

class MorphVerb : public ::testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_ / "a.obj", box_obj(0.5, 1));
    write_file(folder_ / "b.obj", box_obj(0.25, 4));
  }
  std::string key(const std::string& name) const { return (folder_ / name).string(); }
  std::string out() const { return (folder_ / "out").string(); }
  TempFolder folder_;
};

TEST_F(MorphVerb, WritesAMeshAFrame) {
  const Said said = weir({"morph", key("a.obj@3"), key("b.obj@9"), "-o", out(), "--format", "obj"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_NE(said.out.find("8 vertices, volume 1 to 1"), std::string::npos) << said.out;
  for (const char* name : {"morph_0003.obj", "morph_0006.obj", "morph_0009.obj"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / name)) << name;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/morph_0002.obj"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/morph_0010.obj"));
}

TEST_F(MorphVerb, WritesTheControlMeshesOfAScene) {
  write_file(folder_ / "s.json", R"({"frames": {"last": 4}, "solver": {"kind": "flip", "spacing": 0.1},
    "liquids": [{"shape": {"kind": "box"}}],
    "directors": [{"kind": "meshes", "meshes": [{"name": "walker", "shape": {"kind": "figure"}}]}]})");
  const Said said = weir({"morph", key("s.json"), "-o", out()});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(files_in(folder_ / "out").size(), 4u);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/walker_0004.ply"));
}

TEST_F(MorphVerb, SaysWhatIsWrong) {
  const auto refused = [&](const std::vector<std::string>& words, const std::string& sentence) {
    const Said said = weir(words);
    EXPECT_EQ(said.code, 2);
    EXPECT_NE(said.err.find(sentence), std::string::npos) << said.err;
  };
  refused({"morph", key("a.obj")}, "must be a mesh and the frame it belongs to");
  refused({"morph", key("a.obj@1")}, "needs at least two keys");
  refused({"morph", key("a.obj@1"), key("b.obj@1")}, "two keys are at frame 1");
  refused({"morph", key("a.obj@1"), key("b.obj@x")}, "whole frame after the @");
  refused({"morph", key("a.obj@1"), key("none.obj@9")}, "none.obj");
  write_file(folder_ / "open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  refused({"morph", key("a.obj@1"), key("open.obj@9")}, "not closed");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

}  // namespace weir::app
