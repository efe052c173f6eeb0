// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Velocities inside an animated shape (section 3.3 of the paper) against flows that are known exactly.

#include <gtest/gtest.h>

#include <cmath>

#include "control/guide/animated_input.h"
#include "control/guide/guide_field.h"

namespace weir::guide {

namespace {

// A ball that moves as its transform says, in a scene that it guides.
Scene scene_of(int dimensions, const Transform& transform, GuideVelocity velocity) {
  Scene scene;
  scene.dimensions = dimensions;
  scene.frames.last = 9;
  GuideSettings settings;
  settings.shape = Shape{shapes::Sphere{{0, 0, 0}, 0.5}, transform};
  settings.velocity = velocity;
  scene.directors.push_back({"guide", settings});
  return scene;
}

// Largest difference from the exact velocity, at points inside the shape, of its fastest.
template <class Exact>
double worst_inside(const Scene& scene, int frame, const Exact& exact) {
  const grid::GridSpace space{{0.01, -0.02, 0}, 0.05, scene.dimensions};
  AnimatedInput input(scene, 0, space);
  const GuideInput found = input.read(frame);
  const GuideLookup lookup(found.space, found.tiles);
  double worst = 0, fastest = 0;
  size_t points = 0;
  for (int n = 0; n < 21 * 21 * 21; ++n) {
    const Vec3f p{0.06f * static_cast<float>(n % 21 - 10), 0.06f * static_cast<float>(n / 21 % 21 - 10),
                  scene.dimensions == 2 ? 0.0f : 0.06f * static_cast<float>(n / 441 - 10)};
    if (lookup.value(found.distance, p) > -1) continue;
    ++points;
    const Vec3f wanted = exact(p), is = lookup.velocity(found.velocity, p);
    worst = std::max(worst, static_cast<double>(length(is - wanted)));
    fastest = std::max(fastest, static_cast<double>(length(wanted)));
  }
  EXPECT_GT(points, 100u);
  return worst / fastest;
}

}  // namespace

TEST(GuideVelocity, OfATranslatingShapeIsItsOwnEverywhere) {
  Transform transform;
  transform.translate = Animated<Vec3d>({{1, {0, 0, 0}}, {25, {0.5, 0.25, 0}}}, Interpolation::linear);
  const auto exact = [](const Vec3f&) { return Vec3f{0.5f, 0.25f, 0}; };
  for (const int dimensions : {2, 3}) {
    for (const GuideVelocity velocity : {GuideVelocity::extrapolation, GuideVelocity::potential}) {
      EXPECT_LT(worst_inside(scene_of(dimensions, transform, velocity), 1, exact), 2e-3) << dimensions;
    }
  }
}

// Grows along x as it shrinks along y: the flow (a x, -a y) is a potential flow and fits the surface. Extrapolation
// only knows the surface.
TEST(GuideVelocity, OfAStretchingShapeIsTheExactFlow) {
  Transform transform;
  transform.scale = Animated<Vec3d>({{1, {1, 1, 1}}, {2, {1.02, 1 / 1.02, 1}}}, Interpolation::linear);
  const float rate = 0.02f * 24;
  const auto exact = [&](const Vec3f& p) { return Vec3f{rate * p.x, -rate * p.y, 0}; };
  for (const int dimensions : {2, 3}) {
    const double potential = worst_inside(scene_of(dimensions, transform, GuideVelocity::potential), 1, exact);
    const double extrapolated = worst_inside(scene_of(dimensions, transform, GuideVelocity::extrapolation), 1, exact);
    EXPECT_LT(potential, 0.1) << dimensions;     // a cell of 0.05 m makes a difference of 0.1
    EXPECT_GT(extrapolated, 0.3) << dimensions;  // in the middle it should rest, but does not
  }
}

// A turning ball pushes nothing: in potential flow its inside rests.
TEST(GuideVelocity, OfATurningBallIsNothingInPotentialFlow) {
  Transform transform;
  transform.spin_axis = {0, 0, 1};
  transform.spin = Animated<double>({{1, 0}, {25, 90}}, Interpolation::linear);
  const Scene scene = scene_of(2, transform, GuideVelocity::potential);
  AnimatedInput input(scene, 0, {{0, 0, 0}, 0.05, 2});
  const GuideInput found = input.read(3);
  const GuideLookup lookup(found.space, found.tiles);
  for (const Vec3f& p : {Vec3f{0, 0, 0}, Vec3f{0.2f, 0.1f, 0}, Vec3f{-0.3f, 0.2f, 0}}) {
    EXPECT_LT(length(lookup.velocity(found.velocity, p)), 0.03);  // m/s; its rim moves at 0.79
  }
}

}  // namespace weir::guide
