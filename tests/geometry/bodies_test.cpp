// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/bodies/bodies.h"

#include <gtest/gtest.h>

#include "geometry/field_checks.h"
#include "geometry/mesh_checks.h"
#include "weir/base/parallel.h"

namespace weir {
namespace {

constexpr double kFps = 24;

void expect_sound(const Mesh& mesh) {
  EXPECT_EQ(mesh.validate(), "");
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_EQ(components(mesh), 1u);
  EXPECT_GT(volume(mesh), 0);
}

// Velocities against the motion of the vertices themselves, away from keys.
template <class Body>
void expect_velocities(const Body& body, Mesh (*mesh_at)(const Body&, double, double), double frame) {
  const double e = 0.02;
  const Mesh now = mesh_at(body, frame, kFps), before = mesh_at(body, frame - e, kFps),
             after = mesh_at(body, frame + e, kFps);
  ASSERT_EQ(now.velocities.size(), now.positions.size());
  float worst = 0, fastest = 0;
  for (size_t i = 0; i < now.positions.size(); ++i) {
    const Vec3f slope = (after.positions[i] - before.positions[i]) * static_cast<float>(kFps / (2 * e));
    worst = std::max(worst, length(slope - now.velocities[i]));
    fastest = std::max(fastest, length(slope));
  }
  EXPECT_GT(fastest, 0.05f);
  EXPECT_LT(worst, 0.01f * fastest);
}

TEST(Bodies, BoatFillsItsLengthBeamAndDepth) {
  shapes::Boat boat{.length = 4, .beam = 1.5, .depth = 0.8};
  const Mesh solid = boat_mesh(boat);
  expect_sound(solid);
  const Box3f box = bounds(solid);
  EXPECT_NEAR(box.size().x, 4, 1e-4);
  EXPECT_NEAR(box.size().z, 1.5, 1e-3);
  EXPECT_NEAR(box.lower.y, 0, 1e-6);
  EXPECT_NEAR(box.upper.y, 0.8, 1e-4);
  // Block coefficients of small hulls lie about half.
  EXPECT_GT(volume(solid), 0.35 * 4 * 1.5 * 0.8);
  EXPECT_LT(volume(solid), 0.75 * 4 * 1.5 * 0.8);
}

TEST(Bodies, OpenBoatHasPlanksOfItsWall) {
  for (const double wall : {0.01, 0.05, 0.1}) {
    shapes::Boat boat{.length = 4, .beam = 1.5, .depth = 0.8, .wall = wall};
    const Mesh open = boat_mesh(boat);
    expect_sound(open);
    // The volume of a shell is about half its two-sided area times its thickness; the keel adds a little.
    const double shell = area(open) / 2 * wall, keel = 4 * 0.05 * 0.12;
    EXPECT_GT(volume(open), 0.75 * shell);
    EXPECT_LT(volume(open), 1.2 * shell + keel);
    EXPECT_LT(volume(open), volume(boat_mesh({.length = 4, .beam = 1.5, .depth = 0.8})));
    EXPECT_EQ(bounds(open), bounds(boat_mesh({.length = 4, .beam = 1.5, .depth = 0.8})));
  }
}

TEST(Bodies, HandInEveryPose) {
  const size_t triangles = hand_mesh({}, 1, kFps).triangles.size();
  for (const double curl : {0.0, 0.5, 1.0}) {
    for (const double spread : {0.0, 0.3, 1.0}) {
      const Mesh mesh = hand_mesh({.length = 0.2, .curl = curl, .spread = spread}, 1, kFps);
      expect_sound(mesh);
      EXPECT_EQ(mesh.triangles.size(), triangles);
      EXPECT_TRUE(mesh.velocities.empty());
      // A hand is about 0.6 % of a body (Winter 2009), 0.3 to 0.5 l; bending must not change that much.
      EXPECT_GT(volume(mesh), 0.28e-3);
      EXPECT_LT(volume(mesh), 0.5e-3);
    }
  }
  const Box3f open = bounds(hand_mesh({.length = 0.2, .curl = 0.0, .spread = 0.0}, 1, kFps));
  EXPECT_NEAR(open.upper.y, 0.2, 0.004);
  EXPECT_NEAR(open.lower.y, 0, 0.004);
  const Box3f fist = bounds(hand_mesh({.length = 0.2, .curl = 1.0}, 1, kFps));
  EXPECT_LT(fist.upper.y, 0.15f);
  EXPECT_GT(fist.upper.z, open.upper.z);  // towards the palm
  EXPECT_GT(bounds(hand_mesh({.length = 0.2, .spread = 1.0}, 1, kFps)).size().x, open.size().x);
}

TEST(Bodies, HandVelocities) {
  const shapes::Hand hand{.length = 0.2,
                          .curl = Animated<double>({{1, 0.0}, {11, 1.0}}, Interpolation::smooth),
                          .spread = Animated<double>({{1, 0.0}, {11, 1.0}}, Interpolation::linear)};
  expect_velocities(hand, &hand_mesh, 4.3);
}

TEST(Bodies, DolphinBendsItsTail) {
  const Mesh rest = dolphin_mesh({.length = 2.5}, 1, kFps);
  expect_sound(rest);
  const Box3f box = bounds(rest);
  EXPECT_NEAR(box.size().x, 2.5, 0.03);
  EXPECT_NEAR(box.lower.x, -1.25, 0.03);
  // A bottlenose dolphin 2.5 m long weighs 150 to 250 kg and has about the density of water.
  EXPECT_GT(volume(rest), 0.15);
  EXPECT_LT(volume(rest), 0.3);
  size_t tail = 0, nose = 0;
  for (size_t i = 0; i < rest.positions.size(); ++i) {
    if (rest.positions[i].x < rest.positions[tail].x) tail = i;
    if (rest.positions[i].x > rest.positions[nose].x) nose = i;
  }
  for (const double bend : {-50.0, 50.0}) {
    const Mesh bent = dolphin_mesh({.length = 2.5, .bend = bend}, 1, kFps);
    expect_sound(bent);
    EXPECT_EQ(bent.triangles, rest.triangles);
    EXPECT_GT((bent.positions[tail].y - rest.positions[tail].y) * bend / 50, 0.25);
    EXPECT_NEAR(length(bent.positions[nose] - rest.positions[nose]), 0, 1e-5);
    EXPECT_NEAR(volume(bent) / volume(rest), 1, 0.03);
  }
}

TEST(Bodies, DolphinVelocities) {
  const shapes::Dolphin dolphin{.length = 2,
                                .bend = Animated<double>({{1, -30.0}, {9, 30.0}, {17, -30.0}}, Interpolation::smooth)};
  expect_velocities(dolphin, &dolphin_mesh, 6.1);
}

TEST(Bodies, FigureStandsAndWalks) {
  const shapes::Figure standing{.height = 1.75, .stride = 0};
  const Mesh rest = figure_mesh(standing, 1, kFps);
  expect_sound(rest);
  EXPECT_NEAR(bounds(rest).upper.y, 1.75, 0.02);
  // A person 1.75 m tall displaces 60 to 85 l.
  EXPECT_GT(volume(rest), 0.045);
  EXPECT_LT(volume(rest), 0.09);
  for (const double stride : {0.0, 0.5, 1.0, 1.6}) {
    for (double phase = 0; phase < 1; phase += 0.09) {
      const Mesh mesh = figure_mesh({.height = 1.75, .phase = phase, .stride = stride}, 1, kFps);
      EXPECT_EQ(mesh.validate(), "");
      EXPECT_EQ(mesh.triangles, rest.triangles);
      EXPECT_NEAR(bounds(mesh).lower.y, 0, 0.01) << stride << " " << phase;
      EXPECT_NEAR(volume(mesh) / volume(rest), 1, 0.05);
    }
  }
}

TEST(Bodies, FigureWalksInCycles) {
  const Mesh a = figure_mesh({.height = 1.75, .phase = 0.2}, 1, kFps),
             b = figure_mesh({.height = 1.75, .phase = 3.2}, 1, kFps);
  for (size_t i = 0; i < a.positions.size(); i += 100) EXPECT_NEAR(length(a.positions[i] - b.positions[i]), 0, 1e-5);
  // Half a cycle later left and right have changed places.
  const Box3f left = bounds(a), right = bounds(figure_mesh({.height = 1.75, .phase = 0.7}, 1, kFps));
  EXPECT_NEAR(left.upper.z, -right.lower.z, 0.01);
  EXPECT_NEAR(left.upper.x, right.upper.x, 0.01);
  EXPECT_GT(bounds(figure_mesh({.height = 1.75, .phase = 0.0}, 1, kFps)).size().x, 0.8f);  // a stride
}

TEST(Bodies, FigureVelocities) {
  const shapes::Figure figure{.height = 1.75, .phase = Animated<double>({{1, 0.0}, {49, 2.0}}, Interpolation::linear)};
  for (const double frame : {2.3, 9.6, 20.2}) expect_velocities(figure, &figure_mesh, frame);
  // At a key the velocity is the one just after it.
  const Mesh start = figure_mesh(figure, 1, kFps), soon = figure_mesh(figure, 1.01, kFps);
  for (size_t i = 0; i < start.positions.size(); i += 50) {
    EXPECT_NEAR(length(start.velocities[i] - soon.velocities[i]), 0, 0.1);
  }
}

TEST(Bodies, DoNotPassThroughThemselves) {
  Mesh folded = boat_mesh({});  // the measure itself: a boat with its bow pushed through its stern
  for (Vec3f& p : folded.positions) p.x = p.x > 0.4f ? p.x - 1 : p.x;
  EXPECT_GT(self_intersections(folded), 0u);

  for (const double wall : {0.0, 0.02}) EXPECT_EQ(self_intersections(boat_mesh({.wall = wall})), 0u);
  for (const double curl : {0.0, 0.5, 1.0}) {
    EXPECT_EQ(self_intersections(hand_mesh({.curl = curl, .spread = 0.0}, 1, kFps)), 0u) << curl;
  }
  for (const double bend : {-50.0, 50.0}) EXPECT_EQ(self_intersections(dolphin_mesh({.bend = bend}, 1, kFps)), 0u);
  for (const double phase : {0.0, 0.2, 0.45, 0.7}) {
    EXPECT_EQ(self_intersections(figure_mesh({.phase = phase}, 1, kFps)), 0u) << phase;
  }
  EXPECT_EQ(self_intersections(figure_mesh({.stride = 0}, 1, kFps)), 0u);
}

TEST(Bodies, SameBytesForAnyNumberOfThreads) {
  const shapes::Figure figure{.phase = Animated<double>({{1, 0.0}, {49, 2.0}}, Interpolation::linear)};
  Mesh one, two;
  {
    const ThreadLimit limit(1);
    one = figure_mesh(figure, 5, kFps);
  }
  {
    const ThreadLimit limit(2);
    two = figure_mesh(figure, 5, kFps);
  }
  EXPECT_EQ(one.positions, two.positions);
  EXPECT_EQ(one.velocities, two.velocities);
}

}  // namespace
}  // namespace weir
