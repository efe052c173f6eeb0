// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/boundary.h"

#include <gtest/gtest.h>

#include "sph/boundary_sampling.h"
#include "sph/flow_fixture.h"
#include "weir/base/error.h"

namespace weir::sph {

namespace {

constexpr double kSpacing = 0.02;
constexpr float kNear = 2 * static_cast<float>(kSpacing);  // the kernel's support

template <class Kind>
Shape shape_of(const Kind& kind) {
  Shape shape;
  shape.kind = kind;
  return shape;
}

Scene scene_with(const Shape& shape, int dimensions = 3, std::optional<Rigid> rigid = {}) {
  Scene scene = flow_scene(dimensions, kSpacing);
  scene.solids.push_back({"solid", shape, rigid});
  return scene;
}

Scene closed_box(int dimensions) {
  Scene scene = flow_scene(dimensions, kSpacing);
  scene.domain = Domain{{0, 0, 0}, {0.4, 0.4, 0.4}, Walls::closed};
  return scene;
}

// Liquid on the lattice that fills the given box.
std::vector<Vec3f> fill(const Vec3f& lower, const Vec3f& upper, int dimensions) {
  const auto s = static_cast<float>(kSpacing);
  const Vec3f size = (upper - lower) / s;
  const auto count = [](float x) { return static_cast<int32_t>(std::lround(x)); };
  return block({count(size.x), count(size.y), dimensions == 2 ? 1 : count(size.z)}, s, 0, lower);
}

// Sums over a scene's solids at a moment, for liquid that the fixture has put in order.
struct Around : FlowFixture {
  Around(const Scene& s, const std::vector<Vec3f>& points)
      : FlowFixture(s, points), boundary(scene, builder, bodies, flow.kernel) {}
  void at(const Clock& clock) {
    boundary.move_to(clock, bodies);
    boundary.sum(flow.point, cells, bodies, flow.boundary, flow.contacts, true);
    for (size_t i = 0; i < size(); ++i) flow.point[i].w = flow.inverse_mass[i];
    find_densities(flow);
  }
  Boundary boundary;
};

std::vector<float> depths(const Scene& scene, const std::vector<Vec3f>& points, double frame = 1) {
  ShapeBuilder builder(0.5f * static_cast<float>(kSpacing), 24);
  std::vector<float> d(points.size());
  builder.field(scene.solids[0].shape, frame)->distance(points, d);
  for (float& depth : d) depth = -depth;
  return d;
}

std::vector<Vec3f> samples(const Scene& scene, double frame = 1) {
  ShapeBuilder builder(0.5f * static_cast<float>(kSpacing), 24);
  return sample_solid(scene, 0, builder, frame);
}

// From every point, no other is farther than this.
float widest_gap(const std::vector<Vec3f>& points, const std::vector<Vec3f>& from) {
  float widest = 0;
  for (const Vec3f& p : from) {
    float nearest = 1e30f;
    for (const Vec3f& q : points) nearest = std::min(nearest, length(p - q));
    widest = std::max(widest, nearest);
  }
  return widest;
}

}  // namespace

TEST(Boundary, LiquidAtRestOnWallsHasDensityOne) {
  for (const int d : {2, 3}) {
    // Half full, so that there are a floor, sides, edges and corners.
    const FlowFixture f(closed_box(d), fill({0, 0, 0}, {0.4f, 0.2f, 0.4f}, d));
    for (size_t i = 0; i < f.size(); ++i) {
      const Vec3f p = f.position[i];
      if (p.y > 0.2f - kNear) continue;  // the surface
      const auto at_wall = [](float x) { return x < 0.02f || x > 0.38f; };
      const bool corner = d == 3 && at_wall(p.x) && at_wall(p.y) && at_wall(p.z);
      EXPECT_NEAR(f.flow.density[i], 1, corner ? 0.015 : 0.01) << d << "D: " << p.x << ' ' << p.y << ' ' << p.z;
    }
  }
}

// Away from edges the layer of a wall is as regular as liquid: nothing pushes.
TEST(Boundary, FlatWallsAreEven) {
  for (const int d : {2, 3}) {
    const FlowFixture f(closed_box(d), fill({0, 0, 0}, {0.4f, 0.2f, 0.4f}, d));
    float lowest = 2, highest = 0;
    for (size_t i = 0; i < f.size(); ++i) {
      const Vec3f p = f.position[i];
      const bool middle = p.x > 0.1f && p.x < 0.3f && (d == 2 || (p.z > 0.1f && p.z < 0.3f));
      if (!middle || p.y > 0.02f) continue;
      lowest = std::min(lowest, f.flow.density[i]), highest = std::max(highest, f.flow.density[i]);
      EXPECT_GT(-f.flow.boundary.gradient[i].y, 0);  // density falls away from the wall
      EXPECT_LT(std::abs(f.flow.boundary.gradient[i].x), 0.01f * std::abs(f.flow.boundary.gradient[i].y));
    }
    EXPECT_NEAR(lowest, 1, 1e-3);
    EXPECT_NEAR(highest, 1, 1e-3);
  }
}

// Solids are sampled in no pattern, so their layer is less even than a wall's.
TEST(Boundary, LiquidOnASolidHasDensityOne) {
  for (const int d : {2, 3}) {
    const Scene scene = scene_with(shape_of(shapes::Box{{-0.2, -0.1, -0.2}, {0.2, 0, 0.2}}), d);
    const FlowFixture f(scene, fill({-0.2f, 0, -0.2f}, {0.2f, 0.1f, 0.2f}, d));
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < f.size(); ++i) {
      const Vec3f p = f.position[i];
      if (p.y > 0.02f || std::abs(p.x) > 0.14f || std::abs(p.z) > 0.14f) continue;
      EXPECT_NEAR(f.flow.density[i], 1, 0.03);
      sum += f.flow.density[i], ++count;
    }
    EXPECT_NEAR(sum / static_cast<double>(count), 1, 0.01);
  }
}

// A piston that starts out flush with the wall, and is a wall of its own when it has moved on.
TEST(Boundary, AMovingSolidFlushWithAWallCountsOnce) {
  for (const int d : {2, 3}) {
    Scene scene = closed_box(d);
    Shape piston = shape_of(shapes::Box{{-0.2, -0.2, -0.2}, {0, 0.6, 0.6}});
    piston.transform.translate = Animated<Vec3d>(
        {{1, {0, 0, 0}}, {2, {0.25 * kSpacing, 0, 0}}, {3, {1.5 * kSpacing, 0, 0}}}, Interpolation::linear);
    scene.solids.push_back({"piston", piston, {}});
    const auto s = static_cast<float>(kSpacing);
    for (const auto& [frame, moved] : {std::pair{1.0, 0.0f}, {2.0, 0.25f}, {3.0, 1.5f}}) {
      const Vec3f lower{moved * s, 6 * s, d == 2 ? 0 : 6 * s};
      Around liquid(scene, fill(lower, lower + Vec3f{6 * s, 8 * s, 8 * s}, d));
      liquid.at({frame, 0, 1e-6, 24});
      float worst = 0;
      for (size_t i = 0; i < liquid.size(); ++i) {
        const Vec3f inside = (liquid.position[i] - lower) / s;
        if (inside.y < 2 || inside.y > 6 || inside.x > 4 || (d == 3 && (inside.z < 2 || inside.z > 6))) continue;
        worst = std::max(worst, std::abs(liquid.flow.density[i] - 1));
      }
      EXPECT_LT(worst, 0.05f) << d << "D, frame " << frame;
    }
  }
}

TEST(Boundary, NothingIsFeltBeyondTheSupport) {
  const Scene scene = scene_with(shape_of(shapes::Sphere{{0, 0, 0}, 0.1}));
  const float reach = 0.1f - 0.5f * static_cast<float>(kSpacing) + kNear;
  std::vector<Vec3f> points;
  const Random random(3);
  for (size_t i = 0; i < 300; ++i) points.push_back(random.direction(i) * (reach + 0.002f + 0.1f * random.unit(i, 1)));
  const FlowFixture f(scene, points);
  for (size_t i = 0; i < f.size(); ++i) {
    EXPECT_EQ(f.flow.boundary.density[i], 0);
    EXPECT_EQ(f.flow.boundary.gradient[i], (Vec3f{}));
  }
}

TEST(Boundary, WallsLieHalfASpacingOutside) {
  for (const int d : {2, 3}) {
    const Scene scene = closed_box(d);
    const std::vector<Vec3f> points = sample_walls(scene);
    EXPECT_GT(points.size(), d == 2 ? 150u : 9000u);
    for (const Vec3f& p : points) {
      const Vec3f out = abs(p - Vec3f{0.2f, 0.2f, d == 2 ? 0 : 0.2f});
      EXPECT_NEAR(max_component(out), 0.21f, 1e-6f);
      EXPECT_TRUE(d == 3 || p.z == 0);
    }
  }
}

TEST(Boundary, SamplesLieHalfASpacingInside) {
  const Shape round = shape_of(shapes::Sphere{{0.1, 0.2, 0}, 0.15});
  for (const int d : {2, 3}) {
    const Scene scene = scene_with(round, d);
    const std::vector<Vec3f> points = samples(scene);
    EXPECT_GT(points.size(), d == 2 ? 80u : 2000u);
    for (const float depth : depths(scene, points)) EXPECT_NEAR(depth, 0.5 * kSpacing, 0.05 * kSpacing);
    for (const Vec3f& p : points) EXPECT_TRUE(d == 3 || p.z == 0);
  }
}

// At edges the depth is less, but nothing is outside or deeper.
TEST(Boundary, SamplesOfABoxStayInside) {
  for (const int d : {2, 3}) {
    const Scene scene = scene_with(shape_of(shapes::Box{{-0.2, -0.1, -0.15}, {0.2, 0.1, 0.15}}), d);
    const std::vector<Vec3f> points = samples(scene);
    const std::vector<float> depth = depths(scene, points);
    for (size_t i = 0; i < points.size(); ++i) {
      EXPECT_GE(depth[i], -1e-6);
      EXPECT_LE(depth[i], 0.501 * kSpacing);
      const Vec3f room = Vec3f{0.2f, 0.1f, d == 2 ? 1 : 0.15f} - abs(points[i]);
      const int faces = (room.x < 0.019f) + (room.y < 0.019f) + (room.z < 0.019f);
      EXPECT_TRUE(faces != 1 || std::abs(depth[i] - 0.5 * kSpacing) < 0.01 * kSpacing);
    }
  }
}

// Too thin for half a spacing: the middle, without holes, and not twice as strong as one layer.
TEST(Boundary, ThinPlatesAreSampledInTheirMiddle) {
  for (const int d : {2, 3}) {
    for (const double thickness : {0.2 * kSpacing, 0.7 * kSpacing}) {
      const Scene scene =
          scene_with(shape_of(shapes::Box{{-0.2, -0.5 * thickness, -0.2}, {0.2, 0.5 * thickness, 0.2}}), d);
      const std::vector<Vec3f> points = samples(scene);
      std::vector<Vec3f> plate;
      for (float x = -0.18f; x < 0.18f; x += 0.007f) plate.push_back({x, 0, d == 2 ? 0 : 0.3f * x});
      EXPECT_LT(widest_gap(points, plate), 0.5 * kSpacing);
      for (const Vec3f& p : points) {
        EXPECT_TRUE(std::abs(p.x) > 0.18f || std::abs(p.z) > 0.18f || std::abs(p.y) < 0.05 * kSpacing);
      }
      // At one spacing it counts as a layer of liquid does.
      const auto s = static_cast<float>(kSpacing);
      const FlowFixture f(scene, {{0.01f, s, 0}});
      const double layer = f.flow.volume * f.flow.kernel.layer_sum(s, d, s);
      EXPECT_NEAR(f.flow.boundary.density[0], layer, 0.1 * layer);
    }
  }
}

TEST(Boundary, PlanesAreSampledInsideTheDomain) {
  for (const int d : {2, 3}) {
    Shape plane = shape_of(shapes::Plane{{0, 0.1, 0}, {0.2, 1, 0}});
    Scene scene = scene_with(plane, d);
    scene.domain = Domain{{-0.3, 0, -0.3}, {0.3, 0.5, 0.3}, Walls::open};
    const std::vector<Vec3f> points = samples(scene);
    const std::vector<float> depth = depths(scene, points);
    const Box3f domain{{-0.3f, 0, -0.3f}, {0.3f, 0.5f, 0.3f}};
    for (size_t i = 0; i < points.size(); ++i) {
      EXPECT_TRUE(!domain.contains(points[i]) || std::abs(depth[i] - 0.5 * kSpacing) < 0.05 * kSpacing);
      EXPECT_GT(depth[i], 0);
      EXPECT_TRUE(domain.padded(kNear + 1e-5f).contains(points[i]));
    }
    std::vector<Vec3f> along;
    for (float x = -0.3f; x <= 0.3f; x += 0.01f) along.push_back({x, 0.1f - 0.2f * x, d == 2 ? 0 : -x});
    EXPECT_LT(widest_gap(points, along), kSpacing);
  }
}

TEST(Boundary, SolidsOutsideTheDomainAreNotSampled) {
  Scene scene = scene_with(shape_of(shapes::Sphere{{5, 0, 0}, 0.1}));
  scene.domain = Domain{};
  EXPECT_TRUE(samples(scene).empty());
}

// Body and liquid push each other with the same force, on the same line: no torque is made or lost.
TEST(Boundary, ContactsAreReactions) {
  for (const int d : {2, 3}) {
    Shape turned = shape_of(shapes::Box{{-0.1, -0.05, -0.08}, {0.1, 0.05, 0.08}});
    turned.transform.rotate = EulerDegrees{{0, 0, 20}};
    const FlowFixture f(scene_with(turned, d, Rigid{}), fill({-0.2f, 0, -0.2f}, {0.2f, 0.2f, 0.2f}, d));
    ASSERT_GT(f.flow.contacts.size(), d == 2 ? 20u : 200u);
    std::vector<Vec3f> on_liquid = f.flow.boundary.gradient;
    std::vector<float> density = f.flow.boundary.density;
    for (const BodyContact& c : f.flow.contacts) {
      const Vec3d arm = static_cast<Vec3d>(f.position[c.particle]) - f.bodies.centre(c.body);
      const Vec3d torque = cross(arm, static_cast<Vec3d>(c.linear));
      EXPECT_LT(length(torque - static_cast<Vec3d>(c.angular)), 1e-5 * length(c.linear) + 1e-6);
      on_liquid[c.particle] -= c.linear;
      density[c.particle] -= c.density;
    }
    for (size_t i = 0; i < f.size(); ++i) {
      EXPECT_LT(length(on_liquid[i]), 1e-4f);
      EXPECT_LT(std::abs(density[i]), 1e-6f);
    }
  }
}

// Bodies are unknowns of the solve, so they are in nobody's flux.
TEST(Boundary, BodiesHaveNoFlux) {
  const Rigid moving{500, {1, 2, 3}, {4, 5, 6}};
  const Scene scene = scene_with(shape_of(shapes::Sphere{{0, 0, 0}, 0.1}), 3, moving);
  const FlowFixture f(scene, fill({-0.2f, 0, -0.2f}, {0.2f, 0.2f, 0.2f}, 3));
  for (size_t i = 0; i < f.size(); ++i) {
    EXPECT_EQ(f.flow.boundary.flux[i], 0);
    EXPECT_EQ(f.flow.boundary.drag[i], (Vec3f{}));
  }
}

// A piston: flux = v . gradient, and liquid that moves with it has no divergence by it.
TEST(Boundary, MovingSolidsHaveTheirFlux) {
  for (const int d : {2, 3}) {
    Shape piston = shape_of(shapes::Box{{-0.2, -0.1, -0.2}, {0.2, 0, 0.2}});
    piston.transform.translate = {{{1, {0, 0, 0}}, {25, {0.5, 1.5, 0}}}, Interpolation::linear};
    const Vec3f v{0.5f, 1.5f, 0}, moved = v * (6 / 24.0f);
    Around f(scene_with(piston, d), fill(Vec3f{-0.2f, 0, -0.2f} + moved, Vec3f{0.2f, 0.1f, 0.2f} + moved, d));
    f.at({7, 0.25, 0.003, 24});
    EXPECT_NEAR(f.boundary.greatest_speed(f.bodies), length(v), 1e-3);
    size_t felt = 0;
    for (size_t i = 0; i < f.size(); ++i) {
      const Vec3f g = f.flow.boundary.gradient[i];
      felt += length(g) > 1;
      EXPECT_NEAR(f.flow.boundary.flux[i], dot(g, v), 1e-3f * length(g) + 1e-4f);
      EXPECT_LT(length(f.flow.boundary.drag[i] - v * f.flow.boundary.density[i]), 1e-3f);
    }
    EXPECT_GT(felt, d == 2 ? 15u : 300u);
    for (size_t i = 0; i < f.size(); ++i) f.flow.vector[i] = float4(v);
    for (size_t i = 0; i < f.size(); ++i) {
      EXPECT_LT(std::abs(divergence_at(f.flow, i, sum_of_dot_products(f.flow, NearbyVectors(f.flow, i), i),
                                       f.flow.boundary.flux[i])) *
                    kSpacing,
                1e-3);
    }
  }
}

// A blade that turns: its velocity at the liquid is that of its points there.
TEST(Boundary, TurningSolidsHaveTheirVelocity) {
  Shape drum = shape_of(shapes::Sphere{{0, 0, 0}, 0.1});
  drum.transform.spin_axis = {0, 0, 1};
  drum.transform.spin = {{{1, 0.0}, {25, 90.0}}, Interpolation::linear};  // degrees a second
  Around f(scene_with(drum), fill({-0.2f, 0.1f, -0.1f}, {0.2f, 0.2f, 0.1f}, 3));
  f.at({3.5, 0, 0.001, 24});
  EXPECT_NEAR(f.boundary.greatest_speed(f.bodies), 0.09 * kPi / 2, 0.003);
  for (size_t i = 0; i < f.size(); ++i) {
    if (f.flow.boundary.density[i] < 0.01f) continue;
    const Vec3f mean = f.flow.boundary.drag[i] / f.flow.boundary.density[i];
    const Vec3f at = normalized(f.position[i]) * 0.09f;
    const Vec3f truth = Vec3f{-at.y, at.x, 0} * static_cast<float>(kPi / 2);
    EXPECT_LT(length(mean - truth), 0.03f);
  }
}

// Between its samples at whole frames, a hand's points move on with it; at every frame they are new.
TEST(Boundary, ChangingFormsAreSampledAnew) {
  shapes::Hand hand;
  hand.length = 0.6;
  hand.curl = {{{1, 0.0}, {13, 1.0}}, Interpolation::linear};
  Around f(scene_with(shape_of(hand)), fill({-0.3f, 0, -0.2f}, {0.3f, 0.6f, 0.3f}, 3));
  for (const double frame : {1.0, 6.0, 6.5, 12.0}) {
    f.at({frame, 0, 0.001, 24});
    EXPECT_GT(f.boundary.greatest_speed(f.bodies), 0.1) << frame;
    EXPECT_LT(f.boundary.greatest_speed(f.bodies), 10) << frame;
    size_t felt = 0, near = 0;  // near: within a quarter of a spacing of where the hand really is
    const std::vector<float> depth = depths(f.scene, f.position, frame);
    for (size_t i = 0; i < f.size(); ++i) {
      if (std::abs(depth[i]) < 0.25 * kSpacing) ++near, felt += f.flow.boundary.density[i] > 0.1f;
      EXPECT_TRUE(depth[i] > -0.08f || f.flow.boundary.density[i] == 0) << frame;
    }
    ASSERT_GT(near, 100u);
    EXPECT_GT(felt, near * 98 / 100) << frame;
  }
  EXPECT_GT(f.boundary.size(), 1000u);
}

TEST(Boundary, SameForAnyNumberOfThreads) {
  const auto sums = [](int threads) {
    const ThreadLimit limit(threads);
    Scene scene = scene_with(shape_of(shapes::Sphere{{0.2, 0.1, 0.2}, 0.1}), 3, Rigid{});
    scene.domain = Domain{{0, 0, 0}, {0.4, 0.4, 0.4}, Walls::closed};
    const FlowFixture f(scene, fill({0, 0, 0}, {0.4f, 0.2f, 0.4f}, 3));
    return std::tuple(f.flow.density, f.flow.gradient, f.flow.boundary.gradient, f.flow.contacts.size());
  };
  EXPECT_EQ(sums(1), sums(2));
}

TEST(Boundary, NoSolidsAreNotFelt) {
  const FlowFixture f(flow_scene(3, kSpacing), fill({0, 0, 0}, {0.1f, 0.1f, 0.1f}, 3));
  for (size_t i = 0; i < f.size(); ++i) EXPECT_EQ(f.flow.boundary.density[i], 0);
  EXPECT_TRUE(f.flow.contacts.empty());
}

// The scene allows spacings down to 1e-5 m.
TEST(Boundary, TheFinestSpacingIsFinite) {
  for (const int d : {2, 3}) {
    Scene scene = flow_scene(d, 1e-5);
    scene.domain = Domain{{0, 0, 0}, {2e-4, 2e-4, 2e-4}, Walls::closed};
    const FlowFixture f(scene, block({10, 10, d == 2 ? 1 : 10}, 1e-5f));
    for (const Vec3f& g : f.flow.boundary.gradient) EXPECT_TRUE(is_finite(g));
  }
}

TEST(Boundary, PlanesWithoutADomainAreRefusedInWords) {
  for (const int d : {2, 3}) {
    try {
      samples(scene_with(shape_of(shapes::Plane{}), d));
      ADD_FAILURE();
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("solids[0].shape"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("domain"), std::string::npos) << error.what();
    }
  }
}

// Liquid at rest around a box, also at its edges.
TEST(Boundary, LiquidAroundABoxIsNotSqueezedAtItsEdges) {
  for (const int d : {2, 3}) {
    std::vector<Vec3f> liquid;
    for (const Vec3f& p : fill({-0.32f, -0.32f, -0.32f}, {0.32f, 0.32f, 0.32f}, d)) {
      if (max_component(abs(p)) > 0.2f) liquid.push_back(p);
    }
    const FlowFixture f(scene_with(shape_of(shapes::Box{{-0.2, -0.2, -0.2}, {0.2, 0.2, 0.2}}), d), liquid);
    for (size_t i = 0; i < f.size(); ++i) {
      EXPECT_TRUE(max_component(abs(f.position[i])) > 0.27f || std::abs(f.flow.density[i] - 1) < 0.06f);
    }
  }
}

}  // namespace weir::sph
