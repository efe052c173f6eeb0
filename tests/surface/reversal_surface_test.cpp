// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Surfaces of merged runs whose source knows its own, and may have liquid without particles.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "base/files.h"
#include "cache/run_folder.h"
#include "temp_folder.h"
#include "weir/cache/sequence.h"
#include "weir/geometry/mesh/mesh.h"
#include "weir/run/run.h"
#include "weir/scene/scene.h"
#include "weir/surface/run_mesher.h"

namespace weir::surface {

namespace {

namespace fs = std::filesystem;

constexpr uint64_t kTargets = uint64_t{1} << 62;

// A drop falls into a deep pool; a star stands above it, and a ball is inside it.
std::string scene_text(const std::string& solver, const std::string& directors, const std::string& region) {
  return R"({"dimensions": 2, "frames": {"last": 6},
    "domain": {"lower": [0, 0, -1], "upper": [0.8, 0.9, 1]}, "solver": )" +
         solver + R"(,
    "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [0.8, 0.48, 1]}},
                {"shape": {"kind": "sphere", "radius": 0.08, "centre": [0.4, 0.6, 0]}, "velocity": [0, -2, 0]}],
    "directors": [)" +
         directors + R"({"kind": "reversal", "targets": [
      {"name": "star", "frame": 4, "backward": 0.05, "forward": 0.05, "region": )" +
         region + R"(,
       "shape": {"kind": "star", "outer": 0.12, "transform": {"translate": [0.2, 0.72, 0]}}},
      {"name": "sunk", "frame": 4, "backward": 0.05, "forward": 0.05, "factors": [0, 0, 0],
       "shape": {"kind": "sphere", "radius": 0.05, "centre": [0.4, 0.2, 0]}}]}]})";
}
constexpr const char* kDeep = R"({"kind": "box", "lower": [0.1, 0.1, -1], "upper": [0.7, 0.3, 1]})";
constexpr const char* kAll = R"({"kind": "box", "lower": [0, 0, -1], "upper": [0.8, 0.9, 1]})";

class ReversalSurface : public ::testing::Test {
 protected:
  fs::path run(const std::string& text) {
    std::ofstream(folder_ / "scene.json") << text;
    run::run_scene(load_scene(folder_ / "scene.json"), {.folder = folder_ / "run", .progress = ProgressStyle::none});
    return folder_ / "run";
  }
  static double enclosed(const fs::path& run, int frame) {
    double sum = 0;
    for (const SurfaceMesh& surface : RunMesher(run).at(frame)) sum += volume(surface.mesh);
    return sum;
  }
  static size_t target_particles(const fs::path& run, int frame, uint64_t simulation) {
    size_t count = 0;
    for (const uint64_t id : cache::ParticleSequence(run).read(frame).id) {
      count += id >= kTargets && (id - kTargets) >> 40 == simulation;
    }
    return count;
  }
  // The merged run encloses what its source does, and what is seen of the star.
  static void expect_all_of_the_source(const fs::path& run) {
    for (int frame = 1; frame <= 6; ++frame) {
      EXPECT_EQ(read_file(cache::RunFolder(run).volumes(frame)),
                read_file(cache::RunFolder(run / "source").volumes(frame)));
      const double source = enclosed(run / "source", frame), merged = enclosed(run, frame);
      EXPECT_GT(source, 0.9 * 0.01 * 0.8 * 0.48);  // a slab one spacing thick
      EXPECT_GE(merged, (1 - 1e-6) * source) << frame;
      EXPECT_LE(merged, 1.05 * source) << frame;
    }
    EXPECT_EQ(enclosed(run, 1), enclosed(run / "source", 1));  // the targets have not begun
  }
  TempFolder folder_;
};

}  // namespace

TEST_F(ReversalSurface, TheCoreOfANarrowBandIsMerged) {
  const fs::path out = run(scene_text(R"({"kind": "flip", "spacing": 0.01, "band": 3})", "", kDeep));
  expect_all_of_the_source(out);
  EXPECT_GT(target_particles(out, 3, 0), 100u);
  // What is in the core has met the source, at every frame but that of the target.
  EXPECT_GT(target_particles(out, 4, 1), 20u);
  EXPECT_EQ(target_particles(out, 3, 1), 0u);
  EXPECT_EQ(target_particles(out, 5, 1), 0u);
  // Targets have no core of their own that would take particles away.
  const cache::ParticleSequence half(out / "targets" / "sunk-0004" / "forward");
  EXPECT_EQ(half.read(5).size(), half.read(4).size());
}

TEST_F(ReversalSurface, WhatAGuideHoldsIsMerged) {
  const fs::path out = run(
      scene_text(R"({"kind": "flip", "spacing": 0.01})", R"({"kind": "guide", "refine": 2, "depth": 0.1}, )", kAll));
  expect_all_of_the_source(out);
  EXPECT_EQ(target_particles(out, 3, 1), 0u);
}

// Its particles alone would show slats where the flow has drawn them apart.
TEST_F(ReversalSurface, WhatAGridKnowsOfTheSurfaceIsMerged) {
  expect_all_of_the_source(run(scene_text(R"({"kind": "flip", "spacing": 0.01})", "", kDeep)));
}

}  // namespace weir::surface
