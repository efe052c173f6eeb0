// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sides of the domain that are open, that liquid flows in through, and that it flows out through.

#include "liquid.h"
#include "refusal.h"

namespace weir::run {

namespace {

constexpr double kLength = 1.6, kDepth = 0.24, kSpeed = 0.4, kSpacing = 0.02;

const std::string kSolvers[]{"sph", "flip", "flip with a band"};

void choose_solver(const std::string& which, Scene& scene) {
  if (which == "sph") return;
  grid::FlipSettings settings;
  if (which != "flip") settings.band = 3;
  scene.solver.settings = settings;
}

Scene channel(const std::string& solver) {
  Scene scene = pool(2, kSpacing, {kLength, 0.6, 0}, kDepth);
  choose_solver(solver, scene);
  scene.domain->walls.right.kind = walls::Outflow{kDepth};
  return scene;
}

Probe flux(const std::string& name, double x) { return {name, probes::Flux{{x, 0, 0}, {1, 0, 0}, {}, {}}}; }
Probe gauge(const std::string& name, double x) { return {name, probes::Height{.point = {x, 0, 0}}}; }

// Means over the steps of some frames.
std::vector<double> means(Stage& stage, int frames) {
  std::vector<double> sum;
  int steps = 0;
  for (int i = 0; i < frames; ++i) {
    for (const ProbeReading& reading : stage.advance().probes) {
      sum.resize(reading.values.size());
      for (size_t k = 0; k < sum.size(); ++k) sum[k] += reading.values[k];
      ++steps;
    }
  }
  for (double& value : sum) value /= steps;
  return sum;
}

}  // namespace

// What flows in flows through and out, and the level stays. It starts at rest, so that all of this has to come about.
TEST(Walls, AChannelComesToTheFlowThatEntersIt) {
  for (const std::string& solver : kSolvers) {
    Scene scene = channel(solver);
    scene.domain->walls.left.kind = walls::Inflow{kSpeed, kDepth};
    scene.probes = {flux("in", 0.4), flux("middle", 0.8), flux("out", 1.3), gauge("level", 0.8)};
    Stage stage(scene);
    advance(stage, 24 * 8);
    const std::vector<double> found = means(stage, 24 * 3);
    const double exact = kSpeed * kDepth;
    for (const size_t window : {0u, 2u, 4u}) {
      note(solver + std::to_string(window), found[window] / exact);
      EXPECT_NEAR(found[window], exact, 0.05 * exact) << solver << " " << window;
    }
    note(solver + " level", found[7] / kDepth);
    EXPECT_NEAR(found[7], kDepth, 0.06 * kDepth) << solver;
  }
}

// A sheet faster than its waves feels no level downstream: it leaves as it came in.
TEST(Walls, AFastSheetLeavesAsItIs) {
  for (const std::string& solver : kSolvers) {
    constexpr double depth = 0.12, speed = 2;
    Scene scene = channel(solver);
    scene.liquids.clear();
    scene.domain->walls.left.kind = walls::Inflow{speed, depth};
    scene.probes = {flux("out", 1.3), gauge("depth", 1.3)};
    Stage stage(scene);
    advance(stage, 36);
    const std::vector<double> found = means(stage, 12);
    EXPECT_NEAR(found[0], speed * depth, 0.07 * speed * depth) << solver;
    EXPECT_LT(found[3], 1.3 * depth) << solver;  // held at the level of the outflow it would be twice as deep
  }
}

// A low wave runs to the right. Where water may flow out it is gone; from a wall all of it comes back.
TEST(Walls, AWaveLeavesThroughAnOutflow) {
  for (const std::string& solver : kSolvers) {
    double back[2];
    for (const bool out : {false, true}) {
      Scene scene = channel(solver);
      if (!out) scene.domain->walls = Walls::closed;
      add_liquid(scene, box({0, kDepth, -1}, {0.3, kDepth + 0.04, 1}));
      scene.probes = {gauge("level", 0.8)};
      Stage stage(scene);
      // It passes the gauge after about 0.4 s, and would be back after 1.5 s.
      advance(stage, 27);
      double highest = 0;
      for (int frame = 0; frame < 24; ++frame) highest = std::max(highest, means(stage, 1)[1] - kDepth);
      back[out] = highest;
    }
    note(solver, back[1] / back[0]);
    EXPECT_LT(back[1], 0.4 * back[0]) << solver;
    EXPECT_GT(back[0], 0.008);
  }
}

// One side of a pool is open: all water but a film runs out there, nowhere else, and is counted off.
TEST(Walls, AnOpenSideLetsLiquidGo) {
  for (const std::string& solver : kSolvers) {
    Scene scene = pool(3, 0.04, {0.8, 0.6, 0.4}, 0.3);
    choose_solver(solver, scene);
    scene.domain->walls.right.kind = walls::Open{};
    scene.probes = {flux("over the edge", 0.7)};
    scene.frames.rate = 120;
    Stage stage(scene);
    const auto mass = [&] {
      const Particles& p = stage.solver().particles();
      return mean_of(p, [&](size_t i) { return p.mass[i]; }) * static_cast<double>(p.size());
    };
    const double before = mass();
    double passed = 0, time = 0;
    for (int frame = 0; frame < 180; ++frame) {
      for (const ProbeReading& reading : stage.advance().probes) {
        passed += reading.values[1] * (reading.time - time);
        time = reading.time;
      }
      for (const Vec3f& x : stage.solver().particles().position) {
        ASSERT_TRUE(x.x >= 0 && x.x <= 0.8f && x.y >= 0 && x.z >= 0 && x.z <= 0.4f);
      }
    }
    EXPECT_LT(mass(), 0.3 * before) << solver;
    // The window is a tenth of a metre before the edge.
    EXPECT_NEAR(passed, before - mass() - 0.125 * before, 0.05 * before) << solver;
  }
}

TEST(Walls, SameBytesWithAnyNumberOfThreadsAndAfterResuming) {
  for (const std::string& solver : kSolvers) {
    Scene scene = channel(solver);
    scene.domain->walls.left.kind = walls::Inflow{kSpeed, kDepth};
    expect_same_bytes(scene, 3);
  }
}

TEST(Walls, WhatASolverCannotIsRefused) {
  const auto said = [](const std::string& solver, const std::string& walls, const std::string& more = "") {
    const TempFolder folder;
    write_file(folder / "scene.json", R"({"solver": )" + solver + R"(, "liquids": [{"shape": {"kind": "box"}}],
      "domain": {"walls": )" + walls + "}" +
                                          more + "}");
    return refusal([&] {
      const Scene scene = load_scene(folder / "scene.json");
      Stage stage(scene);
    });
  };
  const std::string sph = R"({"kind": "sph", "spacing": 0.2})", inflow = R"({"left": {"kind": "inflow", "level": 1}})";
  EXPECT_EQ(said(sph, inflow), "");
  EXPECT_NE(said(R"({"kind": "ballistic", "spacing": 0.2})", inflow).find("domain.walls.left: must be closed or open"),
            std::string::npos);
  EXPECT_NE(said(R"({"kind": "smoke", "spacing": 0.2})", R"({"left": "open"})").find("all closed or all open"),
            std::string::npos);
  EXPECT_EQ(said(R"({"kind": "flip", "spacing": 0.2, "band": 3})", inflow), "");
  EXPECT_NE(said(sph, R"({"top": {"kind": "outflow", "level": 1}})").find("domain.walls.top: must be closed or open"),
            std::string::npos);
  EXPECT_NE(said(sph, R"({"left": {"kind": "inflow", "level": 3}})").find("domain.walls.left.level: must be above"),
            std::string::npos);
  EXPECT_NE(said(sph, R"({"front": "open"})", R"(, "dimensions": 2)").find("neither back nor front"),
            std::string::npos);
  EXPECT_NE(said(sph, R"({"right": {"kind": "outflow", "level": 1}})", R"(, "gravity": [0, 0, 0])")
                .find("needs gravity that points down"),
            std::string::npos);
}

}  // namespace weir::run
