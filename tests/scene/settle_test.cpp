// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Paths and what is attached, from the file to where things are.

#include "scene/settle.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "scene/mirror_time.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/geometry/shapes/build.h"

namespace weir {
namespace {

Scene scene_of(const std::string& parts) {
  const TempFolder folder;
  write_file(folder / "s.json", R"({"solver": {"kind": "ballistic"}, "frames": {"first": 1001, "last": 1011},
    "liquids": [{"shape": {"kind": "box"}}], )" +
                                    parts + "}");
  return load_scene(folder / "s.json");
}

const char* kPath = R"("path": {"points": [[0, 1, 0], [1, 2, 0], [3, 1, 1]], "align": true})";

std::string solid(const std::string& name, const std::string& kind, const std::string& transform) {
  return R"({"name": ")" + name + R"(", "shape": {)" + kind + R"(, "transform": {)" + transform + "}}}";
}

double distance_between(const Affine& a, const Affine& b) {
  double most = length(a.offset - b.offset);
  for (size_t r = 0; r < 3; ++r) most = std::max(most, length(a.linear.row[r] - b.linear.row[r]));
  return most;
}

TEST(Settle, APathIsGoneAlongInTheFramesOfTheRun) {
  const Scene scene = scene_of(R"("solids": [)" + solid("a", R"("kind": "cylinder")", kPath) + "]");
  const Transform& t = scene.solids[0].shape.transform;
  EXPECT_LT(length(affine_at(t, 1001).offset - Vec3d{0, 1, 0}), 1e-9);
  EXPECT_LT(length(affine_at(t, 1011).offset - Vec3d{3, 1, 1}), 1e-9);
  const double first = length(rate_at(*t.path->along, 1001) * t.path->curve()->point_rate(0));
  EXPECT_NEAR(first, t.path->curve()->length() / 10, 1e-3);
  EXPECT_EQ(t.path->along->between, Interpolation::linear);
}

// Wherever it was given, the middle goes on the curve, unless a pivot says what does.
TEST(Settle, ShapesArePutOnTheirPathByThemselves) {
  const Scene scene = scene_of(
      R"("solids": [)" + solid("box", R"("kind": "box", "lower": [4, 4, 4], "upper": [5, 6, 7])", kPath) + "," +
      solid("ball", R"("kind": "sphere", "centre": [9, 0, 0])", kPath) + "," +
      solid("rod", R"("kind": "capsule", "from": [1, 0, 0], "to": [3, 0, 0])", kPath) + "," +
      solid("boat", R"("kind": "boat")", kPath) + "," +
      solid(
          "both",
          R"("kind": "union", "shapes": [{"kind": "sphere", "centre": [1, 1, 1]}, {"kind": "sphere", "centre": [3, 1, 1]}])",
          kPath) +
      "," +
      solid("by pivot", R"("kind": "sphere", "centre": [9, 0, 0])", std::string(kPath) + R"(, "pivot": [0, 0, 0])") +
      "]");
  const std::vector<Vec3d> middle{{4.5, 5, 5.5}, {9, 0, 0}, {2, 0, 0}, {0, 0, 0}, {2, 1, 1}, {0, 0, 0}};
  for (size_t i = 0; i < middle.size(); ++i) {
    const Transform& t = scene.solids[i].shape.transform;
    EXPECT_LT(length(affine_at(t, 1001).point(middle[i]) - Vec3d{0, 1, 0}), 1e-9) << scene.solids[i].name;
  }
}

TEST(Settle, WrittenAndReadAgainItIsTheSame) {
  const Scene scene = scene_of(R"("solids": [)" + solid("a", R"("kind": "boat")", kPath) + "," +
                               solid("b", R"("kind": "box")", R"("attach": "a")") + "]");
  const TempFolder folder;
  write_file(folder / "again.json", scene_text(scene));
  EXPECT_EQ(scene_text(load_scene(folder / "again.json")), scene_text(scene));
}

TEST(Settle, WhatIsAttachedGoesWithItsSolid) {
  const Scene scene = scene_of(
      R"("solids": [)" +
      solid("top", R"("kind": "box")", R"("attach": "boat", "spin": {"keys": [[1001, 0], [1011, 90]]})") + "," +
      solid("boat", R"("kind": "boat")", kPath) +
      R"(, {"name": "float", "rigid": {}, "shape": {"kind": "boat"}}], "sinks": [{"shape": {"kind": "sphere", "centre": [0, 3, 0], "transform": {"attach": "top"}}},
                      {"shape": {"kind": "sphere", "transform": {"attach": "float"}}}])");
  const Transform& boat = scene.solids[1].shape.transform;
  const Affine moved = affine_at(boat, 1007) * affine_at(boat, 1001).inverse();
  Transform spun;
  spun.spin = Animated<double>(54.0);
  const Affine top = affine_at(scene.solids[0].shape.transform, 1007);
  EXPECT_LT(distance_between(top, moved * affine_at(spun, 1)), 1e-9);
  EXPECT_LT(distance_between(affine_at(scene.sinks[0].shape.transform, 1007), top), 1e-9);
  EXPECT_LT(distance_between(affine_at(scene.sinks[0].shape.transform, 1001), Affine{}), 1e-9);
  // The liquid moves it, so it is not known here.
  EXPECT_EQ(scene.sinks[1].shape.transform.carrier, nullptr);
  ShapeBuilder builder(0.1f, 24);
  EXPECT_THROW(builder.field(scene.sinks[1].shape, 1001), InputError);
}

TEST(Settle, FarFromZeroItIsTheSame) {
  const auto at = [](double x) {
    const auto place = [&](double dx, double y, double z) { return fmt::format("[{}, {}, {}]", x + dx, y, z); };
    return scene_of(
        R"("domain": {"lower": )" + place(0, 0, -1) + R"(, "upper": )" + place(4, 3, 1) + R"(}, "solids": [)" +
        solid("boat", R"("kind": "boat")",
              R"("path": {"points": [)" + place(0, 1, 0) + "," + place(1, 2, 0) + "," + place(3, 1, 1) +
                  R"(], "align": true})") +
        "," + solid("ball", R"("kind": "sphere", "centre": )" + place(0.5, 1, 0), R"("attach": "boat")") + "," +
        solid("own", R"("kind": "sphere", "centre": )" + place(0.5, 1, 0),
              R"("path": {"points": [)" + place(0, 1, 0) + "," + place(1, 1, 0) + "]}") +
        R"(], "picture": {"camera": {"path": {"points": [)" + place(0, 1, 4) + "," + place(1, 1, 4) + "]}}}");
  };
  const Scene near = at(0), far = at(2e4);
  EXPECT_EQ(far.origin, (Vec3d{2e4, 0, 0}));
  for (size_t i = 0; i < near.solids.size(); ++i) {
    for (const double frame : {1001.0, 1004.5, 1011.0}) {
      EXPECT_LT(distance_between(affine_at(near.solids[i].shape.transform, frame),
                                 affine_at(far.solids[i].shape.transform, frame)),
                1e-9)
          << i;
    }
  }
  EXPECT_EQ(far.picture.camera->path->points, near.picture.camera->path->points);
}

TEST(Settle, BackwardInTimeItGoesBack) {
  const Scene scene = scene_of(R"("solids": [)" + solid("boat", R"("kind": "boat")", kPath) + "," +
                               solid("ball", R"("kind": "sphere")", R"("attach": "boat")") + "]");
  for (const Solid& solid : scene.solids) {
    const Shape back = mirrored(solid.shape, 1006);
    for (const double frame : {1001.0, 1003.3, 1011.0}) {
      EXPECT_LT(distance_between(affine_at(back.transform, 2012 - frame), affine_at(solid.shape.transform, frame)),
                1e-9);
    }
  }
}

}  // namespace
}  // namespace weir
