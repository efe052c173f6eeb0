// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/geometry/shapes/build.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/files.h"
#include "geometry/field_checks.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir {
namespace {

constexpr double kFps = 24;

std::string complaint(const Shape& shape) {
  std::string said;
  try {
    ShapeBuilder(0.05f, kFps).field(shape, 1);
  } catch (const InputError& error) {
    said = error.what();
  }
  EXPECT_THROW(ShapeBuilder(0.05f, kFps).mesh(shape, 1), InputError);
  return said;
}

Animated<double> rising() { return {{{1, 0.0}, {11, 1.0}}, Interpolation::linear}; }

struct Expected {
  Shape shape;
  double volume;
};

TEST(ShapeBuilder, FieldAndMeshOfEverySimpleShapeHaveItsVolume) {
  const std::vector<Expected> all{
      {{shapes::Box{{0, 0, 0}, {1, 2, 0.5}}, {}}, 1},
      {{shapes::Sphere{{1, 0, 0}, 0.5}, {}}, kPi / 6},
      {{shapes::Cylinder{0.4, 1}, {}}, kPi * 0.16},
      {{shapes::Capsule{{0, 0, 0}, {1, 0, 0}, 0.25}, {}}, kPi * 0.0625 + kPi / 48},
      {{shapes::Torus{0.5, 0.2}, {}}, 2 * kPi * kPi * 0.5 * 0.04},
      {{shapes::Star{5, 0.5, 0.2, 0.3}, {}}, 5 * 0.5 * 0.2 * std::sin(kPi / 5) * 0.3},
  };
  for (const Expected& e : all) {
    ShapeBuilder builder(0.02f, kFps);
    EXPECT_NEAR(counted_volume(*builder.field(e.shape, 1), 90) / e.volume, 1, 0.02);
    const Mesh mesh = builder.mesh(e.shape, 1);
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(volume(mesh) / e.volume, 1, 0.005);
    EXPECT_TRUE(mesh.velocities.empty());
  }
}

TEST(ShapeBuilder, BodiesHaveFieldsThatAgreeWithTheirMeshes) {
  for (const Shape& shape : {Shape{shapes::Boat{1, 0.4, 0.25, 0}, {}}, Shape{shapes::Boat{1, 0.4, 0.25, 0.04}, {}},
                             Shape{shapes::Hand{1, 0.3, 0.3}, {}}, Shape{shapes::Dolphin{1, 20.0}, {}},
                             Shape{shapes::Figure{1, 0.3, 1}, {}}}) {
    ShapeBuilder builder(0.015f, kFps);
    const FieldPtr field = builder.field(shape, 1);
    const Mesh mesh = builder.mesh(shape, 1);
    EXPECT_NEAR(counted_volume(*field, 80) / volume(mesh), 1, 0.04);
    for (size_t i = 0; i < mesh.positions.size(); i += 37) {
      EXPECT_NEAR(distance_at(*field, mesh.positions[i]), 0, 0.006);
    }
    EXPECT_EQ(field, builder.field(shape, 7));  // kept: it does not move
  }
}

TEST(ShapeBuilder, TransformsScaleMirrorAndMove) {
  Shape shape{shapes::Star{5, 0.5, 0.2, 0.3}, {}};
  const double plain = 5 * 0.5 * 0.2 * std::sin(kPi / 5) * 0.3;
  shape.transform.scale = Vec3d{2, -1, 0.5};
  shape.transform.rotate = EulerDegrees{{20, 30, 40}};
  shape.transform.translate = Vec3d{1, 2, 3};
  ShapeBuilder builder(0.02f, kFps);
  const Mesh mesh = builder.mesh(shape, 1);
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_NEAR(volume(mesh), plain, 1e-5);  // positive: a mirrored mesh still faces outward
  EXPECT_NEAR(counted_volume(*builder.field(shape, 1), 100) / plain, 1, 0.02);
}

TEST(ShapeBuilder, MeshOfABooleanKeepsItsTrianglesWhileItMoves) {
  Shape shape{shapes::Difference{{{shapes::Box{}, {}}, {shapes::Sphere{{}, 0.6}, {}}}, 0}, {}};
  shape.transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {11, {5, 0, 0}}}, Interpolation::linear);
  shape.transform.spin = Animated<double>({{1, 0.0}, {11, 360.0}}, Interpolation::linear);
  ShapeBuilder builder(0.04f, kFps);
  const Mesh a = builder.mesh(shape, 2), b = builder.mesh(shape, 7.5);
  EXPECT_EQ(a.triangles, b.triangles);
  EXPECT_NEAR(volume(a), volume(b), 1e-5);
  // A box less a ball of 0.6 whose caps stand out: 1 - (4/3 pi r^3 - 6 caps of height 0.1).
  const double cap = kPi * 0.01 * (3 * 0.6 - 0.1) / 3;
  EXPECT_NEAR(volume(a) / (1 - (4 * kPi / 3 * 0.216 - 6 * cap)), 1, 0.05);
}

TEST(ShapeBuilder, VelocitiesMatchTheMotion) {
  Shape inner{shapes::Sphere{{0.5, 0, 0}, 0.3}, {}};
  inner.transform.spin = Animated<double>({{1, 0.0}, {11, 180.0}}, Interpolation::linear);
  Shape outer{shapes::Union{{inner, {shapes::Box{{-3, -0.2, -0.2}, {-2, 0.2, 0.2}}, {}}}, 0}, {}};
  outer.transform.scale = Vec3d{2, 1, 1};
  outer.transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {11, {0, 1, 0}}}, Interpolation::smooth);
  ShapeBuilder builder(0.05f, kFps);
  const double frame = 4.2, e = 1e-3;
  const auto path = [&](double f) {  // of the ball's outermost point
    const Vec3d in_body{0.8, 0, 0};
    return affine_at(outer.transform, f).point(affine_at(inner.transform, f).point(in_body));
  };
  const Vec3d truth = (path(frame + e) - path(frame - e)) * (kFps / (2 * e));
  const FieldPtr field = builder.field(outer, frame);
  const Vec3f at = static_cast<Vec3f>(path(frame));
  EXPECT_NEAR(distance_at(*field, at), 0, 1e-5);
  EXPECT_NEAR(length(static_cast<Vec3d>(velocity_at(*field, at)) - truth), 0, 1e-3);
  const Mesh mesh = builder.mesh(outer, frame);
  ASSERT_EQ(mesh.velocities.size(), mesh.positions.size());
  size_t nearest = 0;
  for (size_t i = 0; i < mesh.positions.size(); ++i) {
    if (length(mesh.positions[i] - at) < length(mesh.positions[nearest] - at)) nearest = i;
  }
  EXPECT_NEAR(length(static_cast<Vec3d>(mesh.velocities[nearest]) - truth), 0, 0.3);  // half a voxel away at 7.5 rad/s
}

TEST(ShapeBuilder, DeformingBodiesHaveVelocities) {
  Shape shape{shapes::Dolphin{1, Animated<double>({{1, -40.0}, {11, 40.0}}, Interpolation::linear)}, {}};
  ShapeBuilder builder(0.1f, kFps);
  const FieldPtr field = builder.field(shape, 3);
  const Mesh now = builder.mesh(shape, 3);
  for (size_t i = 0; i < now.positions.size(); i += 101) {
    EXPECT_NEAR(length(velocity_at(*field, now.positions[i]) - now.velocities[i]), 0, 0.01);
  }
  EXPECT_EQ(builder.field(shape, 3), field);
  builder.field(shape, 4);
  EXPECT_EQ(builder.field(shape, 3), field);  // the last two frames are kept
  builder.field(shape, 5);
  builder.field(shape, 6);
  EXPECT_NE(builder.field(shape, 3), field);
}

TEST(ShapeBuilder, MovesAndDeforms) {
  Shape still{shapes::Box{}, {}};
  EXPECT_FALSE(moves(still));
  Shape carried = still;
  carried.transform.spin = rising();
  EXPECT_TRUE(moves(carried));
  EXPECT_FALSE(deforms(carried));
  const Shape holder{shapes::Union{{still, carried}, 0}, {}};
  EXPECT_TRUE(moves(holder));
  EXPECT_TRUE(deforms(holder));
  EXPECT_FALSE(deforms({shapes::Intersection{{still, still}, 0}, {}}));
  EXPECT_TRUE(deforms({shapes::Hand{.curl = rising()}, {}}));
  EXPECT_TRUE(deforms({shapes::Dolphin{.bend = rising()}, {}}));
  EXPECT_TRUE(deforms({shapes::Figure{.phase = rising()}, {}}));
  EXPECT_FALSE(deforms({shapes::Figure{}, {}}));
  EXPECT_TRUE(deforms({shapes::MeshFile{.file = "horse_####.obj"}, {}}));
  EXPECT_FALSE(moves({shapes::MeshFile{.file = "horse.obj"}, {}}));
}

TEST(ShapeBuilder, SaysWhatCannotBeBuilt) {
  EXPECT_NE(complaint({shapes::Sphere{{}, 0}, {}}).find("radius must be above 0 m, but is 0"), std::string::npos);
  EXPECT_NE(complaint({shapes::Sphere{{}, std::nan("")}, {}}), "");
  EXPECT_NE(complaint({shapes::Box{{0, 0, 0}, {1, 0, 1}}, {}}).find("along y"), std::string::npos);
  EXPECT_NE(complaint({shapes::Cylinder{0.5, -1}, {}}), "");
  EXPECT_NE(complaint({shapes::Capsule{{}, {1, 0, 0}, 0}, {}}), "");
  EXPECT_NE(complaint({shapes::Torus{0.5, 0.6}, {}}), "");
  EXPECT_NE(complaint({shapes::Plane{{}, {0, 0, 0}}, {}}), "");
  EXPECT_NE(complaint({shapes::Star{2}, {}}), "");
  EXPECT_NE(complaint({shapes::Text{.height = 0}, {}}), "");
  EXPECT_NE(complaint({shapes::Boat{.wall = 0.5}, {}}).find("wall"), std::string::npos);
  EXPECT_NE(complaint({shapes::Hand{.length = 0}, {}}), "");
  EXPECT_NE(complaint({shapes::Dolphin{.length = -1}, {}}), "");
  EXPECT_NE(complaint({shapes::Figure{.height = 0}, {}}), "");
  EXPECT_NE(complaint({shapes::Union{}, {}}).find("at least one"), std::string::npos);
  EXPECT_NE(complaint({shapes::Intersection{}, {}}), "");
  EXPECT_NE(complaint({shapes::Difference{}, {}}), "");
  EXPECT_NE(complaint({shapes::MeshFile{.file = "/nowhere/horse.obj"}, {}}).find("/nowhere/horse.obj"),
            std::string::npos);
  Shape flat{shapes::Box{}, {}};
  flat.transform.scale = Vec3d{1, 0, 1};
  EXPECT_NE(complaint(flat).find("scale of 0"), std::string::npos);
  EXPECT_NE(complaint({shapes::Union{{flat}, 0}, {}}).find("scale of 0"), std::string::npos);
  Shape lost{shapes::Box{}, {}};
  lost.transform.spin_axis = {0, 0, 0};
  lost.transform.spin = 30.0;
  EXPECT_NE(complaint(lost).find("spin axis"), std::string::npos);
}

TEST(ShapeBuilder, PlanesAreFieldsOnly) {
  const Shape plane{shapes::Plane{{0, 1, 0}, {0, 1, 0}}, {}};
  ShapeBuilder builder(0.05f, kFps);
  EXPECT_NEAR(distance_at(*builder.field(plane, 1), {0, 3, 0}), 2, 1e-6);
  EXPECT_THROW(builder.mesh(plane, 1), InputError);
  const Shape half{shapes::Intersection{{{shapes::Sphere{{}, 0.5}, {}}, {shapes::Plane{}, {}}}, 0}, {}};
  EXPECT_NEAR(volume(builder.mesh(half, 1)), kPi / 12, 0.01);
}

class MeshFiles : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, double lift, bool closed) const {
    std::ofstream out(folder_ / name);
    for (const Vec3d& p : {Vec3d{0, 0, 0}, Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
      out << "v " << p.x << " " << p.y + lift << " " << p.z << "\n";
    }
    out << "f 1 3 2\nf 1 2 4\nf 2 3 4\n" << (closed ? "f 1 4 3\n" : "");
    return folder_ / name;
  }
  const TempFolder folder_;
};

TEST_F(MeshFiles, BecomeFieldsAndMeshes) {
  const Shape shape{shapes::MeshFile{.file = write("one.obj", 0, true), .scale = 2}, {}};
  ShapeBuilder builder(0.02f, kFps);
  EXPECT_NEAR(volume(builder.mesh(shape, 1)), 8.0 / 6, 1e-5);
  EXPECT_NEAR(counted_volume(*builder.field(shape, 1), 100), 8.0 / 6, 0.03);
}

TEST_F(MeshFiles, SequencesMove) {
  write("body_01.obj", 0, true);
  write("body_02.obj", 0.5, true);
  const Shape shape{shapes::MeshFile{.file = folder_ / "body_##.obj"}, {}};
  ShapeBuilder builder(0.05f, kFps);
  EXPECT_NEAR(bounds(builder.mesh(shape, 1.5)).lower.y, 0.25, 1e-6);
  EXPECT_NEAR(velocity_at(*builder.field(shape, 1.5), {0.2f, 0.3f, 0.2f}).y, 0.5 * kFps, 1e-3);
}

TEST_F(MeshFiles, TurnedTrianglesAreMendedTheSameWayInAllFiles) {
  for (const char* name : {"t1.obj", "t2.obj", "t3.obj"}) {  // the third is seen in a mirror
    const std::filesystem::path path = write(name, name[1] == '2' ? 0.5 : 0, true);
    std::string text = read_file(path);
    text.replace(text.find("f 1 2 4"), 7, "f 1 4 2");
    if (name[1] == '3') text.replace(text.find("v 1 0 0"), 7, "v -1 0 0");
    write_file(path, text);
  }
  const Shape shape{shapes::MeshFile{.file = folder_ / "t#.obj"}, {}};
  ShapeBuilder builder(0.02f, kFps);
  const Mesh first = builder.mesh(shape, 1);
  EXPECT_TRUE(is_closed(first));
  EXPECT_NEAR(volume(first), 1.0 / 6, 1e-6);
  EXPECT_NEAR(counted_volume(*builder.field(shape, 1.5), 100), 1.0 / 6, 0.01);
  for (const double frame : {1.5, 2.0, 2.5, 3.0}) EXPECT_EQ(builder.mesh(shape, frame).triangles, first.triangles);
  EXPECT_NEAR(builder.mesh(shape, 1.5).velocities[0].y, 0.5 * kFps, 1e-4);
}

TEST_F(MeshFiles, OpenOnesAreMeshesButNoFields) {
  const Shape shape{shapes::MeshFile{.file = write("open.obj", 0, false)}, {}};
  EXPECT_EQ(ShapeBuilder(0.05f, kFps).mesh(shape, 1).triangles.size(), 3u);
  try {
    ShapeBuilder(0.05f, kFps).field(shape, 1);
    ADD_FAILURE() << "an open mesh has no inside";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("open.obj: the mesh is open: 3 edges"), std::string::npos);
  }
}

TEST(ShapeBuilder, SameBytesForAnyNumberOfThreads) {
  const Shape shape{shapes::Union{{{shapes::Hand{}, {}}, {shapes::Text{.text = "a", .height = 0.2}, {}}}, 0.01}, {}};
  const auto points = random_points({{-0.2f, -0.1f, -0.2f}, {0.2f, 0.3f, 0.2f}}, 3000);
  Mesh mesh[2];
  std::vector<float> distance[2];
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    ShapeBuilder builder(0.01f, kFps);
    mesh[threads - 1] = builder.mesh(shape, 1);
    distance[threads - 1] = distances(*builder.field(shape, 1), points);
  }
  EXPECT_EQ(mesh[0].positions, mesh[1].positions);
  EXPECT_EQ(mesh[0].triangles, mesh[1].triangles);
  EXPECT_EQ(distance[0], distance[1]);
}

}  // namespace
}  // namespace weir
