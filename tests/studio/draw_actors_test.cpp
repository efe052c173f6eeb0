// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the bodies of a take are, and what its directors do, as the page gets them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/files.h"
#include "cache/body_poses.h"
#include "cache/run_record.h"
#include "control/templates/library/template_writer.h"
#include "packed_reader.h"
#include "refusal.h"
#include "studio/draw/packed_actors.h"
#include "temp_folder.h"
#include "weir/cache/sequence.h"
#include "weir/geometry/shapes/transform.h"

namespace weir::studio {
namespace {

namespace fs = std::filesystem;

// A run as its files are, without a solver: a box that drifts by a metre a frame, and turns.
class DrawActors : public ::testing::Test {
 protected:
  Scene scene(double x, const std::string& more = "") {
    write_file(folder_ / "scene.json", fmt::format(R"({{"frames": {{"last": 6}},
      "domain": {{"lower": [-9, -9, -9], "upper": [9, 9, 9]}}, "solver": {{"kind": "sph", "spacing": 0.05}},
      "liquids": [{{"shape": {{"kind": "box"}}}}],
      "solids": [{{"name": "rock", "shape": {{"kind": "sphere"}}}},
                 {{"name": "box", "rigid": {{}},
                  "shape": {{"kind": "box", "transform": {{"translate": [{}, 2, 0], "rotate": [0, 0, 90]}}}}}}] {}}})",
                                                   x, more));
    return load_scene(folder_ / "scene.json");
  }
  void begin(const Scene& scene) { cache::RunFolder(run_).begin(cache::make_run_record(scene, 1, {}).text()); }

  static Affine pose_at(int frame, double speed = 1) {
    const double c = std::cos(0.1 * frame), d = std::sin(0.1 * frame);
    const Mat3d turn{{Vec3d{c, 0, d}, Vec3d{0, 1, 0}, Vec3d{-d, 0, c}}};
    return {turn, {speed * frame, 0, 0}};
  }
  void add_frame(const fs::path& run, const Scene& of, int frame, double speed = 1, size_t particles = 1) {
    Particles p;
    for (size_t i = 0; i < particles; ++i) {
      p.push_back({.position = {0.01f * static_cast<float>(i), 0, 0}, .velocity = {}, .id = i, .mass = 1});
    }
    if (particles > 1) p.temporary.assign(particles, 0), p.temporary[1] = 1;
    cache::write_particles(cache::RunFolder(run).particles(frame), p, 0.05f, Precision::exact);
    const RigidPose pose{1, pose_at(frame, speed), pose_at(frame, speed)};
    Json line{{"frame", frame}};
    line["bodies"] = cache::json_of({&pose, 1}, of);
    cache::RunFolder(run).append_stats(line.dump());
  }
  PackedReader actors(int frame, bool overlay = false) { return PackedReader(*actors_.get(run_, frame, overlay)); }

  // Of the shape's own space, column by column.
  static void expect_matrix(const Json& matrix, const Affine& expected) {
    ASSERT_EQ(matrix.size(), 16);
    for (const Vec3d& p : {Vec3d{0, 0, 0}, Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
      const Vec3d wanted = expected.point(p);
      for (int axis = 0; axis < 3; ++axis) {
        const auto at = [&](int column) { return matrix[static_cast<size_t>(4 * column + axis)].get<double>(); };
        EXPECT_NEAR(at(0) * p.x + at(1) * p.y + at(2) * p.z + at(3), wanted[axis], 1e-9);
      }
    }
  }

  TempFolder folder_;
  fs::path run_ = folder_ / "run";
  Kept kept_{1 << 20};
  Actors actors_{kept_};
};

TEST_F(DrawActors, BodiesAreWhereTheStatsSay) {
  const Scene made = scene(3);
  begin(made);
  add_frame(run_, made, 1);
  add_frame(run_, made, 2);
  const Affine start = affine_at(made.solids[1].shape.transform, 1);
  for (const int frame : {2, 1, 2}) {
    const PackedReader packed = actors(frame);
    EXPECT_EQ(packed.header["frame"], frame);
    ASSERT_EQ(packed.header["bodies"].size(), 1);
    EXPECT_EQ(packed.header["bodies"][0]["path"], "solids[1]");
    EXPECT_EQ(packed.header["bodies"][0]["name"], "box");
    expect_matrix(packed.header["bodies"][0]["matrix"], pose_at(frame) * start);
    EXPECT_TRUE(packed.header["points"].empty());
  }
}

TEST_F(DrawActors, FramesThatComeLaterAreThereToo) {
  const Scene made = scene(3);
  begin(made);
  add_frame(run_, made, 1);
  actors(1);
  add_frame(run_, made, 2);
  expect_matrix(actors(2).header["bodies"][0]["matrix"], pose_at(2) * affine_at(made.solids[1].shape.transform, 1));
}

// Particles are written before the line that tells of the frame.
TEST_F(DrawActors, AFrameWhoseLineIsMissingIsNotShownWrong) {
  const Scene made = scene(3);
  begin(made);
  add_frame(run_, made, 1);
  cache::write_particles(cache::RunFolder(run_).particles(2), Particles{}, 0.05f);
  EXPECT_EQ(refusal([&] { actors(2); }), "frame 2 of this take does not tell where its floating bodies are");
  add_frame(run_, made, 2);
  EXPECT_EQ(actors(2).header["bodies"].size(), 1);
}

TEST_F(DrawActors, ARunThatBeganAnewIsReadAnew) {
  const Scene made = scene(3);
  begin(made);
  add_frame(run_, made, 1);
  actors(1);
  const Scene other = scene(5, R"(, "title": "another one")");
  begin(other);
  add_frame(run_, other, 1);
  expect_matrix(actors(1).header["bodies"][0]["matrix"], pose_at(1) * affine_at(other.solids[1].shape.transform, 1));
}

TEST_F(DrawActors, FramesBeforeABranchBelongToTheRunBefore) {
  const Scene before = scene(3);
  begin(before);
  for (const int frame : {1, 2, 3}) add_frame(run_, before, frame);
  const fs::path first = run_;
  run_ = folder_ / "branch";
  // There the rock has gone, and the box is the first of the solids.
  Scene after = before;
  after.solids.erase(after.solids.begin());
  cache::RunRecord record = cache::make_run_record(after, 1, {});
  const cache::RunRecord origin = cache::make_run_record(before, 1, {});
  record.branched_from = cache::BranchedFrom{first, 2, fmt::format("{:016x}", origin.fingerprint())};
  cache::RunFolder(run_).begin(record.text());
  Particles none;
  cache::write_particles(run_ / "particles" / "0003.vdb", none, 0.05f);
  const RigidPose pose{0, pose_at(3, 7), pose_at(3, 7)};
  Json line{{"frame", 3}};
  line["bodies"] = cache::json_of({&pose, 1}, after);
  cache::RunFolder(run_).append_stats(line.dump());

  const Affine start = affine_at(before.solids[1].shape.transform, 1);
  EXPECT_EQ(actors(2).header["bodies"][0]["path"], "solids[1]");
  expect_matrix(actors(2).header["bodies"][0]["matrix"], pose_at(2) * start);
  EXPECT_EQ(actors(3).header["bodies"][0]["path"], "solids[0]");
  expect_matrix(actors(3).header["bodies"][0]["matrix"], pose_at(3, 7) * start);
}

TEST_F(DrawActors, ParticlesThatDirectorsHaveLentAreShown) {
  const Scene made = scene(3);
  begin(made);
  add_frame(run_, made, 1, 1, 3);
  const PackedReader packed = actors(1, true);
  ASSERT_EQ(packed.header["points"].size(), 1);
  const auto places = packed.part<float>(packed.header["points"][0]["positions"]);
  ASSERT_EQ(places.size(), 3);
  EXPECT_FLOAT_EQ(places[0], 0.01f);
  EXPECT_EQ(packed.header["legend"][0]["what"], "temporary");
  EXPECT_EQ(packed.header["bodies"].size(), 1);
}

// Four frames of a sheet of particles.
void write_sheet(const fs::path& file) {
  fs::create_directories(file.parent_path());
  templates::TemplateMetadata metadata;
  metadata.name = "sheet";
  metadata.spacing = 0.05;
  metadata.region.size = {1, 1, 1};
  templates::TemplateWriter writer(file, metadata);
  for (int frame = 0; frame < 4; ++frame) {
    Particles p;
    for (uint64_t i = 0; i < 49; ++i) {
      p.push_back({.position = {0.05f * static_cast<float>(i % 7), 0, 0.05f * static_cast<float>(i / 7)},
                   .velocity = {},
                   .id = i,
                   .mass = 0.125f});
    }
    writer.add_frame(p);
  }
  writer.finish();
}

TEST_F(DrawActors, TemplatesShowWhatControlsAndWhatRepels) {
  write_sheet(folder_ / "library/sheet.weirt");
  const Scene made = scene(3, R"(, "directors": [{"kind": "templates", "library": "library",
    "instances": [{"template": "sheet", "start": 1, "transform": {"translate": [0, 5, 0]}}]}])");
  begin(made);
  add_frame(run_, made, 2);
  const PackedReader packed = actors(2, true);
  std::vector<std::string> told;
  for (const Json& entry : packed.header["legend"]) told.push_back(entry["what"]);
  EXPECT_EQ(told, (std::vector<std::string>{"control, covered", "uncovered", "repulsion"}));
  // No liquid is there: all control particles are dark.
  ASSERT_EQ(packed.header["points"].size(), 2);
  size_t dark = 0, red = 0;
  for (const Json& cloud : packed.header["points"]) {
    const auto places = packed.part<float>(cloud["positions"]);
    (cloud["colour"][0].get<double>() > 0.3 ? red : dark) = places.size() / 3;
    EXPECT_NEAR(places[1], 5, 0.2);
  }
  EXPECT_EQ(dark, 49);
  EXPECT_EQ(red, 24);  // beside those at the edge
  EXPECT_FALSE(packed.header["lines"].empty());
}

TEST_F(DrawActors, PointsOfARigAreWhereItIs) {
  const Scene made = scene(3, R"(, "directors": [{"kind": "rig", "spacing": 4,
    "shape": {"kind": "box", "lower": [0, 0, 0], "upper": [1, 1, 1]},
    "motion": {"translate": {"keys": [[1, [0, 0, 0]], [5, [4, 0, 0]]]}}}])");
  begin(made);
  for (const int frame : {1, 2, 4}) add_frame(run_, made, frame);
  const auto points = [&](int frame) {
    std::vector<float> all;
    const PackedReader packed = actors(frame, true);
    for (const Json& cloud : packed.header["points"]) {
      const auto places = packed.part<float>(cloud["positions"]);
      all.insert(all.end(), places.begin(), places.end());
    }
    return all;
  };
  EXPECT_TRUE(actors(4, false).header["points"].empty());
  const std::vector<float> here = points(2), there = points(4);
  ASSERT_GT(here.size(), 30);
  ASSERT_EQ(here.size(), there.size());
  const auto least = [](const std::vector<float>& all) {
    float x = all[0];
    for (size_t i = 0; i < all.size(); i += 3) x = std::min(x, all[i]);
    return x;
  };
  EXPECT_NEAR(least(there) - least(here), 2, 0.1);
}

// Of a live take, which has no files; each frame is of the scene as it was then.
TEST_F(DrawActors, LiveTakesShowTheSame) {
  const auto rig_at = [&](double x) {
    return std::make_shared<const Scene>(scene(3, fmt::format(R"(, "directors": [{{"kind": "rig", "spacing": 4,
      "shape": {{"kind": "box", "lower": [{}, 0, 0], "upper": [{}, 1, 1]}}}}])",
                                                              x, x + 1)));
  };
  const auto particles = std::make_shared<Particles>();
  for (uint64_t i = 0; i < 3; ++i) {
    particles->push_back({.position = {0.01f * static_cast<float>(i), 0, 0}, .velocity = {}, .id = i, .mass = 1});
  }
  particles->temporary = {0, 1, 0};
  LiveFrame live{.scene = rig_at(0), .particles = particles, .volumes = {}};
  live.bodies = {{1, pose_at(2), pose_at(2)}};
  live.edition = 1;
  const auto shown = [&](int frame, bool overlay) { return PackedReader(*actors_.get("live", live, frame, overlay)); };
  const auto least_x = [](const PackedReader& packed, size_t from) {
    float x = 1e9f;
    for (size_t n = from; n < packed.header["points"].size(); ++n) {
      const auto places = packed.part<float>(packed.header["points"][n]["positions"]);
      for (size_t i = 0; i < places.size(); i += 3) x = std::min(x, places[i]);
    }
    return x;
  };
  EXPECT_TRUE(shown(2, false).header["points"].empty());
  const PackedReader first = shown(2, true);
  EXPECT_EQ(first.header["legend"][0]["what"], "temporary");
  EXPECT_EQ(first.header["legend"][1]["what"], "rig");
  expect_matrix(first.header["bodies"][0]["matrix"], pose_at(2) * affine_at(live.scene->solids[1].shape.transform, 1));
  particles->temporary.clear();
  const float before = least_x(shown(3, true), 0);
  live.scene = rig_at(2);
  live.edition = 2;
  EXPECT_NEAR(least_x(shown(3, true), 0), before + 2, 0.01);
}

}  // namespace
}  // namespace weir::studio
