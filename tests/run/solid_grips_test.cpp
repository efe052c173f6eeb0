// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is refused of friction, stickiness and adhesion of solids.

#include "liquid.h"
#include "refusal.h"

namespace weir::run {

namespace {

// What is said of a scene with this solver, solid and domain; the solid can be the mesh "paint.ply", which has this
// property painted on it.
std::string said(const std::string& solver, const std::string& solid, const std::string& domain = "{}",
                 const std::string& painted = "friction", const std::string& share = "0.5") {
  const TempFolder folder;
  std::string mesh = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
  mesh += "property float " + painted + "\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n";
  for (const char* point : {"0 0 0 ", "0.5 0 0 ", "0 0.5 0 ", "0 0 0.5 "}) mesh += point + share + "\n";
  write_file(folder / "paint.ply", mesh + "3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n");
  write_file(folder / "scene.json",
             R"({"solver": {"kind": ")" + solver + R"(", "spacing": 0.1}, "domain": )" + domain +
                 R"(, "liquids": [{"shape": {"kind": "box", "lower": [0.6, 0, 0], "upper": [1, 1, 1]}}],
                                        "solids": [)" +
                 solid + "]}");
  return refusal([&] {
    const Scene scene = load_scene(folder / "scene.json");
    Stage stage(scene);
  });
}

const std::string kPainted = R"({"shape": {"kind": "mesh", "file": "paint.ply"})";

void expect_said(const std::string& what, const std::string& words) {
  EXPECT_NE(what.find(words), std::string::npos) << what;
}

}  // namespace

TEST(SolidGrips, WhatTheSolverWouldIgnoreIsRefused) {
  const std::string box = R"({"shape": {"kind": "box", "lower": [0, 0, 0], "upper": [0.4, 0.4, 0.4]}, )";
  expect_said(said("ballistic", box + R"("friction": 0.5})"),
              "solids[0].friction: the ballistic solver has no friction of solids; leave it out, or use the sph or "
              "flip solver");
  expect_said(said("ballistic", box + R"("adhesion": 2})"),
              "solids[0].adhesion: the ballistic solver has no adhesion of solids");
  expect_said(said("smoke", "", R"({"stickiness": 0})"), "domain.stickiness: the smoke solver has no stickiness");
  EXPECT_EQ(said("flip", box + R"("friction": 0.5, "stickiness": 1, "adhesion": 3})", R"({"adhesion": 1})"), "");
  EXPECT_EQ(said("sph", box + R"("friction": 0.5, "stickiness": 1, "adhesion": 3})", R"({"adhesion": 1})"), "");
}

TEST(SolidGrips, PaintThatIsAShareOfNothingIsRefused) {
  EXPECT_EQ(said("sph", kPainted + R"(, "friction": 0.5})"), "");
  expect_said(said("sph", kPainted + "}"),
              "solids[0].shape: its mesh has shares of friction painted on it, but the solid has no friction");
  expect_said(said("sph", kPainted + R"(, "friction": 0.5})", "{}", "adhesion"),
              "its mesh has shares of adhesion painted on it, but the solid has no adhesion");
  expect_said(said("ballistic", kPainted + "}"),
              "its mesh has friction painted on it, but the ballistic solver has no friction of solids");
  expect_said(said("sph", kPainted + R"(, "stickiness": 1})", "{}", "stickiness", "1.5"),
              "painted numbers are from 0 to 1");
}

}  // namespace weir::run
