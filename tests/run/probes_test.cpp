// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Probes in whole runs, against what is known: hydrostatic pressure, buoyancy, the flux of an emitter, sloshing.

#include <numbers>

#include "liquid.h"
#include "refusal.h"
#include "weir/run/run.h"

namespace weir::run {

namespace {

constexpr double kGravity = 9.81;

Probe height(const std::string& name, const Vec3d& point) { return {name, probes::Height{.point = point}}; }
Probe flux(const std::string& name, const Vec3d& centre, const Vec3d& normal, std::optional<double> width = {},
           std::optional<double> height = {}) {
  return {name, probes::Flux{centre, normal, width, height}};
}
Probe pressure(const std::string& name, const Vec3d& point) { return {name, probes::Pressure{point}}; }

// A value of the last step of a report, by "probe.measure", or "probe.measure.1" for its second component.
double value(const Stage& stage, const ProbeReading& reading, const std::string& key) {
  size_t at = 0;
  for (const ProbeColumn& column : stage.probes().columns()) {
    for (int k = 0; k < column.components; ++k, ++at) {
      const std::string name = column.probe + "." + column.measure;
      if (key == name || key == name + "." + std::to_string(k)) return reading.values[at];
    }
  }
  ADD_FAILURE() << "no " << key;
  return 0;
}

// The mean over some frames, step by step: single steps of SPH have some noise.
double mean_value(Stage& stage, int frames, const std::string& key) {
  double sum = 0, time = stage.time();
  const double begin = time;
  for (int i = 0; i < frames; ++i) {
    for (const ProbeReading& reading : stage.advance().probes) {
      sum += value(stage, reading, key) * (reading.time - time);
      time = reading.time;
    }
  }
  return sum / (time - begin);
}

std::vector<Scene> pools(double depth) {
  std::vector<Scene> all;
  for (const int dimensions : {2, 3}) {
    const double spacing = dimensions == 2 ? 0.02 : 0.04;
    const Vec3d size{0.8, 0.8, 0.4};
    all.push_back(pool(dimensions, spacing, size, depth));
    all.push_back(flip_pool(dimensions, spacing, size, depth));
    all.push_back(all.back());
    all.back().solver.get<grid::FlipSettings>()->band = 3;
  }
  return all;
}

}  // namespace

TEST(Probes, PressureInWaterAtRestIsItsWeight) {
  const double depth = 0.56;
  for (Scene& scene : pools(depth)) {
    const double z = scene.dimensions == 2 ? 0 : 0.2;
    scene.probes = {pressure("middle", {0.4, 0.26, z}), pressure("floor", {0.4, 0, z}), pressure("wall", {0, 0.26, z}),
                    pressure("air", {0.4, 0.7, z}),     height("gauge", {0.4, 0.1, z}), height("at wall", {0, 0.1, z})};
    Stage stage(scene);
    advance(stage, 4);
    const std::string which = scene.solver.kind() + std::to_string(scene.dimensions);
    const auto expect = [&](const char* name, double y) {
      const double found = mean_value(stage, 2, name) / (1000 * kGravity * (depth - y));
      note(which + name, found);
      EXPECT_NEAR(found, 1, scene.solver.kind() == "sph" ? 0.07 : 0.01) << which << " " << name;
    };
    expect("middle.pressure", 0.26);
    expect("floor.pressure", 0);
    expect("wall.pressure", 0.26);
    const ProbeReading last = advance(stage, 1).probes.back();
    EXPECT_EQ(value(stage, last, "air.pressure"), 0) << which;
    for (const char* name : {"gauge.height", "gauge.depth", "at wall.height", "at wall.depth"}) {
      EXPECT_NEAR(value(stage, last, name), depth, 0.5 * scene.solver.spacing) << which << " " << name;
    }
    EXPECT_DOUBLE_EQ(last.frame, stage.frame());
    EXPECT_NEAR(last.time, stage.time(), 1e-12);
  }
}

// A box that is all under water.
TEST(Probes, ForceOnASubmergedBoxIsItsBuoyancy) {
  for (Scene& scene : pools(0.56)) {
    const bool flat = scene.dimensions == 2;
    const double deep = flat ? 1 : 0.16;
    Shape under = box({-0.12, -0.08, flat ? -1 : -0.08}, {0.12, 0.08, flat ? 1 : 0.08});
    under.transform.translate = Vec3d{0.4, 0.28, flat ? 0 : 0.2};
    add_solid(scene, under).name = "box";
    scene.probes = {{"load", probes::Force{"box", {0.4, 0.28, flat ? 0 : 0.2}}}};
    Stage stage(scene);
    advance(stage, 4);
    const double weight = 1000 * kGravity * 0.24 * 0.16 * deep;
    const std::string which = scene.solver.kind() + std::to_string(scene.dimensions);
    const double up = mean_value(stage, 2, "load.force.1");
    note(which, up / weight);
    EXPECT_NEAR(up, weight, 0.05 * weight) << which;
    EXPECT_NEAR(mean_value(stage, 1, "load.force.0"), 0, 0.04 * weight) << which;
    EXPECT_NEAR(mean_value(stage, 1, "load.force.2"), 0, 0.04 * weight) << which;
    EXPECT_NEAR(mean_value(stage, 1, "load.torque.2"), 0, 0.04 * weight * 0.12) << which;
  }
}

// A jet through three windows: across all of it, across its upper half, and beside it.
TEST(Probes, FluxOfAnEmitterIsItsSpeedTimesItsSection) {
  for (const bool grid : {false, true}) {
    Scene scene = sph_scene(3, 0.02);
    if (grid) scene.solver.settings = grid::FlipSettings{};
    scene.gravity = Vec3d{};
    Emitter emitter;
    emitter.shape = box({0, 0, 0}, {0.08, 0.16, 0.16});
    emitter.velocity = Vec3d{2, 0, 0};
    scene.emitters = {emitter};
    scene.probes = {flux("all", {0.2, 0.08, 0.08}, {1, 0, 0}), flux("back", {0.2, 0.08, 0.08}, {-1, 0, 0}),
                    flux("upper", {0.2, 0.12, 0.08}, {1, 0, 0}, 0.4, 0.08),
                    flux("beside", {0.2, 0.4, 0.08}, {1, 0, 0}, 0.2, 0.2)};
    Stage stage(scene);
    advance(stage, 12);
    const double exact = 2 * 0.16 * 0.16, all = mean_value(stage, 3, "all.volume");
    note(scene.solver.kind(), all / exact);
    EXPECT_NEAR(all, exact, 0.02 * exact) << scene.solver.kind();
    const ProbeReading last = advance(stage, 1).probes.back();
    const double now = value(stage, last, "all.volume");
    EXPECT_NEAR(value(stage, last, "back.volume"), -now, 1e-9) << scene.solver.kind();
    EXPECT_NEAR(value(stage, last, "upper.volume"), 0.5 * now, 0.02 * now) << scene.solver.kind();
    EXPECT_EQ(value(stage, last, "beside.volume"), 0) << scene.solver.kind();
    EXPECT_NEAR(value(stage, last, "all.mass"), 1000 * now, 1e-2) << scene.solver.kind();
  }
}

// Water in a tank that is tilted a little swings about its new place as linear waves do: w^2 = g k tanh(k h).
TEST(Probes, WaterSloshesAtGaugesAsLinearWavesDo) {
  const double width = 1, depth = 0.4, k = std::numbers::pi / width, tilt = 0.04;
  for (const bool grid : {false, true}) {
    Scene scene = grid ? flip_pool(2, 0.0125, {width, 0.8, 0}, depth) : pool(2, 0.02, {width, 0.8, 0}, depth);
    scene.gravity = Vec3d{tilt * kGravity, -kGravity, 0};
    scene.probes = {height("left", {0.02, 0, 0}), height("right", {width - 0.02, 0, 0})};
    Stage stage(scene);
    std::vector<double> times, differences;
    for (int frame = 0; frame < 48; ++frame) {
      for (const ProbeReading& reading : stage.advance().probes) {
        times.push_back(reading.time);
        differences.push_back(value(stage, reading, "right.depth") - value(stage, reading, "left.depth"));
      }
    }
    // Level at first, the surface is the tilted one less its waves, of which only odd ones are there.
    double error = 0;
    const double mean = tilt * (width - 0.04);
    for (size_t i = 0; i < times.size(); ++i) {
      double exact = mean;
      for (int n = 1; n < 10; n += 2) {
        const double kn = n * k, w = std::sqrt(kGravity * kn * std::tanh(kn * depth));
        exact -= mean * 8 / std::pow(std::numbers::pi * n, 2) * std::cos(w * times[i]);
      }
      error += std::pow(differences[i] - exact, 2);
    }
    const double rms = std::sqrt(error / static_cast<double>(times.size())) / mean;
    note(scene.solver.kind(), rms);
    EXPECT_LT(rms, grid ? 0.2 : 0.25) << scene.solver.kind();
  }
}

// A rigid body carries its probe along, and a keyframed one too.
TEST(Probes, ForceFollowsSolidsThatMove) {
  Scene scene = pool(2, 0.02, {0.8, 0.8, 0}, 0.4);
  Shape lowered = box({-0.1, -0.1, -1}, {0.1, 0.1, 1});
  lowered.transform.translate = Animated<Vec3d>({{1, {0.4, 0.6, 0}}, {25, {0.4, 0.2, 0}}}, Interpolation::smooth);
  add_solid(scene, lowered).name = "lowered";
  scene.probes = {{"load", probes::Force{"lowered", {}}}};
  Stage stage(scene);
  EXPECT_EQ(value(stage, advance(stage, 1).probes.back(), "load.force.1"), 0);
  advance(stage, 26);
  const double weight = 1000 * kGravity * 0.04;
  EXPECT_NEAR(mean_value(stage, 6, "load.force.1"), weight, 0.1 * weight);
}

// As much as can be of a run: stopped after a few frames and gone on with, and with lines of steps that were lost.
TEST(Probes, AResumedRunHasTheSameLines) {
  for (const char* solver : {"sph", "flip"}) {
    const TempFolder folder;
    write_file(folder / "scene.json", std::string(R"({"dimensions": 2, "frames": {"last": 5}, "solver": {"kind": ")") +
                                          solver + R"(", "spacing": 0.04},
      "domain": {"lower": [0, 0, -1], "upper": [1, 1, 1]},
      "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [0.4, 0.8, 1]}}],
      "solids": [{"name": "box", "shape": {"kind": "box", "lower": [0.5, -0.1, -1], "upper": [0.6, 0.2, 1]}}],
      "probes": [{"kind": "height", "name": "H1", "point": [0.2, 0, 0]},
                 {"kind": "pressure", "name": "P1", "point": [0, 0.1, 0]},
                 {"kind": "flux", "name": "Q", "centre": [0.45, 0.5, 0]},
                 {"kind": "force", "name": "F", "solid": "box"}]})");
    const Scene scene = load_scene(folder / "scene.json");
    run_scene(scene, {.folder = folder / "whole", .progress = ProgressStyle::none});
    const std::string whole = read_file(folder / "whole/probes.jsonl");
    EXPECT_NE(whole.find(R"("values":{"H1":{"height":)"), std::string::npos) << whole.substr(0, 300);

    std::stop_source source;
    const auto stop_at_3 = [&](const ProgressReport& report) {
      if (report.current == 3) source.request_stop();
    };
    RunOptions options{.folder = folder / "run", .progress = stop_at_3, .stop = source.get_token()};
    EXPECT_THROW(run_scene(scene, options), Interrupted);
    // A kill after some lines of frame 4 were written, and half of another, before its checkpoint was.
    const std::string begun = read_file(folder / "run/probes.jsonl");
    EXPECT_EQ(whole.rfind(begun, 0), 0u);
    write_file(folder / "run/probes.jsonl", begun + R"({"frame":3.5,"time":0.1,"values":{}})" + "\n{\"frame\":3.");
    run_scene(scene, {.folder = folder / "run", .resume = true, .progress = ProgressStyle::none});
    EXPECT_EQ(read_file(folder / "run/probes.jsonl"), whole);
    const ThreadLimit one(1);
    run_scene(scene, {.folder = folder / "single", .progress = ProgressStyle::none});
    EXPECT_EQ(read_file(folder / "single/probes.jsonl"), whole);
  }
}

TEST(Probes, WhatASolverCannotMeasureIsRefused) {
  const auto said = [](const std::string& solver, const std::string& probe, const std::string& more = "") {
    const TempFolder folder;
    write_file(folder / "scene.json", R"({"solver": )" + solver + R"(, "probes": [)" + probe + R"(],
      "liquids": [{"shape": {"kind": "box"}}], "solids": [{"name": "floor", "shape": {"kind": "plane"}}])" +
                                          more + "}");
    return refusal([&] {
      const Scene scene = load_scene(folder / "scene.json");
      Stage stage(scene);
    });
  };
  const std::string gauge = R"({"kind": "height", "name": "H", "point": [0, 0, 0], "above": "point"})";
  EXPECT_NE(
      said(R"({"kind": "smoke"})", gauge).find("probes[0]: probes measure liquid, which the smoke solver has none"),
      std::string::npos);
  EXPECT_NE(said(R"({"kind": "ballistic", "spacing": 0.1})", gauge).find("only a flux can be measured"),
            std::string::npos);
  EXPECT_EQ(said(R"({"kind": "ballistic", "spacing": 0.1})", R"({"kind": "flux", "name": "Q", "centre": [0, 0, 0]})"),
            "");
  EXPECT_NE(said(R"({"kind": "sph", "spacing": 0.2})", R"({"kind": "force", "name": "F", "solid": "floor"})",
                 R"(, "domain": {})")
                .find("probes[0].solid: names a solid that reaches without limit"),
            std::string::npos);
  EXPECT_NE(said(R"({"kind": "flip", "spacing": 0.2})", gauge, R"(, "directors": [{"kind": "guide", "refine": 2}])")
                .find("holds most of the liquid without particles"),
            std::string::npos);
}

}  // namespace weir::run
