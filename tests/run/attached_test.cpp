// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs in which things go along paths and are attached to solids.

#include <gtest/gtest.h>

#include "every_scene.h"
#include "liquid.h"

namespace weir::run {
namespace {

Scene load(const std::string& text) {
  const TempFolder folder;
  write_file(folder / "scene.json", text);
  return load_scene(folder / "scene.json");
}

TEST(Attached, SameBytesForAnyThreadsAndWhenResumed) {
  for (const char* solver : {kSph, kFlip}) expect_same_bytes(load(pool(solver, 2, 8, carried())), 3);
}

// A tap on a raft in free fall stays over it: without gravity the raft goes on, and the water falls out in front of it.
TEST(Attached, ATapRidesOnARaft) {
  const Scene scene = load(pool(kSph, 2, 12, R"(, "gravity": [0, 0, 0],
    "solids": [{"name": "raft", "rigid": {"density": 500, "velocity": [0, 1, 0]},
                "shape": {"kind": "box", "lower": [0.6, 0.2, -0.3], "upper": [0.8, 0.26, 0.3]}}],
    "emitters": [{"velocity": [1, 0, 0], "shape": {"kind": "box", "lower": [0.62, 0.3, -0.3], "upper": [0.7, 0.36, 0.3],
                  "transform": {"attach": "raft"}}}])"));
  Stage stage(scene);
  advance(stage, 8);
  const Particles& p = stage.solver().particles();
  double lowest = 1, highest = 0, right = 0, count = 0;
  Vec3d velocity;
  for (size_t i = 0; i < p.size(); ++i) {
    if (p.position[i].x < 0.55f) continue;  // of the pool
    lowest = std::min(lowest, double{p.position[i].y}), highest = std::max(highest, double{p.position[i].y});
    right = std::max(right, double{p.position[i].x});
    velocity += Vec3d(p.velocity[i]), ++count;
  }
  ASSERT_GT(count, 30);
  EXPECT_NEAR(velocity.y / count, 1, 0.1);
  EXPECT_NEAR(velocity.x / count, 1, 0.1);
  const double risen = 8.0 / 24;
  EXPECT_NEAR(lowest, 0.3 + risen, 0.05);
  EXPECT_NEAR(highest, 0.36 + risen, 0.05);
}

// What the liquid moves cannot carry a control mesh, a rig or another solid: their place must be known before the run.
TEST(Attached, WhatMustBeKnownBeforeIsRefused) {
  const std::string raft =
      R"({"name": "raft", "rigid": {}, "shape": {"kind": "box", "lower": [0.6, 0.5, -0.3], "upper": [0.8, 0.6, 0.3]}})";
  const std::string attached =
      R"("shape": {"kind": "sphere", "radius": 0.1, "centre": [0.3, 0.7, 0], "transform": {"attach": "raft"}})";
  const std::string said =
      "the liquid moves \"raft\", so it is not known before the run where this would be; attach it to "
      "a solid that has keyframes or a path";
  for (
      const std::string& parts :
      {R"(, "solids": [)" + raft + ", {" + attached + "}]",
       R"(, "solids": [)" + raft + R"(], "directors": [{"kind": "meshes", "meshes": [{)" + attached + "}]}]",
       R"(, "solids": [)" + raft +
           R"(], "directors": [{"kind": "rig", "shape": {"kind": "sphere", "radius": 0.1}, "motion": {"attach": "raft"}}])"}) {
    const Scene scene = load(pool(kFlip, 2, 4, parts));
    try {
      Stage stage(scene);
      FAIL() << parts;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(said), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace weir::run
