// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir info of mesh files.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "weir_program.h"

namespace weir::app {
namespace {

// A box from zero, in the units of the file; with its top or without.
std::string box_obj(double x, double y, double z, bool open = false) {
  std::string text;
  for (int corner = 0; corner < 8; ++corner) {
    text += fmt::format("v {} {} {}\n", corner & 1 ? x : 0, corner & 2 ? y : 0, corner & 4 ? z : 0);
  }
  text += "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 1 5 7 3\nf 2 4 8 6\n";
  return open ? text : text + "f 3 7 8 4\n";
}

bool says(const Said& said, const std::string& text) { return said.out.find(text) != std::string::npos; }

TEST(InfoOfMesh, SizeVolumeAndThickness) {
  const TempFolder folder;
  write_file(folder / "a.obj", box_obj(2, 1, 0.5));
  const Said said = weir({"info", (folder / "a.obj").string()});
  EXPECT_EQ(said.code, 0) << said.err;
  for (const char* text : {"8 vertices, 12 triangles", "size       2 x 1 x 0.5", "closed     yes", "volume     1\n",
                           "thickness  0.5 ", "as large as a person"}) {
    EXPECT_TRUE(says(said, text)) << text << " in\n" << said.out;
  }
}

TEST(InfoOfMesh, HolesAndWhereTheyAre) {
  const TempFolder folder;
  write_file(folder / "a.obj", box_obj(2, 1, 0.5, true));
  const Said said = weir({"info", (folder / "a.obj").string()});
  EXPECT_TRUE(says(said, "no: 1 hole")) << said.out;
  EXPECT_TRUE(says(said, "around [1, 1, 0.25], 2 x 0 x 0.5 large, 4 edges")) << said.out;
  EXPECT_FALSE(says(said, "volume"));
}

TEST(InfoOfMesh, GuessesUnits) {
  const TempFolder folder;
  write_file(folder / "a.obj", box_obj(180, 40, 30));
  const Said said = weir({"info", (folder / "a.obj").string()});
  EXPECT_TRUE(says(said, "if it is in centimetres, write \"scale\": 0.01: 1.8 x 0.4 x 0.3 m, as large as a person"))
      << said.out;
}

TEST(InfoOfMesh, Sequences) {
  const TempFolder folder;
  const std::filesystem::path meshes = folder / "walk";
  std::filesystem::create_directory(meshes);
  for (int frame = 1; frame <= 3; ++frame)
    write_file(meshes / fmt::format("walk_{:04}.obj", frame), box_obj(1, frame, 1));
  for (const std::string& name : {meshes.string(), (meshes / "walk_####.obj").string()}) {
    const Said said = weir({"info", name});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said, "3 files, walk_0001.obj to walk_0003.obj")) << said.out;
    EXPECT_TRUE(says(said, "the same vertices in all")) << said.out;
    EXPECT_TRUE(says(said, "volume 1 to 3")) << said.out;
  }
  std::filesystem::remove(meshes / "walk_0002.obj");
  const Said said = weir({"info", meshes.string()});
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("file 2 of the sequence is missing"), std::string::npos) << said.err;
}

TEST(InfoOfMesh, PlyFilesWithFacesAreMeshesAndOthersParticles) {
  const TempFolder folder;
  const std::string head =
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
  const std::string points = "0 0 0\n1 0 0\n0 1 0\n";
  write_file(folder / "mesh.ply",
             head + "element face 1\nproperty list uchar int vertex_indices\nend_header\n" + points + "3 0 1 2\n");
  write_file(folder / "points.ply", head + "end_header\n" + points);
  EXPECT_TRUE(says(weir({"info", (folder / "mesh.ply").string()}), "1 triangle"));
  EXPECT_TRUE(says(weir({"info", (folder / "points.ply").string()}), "particles  3"));
}

TEST(InfoOfMesh, DamagedFilesAreOneSentence) {
  const TempFolder folder;
  for (const char* name : {"a.obj", "a.stl", "a.glb", "a.fbx", "a.ply"}) {
    write_file(folder / name, "ply\nf 1 2 3\nnonsense");
    const Said said = weir({"info", (folder / name).string()});
    EXPECT_EQ(said.code, 2) << name;
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
  }
  EXPECT_EQ(weir({"info", (folder / "none.obj").string()}).code, 2);
}

}  // namespace
}  // namespace weir::app
