// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a scene sets up: every kind of thing is there, where the scene puts it, with its name and its size.

#include "weir/run/set_up.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "temp_folder.h"

namespace weir::run {
namespace {

using Arrangement = Setup;  // GoogleTest has a Setup of its own

class SetUp : public ::testing::Test {
 protected:
  // `parts`: more keys of the scene.
  Arrangement of(const std::string& parts, double frame = 1, const char* solver = "flip", int dimensions = 3) {
    std::string text =
        fmt::format(R"({{"dimensions": {}, "frames": {{"last": 24}}, "solver": {{"kind": "{}", "spacing": 0.1}},
      "liquids": [{{"name": "pool", "shape": {{"kind": "box", "lower": [-1, 0, -1], "upper": [1, 0.5, 1]}}}}], )",
                    dimensions, solver);
    if (parts.find("\"domain\"") == std::string::npos) {
      text += R"("domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1]}, )";
    }
    write_file(folder_ / "scene.json", text + parts + "}");
    scene_ = load_scene(folder_ / "scene.json");
    return set_up(scene_, frame, folder_.path());
  }

  TempFolder folder_;
  Scene scene_;
};

std::string all_labels(const Arrangement& setup) {
  std::string text;
  for (const Arrangement::Label& label : setup.labels) text += label.text + "\n";
  return text;
}

const Arrangement::Label* label_of(const Arrangement& setup, const std::string& path) {
  for (const Arrangement::Label& label : setup.labels) {
    if (label.path == path) return &label;
  }
  return nullptr;
}

size_t count(const Arrangement& setup, Arrangement::Look look) {
  return static_cast<size_t>(std::count_if(setup.bodies.begin(), setup.bodies.end(),
                                           [&](const Arrangement::Body& b) { return b.look == look; }));
}

bool explains(const Arrangement& setup, const std::string& what) {
  return std::any_of(setup.legend.begin(), setup.legend.end(), [&](const auto& entry) { return entry.first == what; });
}

TEST_F(SetUp, NamesLiquidWithItsSize) {
  const Arrangement setup = of(R"("title": "")");
  EXPECT_EQ(count(setup, Arrangement::Look::liquid), 1u);
  ASSERT_TRUE(label_of(setup, "liquids[0].shape"));
  EXPECT_EQ(label_of(setup, "liquids[0].shape")->text, "pool  2 \u00d7 0.5 \u00d7 2 m");
  EXPECT_TRUE(setup.problems.empty());
}

TEST_F(SetUp, SolidIsWhereItIsAtTheFrame) {
  const char* moving = R"("solids": [{"name": "ball", "shape": {"kind": "sphere", "radius": 0.2,
      "transform": {"translate": {"keys": [[1, [-0.5, 1, 0]], [13, [0.5, 1, 0]]]}}}}])";
  const Arrangement setup = of(moving, 7);
  const Arrangement::Label* label = label_of(setup, "solids[0].shape");
  ASSERT_TRUE(label);
  EXPECT_NEAR(label->at.x, 0, 1e-3);
  EXPECT_EQ(label->text, "ball  40 \u00d7 40 \u00d7 40 cm");
  // Its way, from the first frame to the last, and where it is in between.
  ASSERT_EQ(setup.drawn.lines.size(), 1u);
  EXPECT_NEAR(setup.drawn.lines[0].points.front().x, -0.5, 1e-3);
  EXPECT_NEAR(setup.drawn.lines[0].points.back().x, 0.5, 1e-3);
  EXPECT_GE(count(setup, Arrangement::Look::ghost), 3u);
}

TEST_F(SetUp, PlaneIsCutToTheStage) {
  const Arrangement setup = of(R"("solids": [{"shape": {"kind": "plane", "normal": [0.2, 1, 0]}}])");
  ASSERT_EQ(count(setup, Arrangement::Look::solid), 1u);
  EXPECT_LT(length(setup.bounds.size()), 2 * length(setup.stage.size()));
  EXPECT_TRUE(setup.problems.empty());
}

TEST_F(SetUp, EmittersSinksForcesAndProbes) {
  const Arrangement setup = of(R"(
    "emitters": [{"name": "tap", "velocity": [0, -2, 0], "first": 5, "last": 9,
                  "shape": {"kind": "box", "lower": [-0.1, 1.5, -0.1], "upper": [0.1, 1.7, 0.1]}}],
    "sinks": [{"name": "drain", "shape": {"kind": "box", "lower": [0.7, 0, 0.7], "upper": [1, 0.2, 1]}}],
    "forces": [{"kind": "wind", "velocity": [3, 0, 0]}, {"kind": "vortex", "name": "whirl"},
               {"kind": "attract", "point": [0, 1, 0]},
               {"kind": "push", "region": {"kind": "sphere", "radius": 0.3}}],
    "probes": [{"kind": "height", "name": "H", "point": [0.5, 0, 0]}, {"kind": "flux", "name": "F", "centre": [0, 0.5, 0]},
               {"kind": "pressure", "name": "P", "point": [0, 0.1, 0]}])");
  const std::string labels = all_labels(setup);
  for (const char* text : {"tap  20 \u00d7 20 \u00d7 20 cm, 2 m/s, frames 5 to 9", "drain", "wind  3 m/s", "whirl",
                           "attract", "push", "H  height", "F  flux", "P  pressure"}) {
    EXPECT_NE(labels.find(text), std::string::npos) << text << " in\n" << labels;
  }
  for (const char* what : {"emitter", "sink", "force", "probe"}) EXPECT_TRUE(explains(setup, what)) << what;
  // Of the emitter, wind, push, flux, and those of the vortex and of the point that attracts.
  EXPECT_GE(setup.arrows.size(), 4u + 4u + 6u);
  EXPECT_EQ(setup.arrows[0].from.y, 1.6f);
  EXPECT_LT(setup.arrows[0].to.y, setup.arrows[0].from.y);
}

TEST_F(SetUp, WallsThatLiquidPasses) {
  const Arrangement setup = of(R"("domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1], "walls": {
    "left": {"kind": "inflow", "speed": 0.5, "level": 0.4}, "right": {"kind": "outflow", "level": 0.4}}})");
  ASSERT_EQ(setup.drawn.boxes.size(), 2u);
  EXPECT_EQ(setup.drawn.boxes[0].box.upper.x, -1);
  EXPECT_EQ(setup.drawn.boxes[0].box.upper.y, 0.4);
  EXPECT_NE(all_labels(setup).find("inflow  0.5 m/s, to 40 cm"), std::string::npos) << all_labels(setup);
}

TEST_F(SetUp, RigPointsAndPath) {
  const Arrangement setup = of(R"("directors": [{"kind": "rig", "name": "fish",
    "shape": {"kind": "sphere", "radius": 0.3, "centre": [-0.6, 0.4, 0]},
    "motion": {"path": {"points": [[-0.6, 0.4, 0], [0, 1.5, 0], [0.6, 0.4, 0]]}}}])");
  EXPECT_GE(setup.drawn.points.size(), 3u);
  Box3f box;
  for (const Overlay::Point& point : setup.drawn.points) box.include(point.position);
  EXPECT_NEAR(box.centre().x, -0.6, 0.2);
  EXPECT_EQ(setup.drawn.lines.size(), 2u);  // the way of the middle, and the path
  EXPECT_NE(all_labels(setup).find("fish"), std::string::npos);
}

TEST_F(SetUp, ControlMeshAtItsKeys) {
  const Arrangement setup = of(R"("directors": [{"kind": "meshes", "meshes": [{"name": "blob", "keys": [
    {"frame": 1, "shape": {"kind": "dolphin", "length": 0.8, "transform": {"translate": [0, 0.4, 0]}}},
    {"frame": 24, "shape": {"kind": "dolphin", "length": 0.8, "transform": {"translate": [0, 1.2, 0]}}}]}]}])",
                               24);
  EXPECT_EQ(count(setup, Arrangement::Look::wanted), 1u);
  EXPECT_EQ(count(setup, Arrangement::Look::ghost), 1u);
  EXPECT_NE(all_labels(setup).find("key at frame 24"), std::string::npos);
  EXPECT_NE(all_labels(setup).find("frame 1"), std::string::npos);
}

TEST_F(SetUp, TargetsGuideAndSea) {
  const Arrangement stars = of(R"("reversal": {"targets": [{"name": "star", "frame": 12,
    "shape": {"kind": "star", "transform": {"translate": [0, 1, 0]}}}]})");
  EXPECT_EQ(count(stars, Arrangement::Look::wanted), 1u);
  EXPECT_NE(all_labels(stars).find("frame 12"), std::string::npos);

  const Arrangement guided = of(R"("directors": [{"kind": "guide", "depth": 0.25,
    "shape": {"kind": "box", "lower": [-1, 0, -1], "upper": [1, 0.5, 1]}}])");
  EXPECT_NE(all_labels(guided).find("depth of the guide  25 cm"), std::string::npos) << all_labels(guided);

  const Arrangement sea =
      of(R"("domain": {"lower": [-2, 0, -2], "upper": [2, 2, 2], "walls": "closed"}, "directors": [{"kind": "sea",
    "level": 1, "width": 0.8, "waves": [{"height": 0.1, "length": 2, "direction": 90}]}])");
  ASSERT_EQ(sea.drawn.boxes.size(), 2u);
  EXPECT_EQ(sea.drawn.boxes[1].box.upper.x, 1.2);
  ASSERT_EQ(sea.arrows.size(), 1u);
  EXPECT_GT(sea.arrows[0].to.z, sea.arrows[0].from.z + 0.1f);
}

TEST_F(SetUp, TemplateThatIsStillToBeRecorded) {
  write_file(folder_ / "drop.json", R"({"frames": {"last": 4}, "solver": {"kind": "ballistic", "spacing": 0.1},
    "domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1]},
    "liquids": [{"shape": {"kind": "sphere", "radius": 0.4, "centre": [0, 1, 0]}}]})");
  const Arrangement setup =
      of(R"("recordings": [{"name": "splash", "scene": "drop.json", "region": {"size": [1, 0.5, 1]}}],
    "directors": [{"kind": "templates", "instances": [{"template": "splash", "start": 6,
                   "transform": {"translate": [0.3, 1, 0]}}]}])");
  ASSERT_EQ(setup.drawn.boxes.size(), 1u);
  EXPECT_EQ(setup.drawn.boxes[0].placed.offset, (Vec3d{0.3, 1, 0}));
  EXPECT_NE(all_labels(setup).find("from frame 6, recorded when the scene is run"), std::string::npos)
      << all_labels(setup);
  EXPECT_TRUE(setup.problems.empty());
}

TEST_F(SetUp, WhatCannotBeBuiltIsToldAndTheRestIsThere) {
  write_file(folder_ / "broken.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n");
  const Arrangement setup =
      of(R"("solids": [{"shape": {"kind": "mesh", "file": "broken.obj"}}, {"shape": {"kind": "sphere"}}])");
  ASSERT_EQ(setup.problems.size(), 1u);
  EXPECT_NE(setup.problems[0].location.find("solids[0].shape"), std::string::npos) << setup.problems[0].sentence();
  EXPECT_EQ(count(setup, Arrangement::Look::solid), 1u);
}

TEST_F(SetUp, WhatCouldNotBeReadIsLeftOutAndToldOnce) {
  of(R"("solids": [{"name": "a", "shape": {"kind": "sphere"}}, {"name": "b", "shape": {"kind": "sphere"}}])");
  const std::vector<Problem> known{{"scene.json:3: solids[1].shape", "lacks a kind"}};
  const Arrangement setup = set_up(scene_, 1, folder_.path(), known);
  EXPECT_EQ(count(setup, Arrangement::Look::solid), 1u);
  EXPECT_EQ(setup.problems.size(), 1u);
  EXPECT_TRUE(concerns(known[0], "solids[1]"));
  EXPECT_FALSE(concerns(known[0], "solids[11]"));
  EXPECT_FALSE(concerns(known[0], "solid"));
}

TEST_F(SetUp, FlatScenesHaveSections) {
  const Arrangement setup = of(R"("solids": [{"shape": {"kind": "sphere", "radius": 0.2}},
                                       {"shape": {"kind": "sphere", "radius": 0.2, "centre": [0, 1, 0.5]}}])",
                               1, "flip", 2);
  EXPECT_EQ(count(setup, Arrangement::Look::solid), 1u);  // the other is not in the plane
  for (const Arrangement::Body& body : setup.bodies) EXPECT_TRUE(body.field);
  EXPECT_EQ(setup.stage.size().z, 0);
}

TEST(LengthInWords, TakesTheUnitThatFits) {
  EXPECT_EQ(length_in_words(2), "2 m");
  EXPECT_EQ(length_in_words(0.05), "5 cm");
  EXPECT_EQ(length_in_words(0.0004), "0.4 mm");
  EXPECT_EQ(length_in_words(30000), "30 km");
  EXPECT_EQ(size_in_words({1, 0.5f, 0}, 2), "1 \u00d7 0.5 m");
}

}  // namespace
}  // namespace weir::run
