// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/mesh/mesh_sequence.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "temp_folder.h"
#include "test_meshes.h"
#include "weir/base/error.h"
#include "weir/geometry/mesh/mesh_io.h"

namespace weir {

namespace {

std::string complaint(const std::filesystem::path& path) {
  try {
    MeshSequence(path, 1, 1);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST(MeshSequence, InterpolatesAndFillsVelocities) {
  const TempFolder folder;
  for (int i = 0; i < 3; ++i) {  // moves by 1, then by 3 along x
    const float x = i == 2 ? 4.0f : static_cast<float>(i);
    write_obj(box_mesh({x, 0, 0}, {x + 1, 1, 1}), folder / fmt::format("box_{:03}.obj", 8 + i));
  }
  MeshSequence sequence(folder / "box_###.obj", 0.5, 10);
  EXPECT_EQ(sequence.file_count(), 3);
  EXPECT_TRUE(sequence.moves());
  EXPECT_TRUE(sequence.fixed_connectivity());
  const auto check = [&](double frame, float x, float velocity) {
    const Mesh mesh = sequence.at(frame, 24);
    ASSERT_EQ(mesh.validate(), "");
    ASSERT_EQ(mesh.velocities.size(), mesh.positions.size());
    EXPECT_NEAR(bounds(mesh).lower.x, x, 1e-6) << frame;
    EXPECT_NEAR(bounds(mesh).size().x, 0.5f, 1e-6) << frame;
    for (const Vec3f& v : mesh.velocities) EXPECT_NEAR(length(v - Vec3f{velocity, 0, 0}), 0, 1e-4) << frame;
  };
  check(-5, 0, 0);  // held
  check(10, 0, 12);
  check(10.25, 0.125f, 12);
  check(11, 0.5f, 36);
  check(11.5, 1.25f, 36);
  check(12, 2, 0);
  check(100, 2, 0);
  check(10.25, 0.125f, 12);  // going back
}

TEST(MeshSequence, OneFileStandsStill) {
  const TempFolder folder;
  write_ply(sphere_mesh({}, 1, 2), folder / "ball.ply");
  MeshSequence sequence(folder / "ball.ply", 2, 1);
  EXPECT_FALSE(sequence.moves());
  EXPECT_TRUE(sequence.fixed_connectivity());
  EXPECT_NEAR(bounds(sequence.at(7, 24)).upper.x, 2, 1e-6);
  EXPECT_TRUE(sequence.at(7, 24).velocities.empty());
}

TEST(MeshSequence, WithoutCorrespondenceTheNearestFile) {
  const TempFolder folder;
  write_ply(sphere_mesh({}, 1, 2), folder / "s1.ply");
  write_ply(sphere_mesh({}, 1, 3), folder / "s2.ply");
  MeshSequence sequence(folder / "s#.ply", 1, 1);
  EXPECT_FALSE(sequence.fixed_connectivity());
  EXPECT_EQ(sequence.at(1.4, 24).triangles.size(), 128u);
  EXPECT_EQ(sequence.at(1.6, 24).triangles.size(), 512u);
  EXPECT_TRUE(sequence.at(1.4, 24).velocities.empty());
}

TEST(MeshSequence, VelocitiesOfTheFilesWhereTheirMotionIsUnknown) {
  const TempFolder folder;
  for (const int n : {1, 2, 3}) {
    Mesh mesh = sphere_mesh({}, 1, n);
    mesh.velocities.assign(mesh.positions.size(), {static_cast<float>(n), 0, 0});
    write_ply(mesh, folder / fmt::format("s{}.ply", n));
  }
  MeshSequence sequence(folder / "s#.ply", 0.5, 1);
  EXPECT_EQ(sequence.at(1.4, 24).velocities[7], (Vec3f{0.5f, 0, 0}));  // scaled as the positions are
  EXPECT_EQ(sequence.at(1.6, 24).velocities[7], (Vec3f{1, 0, 0}));
  EXPECT_EQ(sequence.at(2.4, 24).velocities[7], (Vec3f{1, 0, 0}));
  EXPECT_TRUE(sequence.at(3, 24).velocities.empty());
  EXPECT_TRUE(MeshSequence(folder / "s2.ply", 1, 1).at(1, 24).velocities.empty());  // one file stands still
}

TEST(MeshSequence, VerticesThatMeetByChanceStayApart) {
  // In the second file two vertices coincide, and the quad they belong to turns concave.
  const TempFolder folder;
  const auto write = [&](int n, const std::string& middle) {
    write_file(folder / fmt::format("m{}.obj", n),
               "v 0 0 0\nv 1 0 0\nv " + middle + "\nv 0 1 0\nv 2 0 0\nf 1 2 3 4\nf 2 5 3\n");
  };
  write(1, "1 1 0");
  write(2, "0 0 0");
  write(3, "0.2 0.2 0");
  MeshSequence sequence(folder / "m#.obj", 1, 1);
  EXPECT_TRUE(sequence.fixed_connectivity());
  EXPECT_NEAR(sequence.at(1.5, 24).positions[2].x, 0.5f, 1e-6);
  EXPECT_EQ(sequence.at(2, 24).triangles.size(), 3u);
  EXPECT_EQ(sequence.at(3, 24).triangles, sequence.at(1, 24).triangles);
}

TEST(MeshSequence, NumbersSortByValueWithAnyWidth) {
  const TempFolder folder;
  for (int i = 8; i <= 11; ++i) {
    const auto x = static_cast<float>(i);
    write_obj(box_mesh({x, 0, 0}, {x + 1, 1, 1}), folder / fmt::format("b{}.obj", i));
  }
  write_obj(box_mesh({0, 0, 0}, {1, 1, 1}), folder / "bad9.obj");
  MeshSequence sequence(folder / "b#.obj", 1, 1);
  EXPECT_EQ(sequence.file_count(), 4);
  EXPECT_NEAR(bounds(sequence.at(4, 24)).lower.x, 11, 1e-5);
}

TEST(MeshSequence, SaysWhichFileIsMissing) {
  const TempFolder folder;
  EXPECT_NE(complaint(folder / "h_##.obj").find("there is no file"), std::string::npos);
  EXPECT_NE(complaint(folder / "gone" / "h_##.obj").find("there is no file"), std::string::npos);
  EXPECT_NE(complaint(folder / "h.obj").find("there is no such file"), std::string::npos);
  for (const int i : {1, 2, 4}) write_obj(box_mesh({0, 0, 0}, {1, 1, 1}), folder / fmt::format("h_{:04}.obj", i));
  EXPECT_EQ(complaint(folder / "h_####.obj"),
            (folder / "h_####.obj").string() + ": file 3 of the sequence is missing, before h_0004.obj");
  write_obj(box_mesh({0, 0, 0}, {1, 1, 1}), folder / "h_00003.obj");  // of another sequence, by its five digits
  EXPECT_NE(complaint(folder / "h_####.obj"), "");
  write_obj(box_mesh({0, 0, 0}, {1, 1, 1}), folder / "h_0003.obj");
  EXPECT_EQ(complaint(folder / "h_####.obj"), "");
  EXPECT_NE(complaint(folder / "h_#.obj").find("two files have the number 3"), std::string::npos);
}

TEST(MeshSequence, AFolderStandsForTheSequenceInIt) {
  const TempFolder folder;
  EXPECT_NE(complaint(folder.path()).find("holds no numbered mesh files such as 0001.obj"), std::string::npos);
  for (int i = 9; i <= 11; ++i) {
    const auto x = static_cast<float>(i);
    write_obj(box_mesh({x, 0, 0}, {x + 1, 1, 1}), folder / fmt::format("b{}.obj", i));
  }
  write_file(folder / "b9.mtl", "");
  MeshSequence sequence(folder.path(), 1, 1);
  EXPECT_EQ(sequence.file_count(), 3);
  EXPECT_NEAR(bounds(sequence.at(3, 24)).lower.x, 11, 1e-5);
  EXPECT_TRUE(is_mesh_sequence(folder.path()));
  EXPECT_FALSE(is_mesh_sequence(folder / "b9.obj"));
}

}  // namespace weir
