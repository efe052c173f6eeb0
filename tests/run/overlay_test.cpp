// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What guides, reversals and control meshes show over a frame of their run. (Templates and rigs: tests/render,
// tests/studio.)

#include "weir/sim/overlay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/files.h"
#include "control/reversal/reversal_overlay.h"
#include "temp_folder.h"
#include "weir/cache/sequence.h"
#include "weir/run/run.h"
#include "weir/sim/director_kind.h"

namespace weir::run {
namespace {

class DirectorOverlays : public ::testing::Test {
 protected:
  void read(const std::string& text) {
    write_file(folder_ / "scene.json", text);
    scene_ = load_scene(folder_ / "scene.json");
  }
  void run() { run_scene(scene_, {.folder = folder_ / "out", .progress = ProgressStyle::none}); }
  Particles particles(int frame) const { return cache::ParticleSequence(folder_ / "out").read(frame); }
  // Of the scene's one director.
  Overlay at(int frame, const Particles& particles = {}) {
    if (!shown_) shown_ = kind_of(scene_.directors[0]).overlay({scene_, 0, folder_ / "out"});
    Overlay overlay;
    shown_->add(frame, particles, {}, overlay);
    return overlay;
  }
  static size_t count(const Overlay& overlay, const Vec3f& colour) {
    return static_cast<size_t>(std::count_if(overlay.points.begin(), overlay.points.end(),
                                             [&](const Overlay::Point& point) { return point.colour == colour; }));
  }
  static Box3f box_of(const Mesh& mesh) {
    Box3f box;
    for (const Vec3f& x : mesh.positions) box.include(x);
    return box;
  }

  TempFolder folder_;
  Scene scene_;
  std::unique_ptr<DirectorOverlay> shown_;
};

TEST_F(DirectorOverlays, AGuideShowsTheLiquidThatItMoves) {
  for (const int dimensions : {2, 3}) {
    shown_.reset();
    std::filesystem::remove_all(folder_ / "out");
    read(R"({"frames": {"last": 2}, "domain": {"lower": [-0.4, 0, -0.3], "upper": [0.4, 0.8, 0.3]},
      "solver": {"kind": "flip", "spacing": 0.02}, "dimensions": )" +
         std::to_string(dimensions) + R"(,
      "liquids": [{"shape": {"kind": "box", "lower": [-0.4, 0, -0.3], "upper": [0.4, 0.5, 0.3]}}],
      "directors": [{"kind": "guide", "refine": 2, "depth": 0.2}]})");
    run();
    const Overlay overlay = at(2);
    Box3f box;
    for (const Overlay::Outlined& outlined : overlay.meshes) box.include(box_of(outlined.mesh));
    for (const Overlay::Polyline& line : overlay.lines) {
      for (const Vec3f& x : line.points) box.include(x);
    }
    EXPECT_EQ(overlay.meshes.empty(), dimensions == 2);
    EXPECT_EQ(overlay.lines.empty(), dimensions == 3);
    EXPECT_NEAR(box.upper.y, 0.3, 0.06);  // as deep as it was asked for, but for a cell
    // Not behind the walls.
    EXPECT_NEAR(box.lower.y, 0, 0.02);
    EXPECT_NEAR(box.lower.x, -0.4, 0.02);
    EXPECT_NEAR(box.upper.x, 0.4, 0.02);
    // Where the guides were removed there is nothing to show.
    std::filesystem::remove_all(folder_ / "out/guides");
    EXPECT_TRUE(at(2).meshes.empty() && at(2).lines.empty());
  }
}

TEST_F(DirectorOverlays, AReversalShowsItsTargetsAndWhatIsToCome) {
  read(R"({"frames": {"last": 16}, "solver": {"kind": "ballistic", "spacing": 0.04},
    "domain": {"lower": [-1, 0, -1], "upper": [1, 3, 1]},
    "liquids": [{"velocity": [0.5, 4, 0],
                 "shape": {"kind": "box", "lower": [-0.4, 0.1, -0.4], "upper": [0.4, 0.5, 0.4]}}],
    "reversal": {"targets": [{"name": "ball", "frame": 10, "forward": 0.25, "backward": 0.17,
      "shape": {"kind": "sphere", "centre": [0.3, 1.6, 0], "radius": 0.25}}]}})");
  run();
  const auto of_target = [&](int frame) {
    const Particles now = particles(frame);
    return static_cast<size_t>(
        std::count_if(now.id.begin(), now.id.end(), [](uint64_t id) { return id >= uint64_t{1} << 62; }));
  };
  // Long before it there is nothing, then the form that is to come and what is on its way there.
  EXPECT_TRUE(at(3, particles(3)).points.empty());
  const Overlay before = at(8, particles(8));
  ASSERT_GT(of_target(8), 20u);
  EXPECT_EQ(count(before, reversal::target_colour()), of_target(8));
  size_t to_come = 0;
  for (const Overlay::Point& point : before.points) {
    if (point.colour == reversal::target_colour()) continue;
    EXPECT_LT(length(point.position - Vec3f{0.3f, 1.6f, 0}), 0.26f);
    ++to_come;
  }
  EXPECT_GT(to_come, 50u);
  // At its frame there is the form itself, and after it what leaves it.
  const Overlay then = at(10, particles(10)), after = at(13, particles(13));
  EXPECT_EQ(then.points.size(), of_target(10));
  EXPECT_EQ(count(then, reversal::target_colour()), of_target(10));
  EXPECT_EQ(after.points.size(), of_target(13));
  EXPECT_EQ(count(after, reversal::target_colour()), 0u);
}

TEST_F(DirectorOverlays, AControlMeshIsShownWhereItIs) {
  const char* scene = R"({"frames": {"last": 20}, "dimensions": %, "solver": {"kind": "flip", "spacing": 0.04},
    "domain": {"lower": [-2, -2, -2], "upper": [2, 2, 2]}, "liquids": [{"shape": {"kind": "sphere", "radius": 0.2}}],
    "directors": [{"kind": "meshes", "meshes": [{"first": 5, "last": 15, "shape": {"kind": "sphere", "radius": 0.5,
      "transform": {"translate": {"keys": [[1, [0, 0, 0]], [11, [1, 0, 0]]], "between": "linear"}}}}]}]})";
  const auto with = [&](const char* dimensions) {
    shown_.reset();
    std::string text = scene;
    read(text.replace(text.find('%'), 1, dimensions));
  };
  with("3");
  EXPECT_TRUE(at(4).meshes.empty());
  ASSERT_EQ(at(6).meshes.size(), 1);
  const Box3f box = box_of(at(6).meshes[0].mesh);
  EXPECT_NEAR(box.centre().x, 0.5, 0.01);
  EXPECT_NEAR(box.size().y, 1, 0.05);
  EXPECT_TRUE(at(15).meshes.empty());

  with("2");
  const Overlay flat = at(6);
  EXPECT_TRUE(flat.meshes.empty());
  ASSERT_GT(flat.lines.size(), 20);
  for (const Overlay::Polyline& line : flat.lines) {
    for (const Vec3f& x : line.points) {
      EXPECT_NEAR(std::hypot(x.x - 0.5f, x.y), 0.5, 0.02);
      EXPECT_NEAR(x.z, 0, 1e-6);
    }
  }
}

}  // namespace
}  // namespace weir::run
