// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/rigid_bodies.h"

#include <gtest/gtest.h>

#include <fstream>

#include "geometry/shapes/tessellate.h"
#include "sim/rigid_mass.h"
#include "temp_folder.h"
#include "weir/base/error.h"

namespace weir {

namespace {

Mesh turned(Mesh mesh, const Vec3d& degrees, const Vec3d& offset) {
  transform(mesh, {Quatd::from_euler_degrees(degrees).matrix(), offset});
  return mesh;
}

void expect_near(const Vec3d& a, const Vec3d& b, double tolerance) {
  EXPECT_LT(length(a - b), tolerance) << a.x << " " << a.y << " " << a.z << " is not " << b.x << " " << b.y << " "
                                      << b.z;
}

void expect_near(const Mat3d& a, const Mat3d& b, double tolerance) {
  for (size_t i = 0; i < 3; ++i) expect_near(a.row[i], b.row[i], tolerance);
}

Solid rigid(Shape shape, const Rigid& how = {}) { return {"", std::move(shape), how}; }

Shape cube(double size, const Vec3d& centre, const Vec3d& degrees = {}) {
  Shape shape;
  const Vec3d half = Vec3d{0.5, 0.5, 0.5} * size;
  shape.kind = shapes::Box{-half, half};
  shape.transform.translate = centre;
  shape.transform.rotate = EulerDegrees{degrees};
  return shape;
}

// A scene of solids and the bodies in it, which falls and is stepped.
struct Falling {
  explicit Falling(Scene s) : scene(std::move(s)), builder(static_cast<float>(0.5 * scene.solver.spacing), 24) {
    bodies = std::make_unique<RigidBodies>(scene, builder);
  }
  void step(double seconds, const Vec3d& gravity = {0, -9.81, 0}) {
    bodies->accelerate(gravity, seconds);
    bodies->step({1 + time * 24, time, seconds, 24});
    time += seconds;
  }
  void run(double until, double seconds, const Vec3d& gravity = {0, -9.81, 0}) {
    while (time < until - 1e-9) step(seconds, gravity);
  }
  Vec3d momentum(size_t i) const { return bodies->motion(i).velocity * bodies->mass(i); }
  Vec3d spin(size_t i) const {
    const Mat3d inverse = bodies->inverse_inertia(i);
    if (scene.dimensions == 2) return bodies->motion(i).angular_velocity / inverse.row[2].z;
    return inverse.inverse() * bodies->motion(i).angular_velocity;
  }
  double energy(size_t i) const {
    return 0.5 * (dot(momentum(i), bodies->motion(i).velocity) + dot(spin(i), bodies->motion(i).angular_velocity));
  }

  Scene scene;
  ShapeBuilder builder;
  std::unique_ptr<RigidBodies> bodies;
  double time = 0;
};

Scene room(double size) {
  Scene scene;
  scene.solver.spacing = 0.02 * size;
  scene.domain = Domain{Vec3d{-5, 0, -5} * size, Vec3d{5, 20, 5} * size, Walls::closed};
  return scene;
}

}  // namespace

TEST(RigidMass, BoxAnywhere) {
  const Mesh mesh = turned(box_mesh({{0, 0, 0}, {1, 2, 3}}), {20, -50, 70}, {4, -5, 6});
  const MassProperties p = mass_properties(mesh, 500);
  const Mat3d r = Quatd::from_euler_degrees({20, -50, 70}).matrix();
  EXPECT_NEAR(p.mass, 3000, 0.01);
  expect_near(p.centre, r * Vec3d{0.5, 1, 1.5} + Vec3d{4, -5, 6}, 1e-5);
  const Mat3d own = Mat3d::diagonal({250.0 * (4 + 9), 250.0 * (1 + 9), 250.0 * (1 + 4)});
  expect_near(p.inertia, r * own * r.transposed(), 0.02);
}

TEST(RigidMass, Sphere) {
  const MassProperties p = mass_properties(sphere_mesh({1, 2, 3}, 0.5, 0.01), 1000);
  const double mass = 1000 * 4.0 / 3 * kPi * 0.125, inertia = 0.4 * mass * 0.25;
  EXPECT_NEAR(p.mass, mass, 0.005 * mass);
  expect_near(p.centre, {1, 2, 3}, 1e-5);
  expect_near(p.inertia, Mat3d::diagonal({inertia, inertia, inertia}), 0.01 * inertia);
}

// A box that is turned about z, and cut where its corners do not lie; a disc.
TEST(RigidMass, Cut) {
  const Mesh box = turned(box_mesh({{-1, -0.5, -0.3}, {1, 0.5, 0.4}}), {0, 0, 30}, {3, 4, 0});
  const MassProperties p = mass_properties(cut_at_z0(box), 100);
  EXPECT_NEAR(p.mass, 200, 1e-3);
  expect_near(p.centre, {3, 4, 0}, 1e-5);
  EXPECT_NEAR(p.inertia.row[2].z, 200 * (4 + 1) / 12.0, 1e-3);

  const MassProperties disc = mass_properties(cut_at_z0(sphere_mesh({1, 0, 0.3}, 0.5, 0.005)), 10);
  EXPECT_NEAR(disc.mass, 10 * kPi * 0.16, 0.005 * disc.mass);
  EXPECT_NEAR(disc.inertia.row[2].z, 0.5 * disc.mass * 0.16, 0.01 * disc.inertia.row[2].z);
  EXPECT_TRUE(cut_at_z0(sphere_mesh({0, 0, 2}, 0.5, 0.05)).empty());
}

TEST(RigidBodies, FreeFlightKeepsMomentum) {
  Scene scene;
  Shape brick;
  brick.kind = shapes::Box{{0, 0, 0}, {0.1, 0.2, 0.4}};
  brick.transform.rotate = EulerDegrees{{10, 20, 30}};
  Falling f([&] {
    scene.solids = {rigid(brick, {500, {1, 2, 3}, {0.1, 2, 0.1}})};  // about the middle axis: it tumbles
    return scene;
  }());
  const Vec3d p = f.momentum(0), l = f.spin(0), c = f.bodies->centre(0);
  const double e = f.energy(0);
  double slowest = 1e9, fastest = -1e9;
  while (f.time < 2) {
    f.step(1e-3, {});
    const double along =
        dot(f.bodies->motion(0).angular_velocity,
            f.bodies->pose(0).direction(Quatd::from_euler_degrees({10, 20, 30}).matrix() * Vec3d{0, 1, 0}));
    slowest = std::min(slowest, along);
    fastest = std::max(fastest, along);
  }
  EXPECT_LT(slowest, -9);  // the Dzhanibekov flip
  EXPECT_GT(fastest, 9);
  expect_near(f.momentum(0), p, 1e-9 * length(p));
  expect_near(f.spin(0), l, 1e-6 * length(l));
  EXPECT_NEAR(f.energy(0), e, 1e-3 * e);
  expect_near(f.bodies->centre(0), c + Vec3d{1, 2, 3} * f.time, 1e-9);
  expect_near(f.bodies->pose(0).point(c), f.bodies->centre(0), 1e-9);
}

TEST(RigidBodies, FallsLikeAStone) {
  Scene scene;
  Shape ball;
  ball.kind = shapes::Sphere{{0, 10, 0}, 0.1};
  scene.solids = {rigid(ball)};
  Falling f(scene);
  f.run(1, 1e-3);
  EXPECT_NEAR(f.bodies->centre(0).y, 10 - 0.5 * 9.81, 0.01);
}

// Five cubes on top of each other stay there, from the size of a sugar cube to that of a house.
TEST(RigidBodies, StackStands) {
  for (const double size : {0.005, 0.3, 50.0}) {
    Scene scene = room(size);
    for (int i = 0; i < 5; ++i) scene.solids.push_back(rigid(cube(size, Vec3d{0, 0.5 + i, 0} * size)));
    Falling f(scene);
    const double second = std::sqrt(size);  // in which things of this size fall as far
    f.run(2 * second, std::min(2e-3 * second, 5e-3));
    for (int i = 0; i < 5; ++i) {
      const size_t body = static_cast<size_t>(i);
      expect_near(f.bodies->centre(body), Vec3d{0, 0.5 + i, 0} * size, 0.03 * size);
      EXPECT_LT(length(f.bodies->motion(body).velocity), 0.01 * size / second);
      EXPECT_GT(f.bodies->pose(body).linear.row[1].y, 0.9999);
    }
  }
}

// Tumbling things of several forms come to rest on the floor, none of them in it, nor in a wall.
TEST(RigidBodies, NothingEndsInFloorOrWall) {
  Scene scene = room(0.2);
  scene.domain->lower = {-0.5, 0, -0.5};
  scene.domain->upper = {0.5, 4, 0.5};
  Shape ring, boat, cylinder;
  ring.kind = shapes::Torus{0.15, 0.04};
  ring.transform.translate = Vec3d{0.1, 0.5, 0};
  ring.transform.rotate = EulerDegrees{{70, 0, 30}};
  boat.kind = shapes::Boat{0.5, 0.2, 0.12, 0.01};
  boat.transform.translate = Vec3d{0, 0.9, 0};
  boat.transform.rotate = EulerDegrees{{20, 50, 30}};
  cylinder.kind = shapes::Cylinder{0.08, 0.2};
  cylinder.transform.translate = Vec3d{-0.1, 1.4, 0};
  cylinder.transform.rotate = EulerDegrees{{50, 0, 10}};
  scene.solids = {rigid(ring), rigid(boat), rigid(cylinder), rigid(cube(0.2, {0.1, 1.8, 0.1}, {30, 30, 30}))};
  Falling f(scene);
  const double energy = 9.81 * 1.8;
  f.run(3, 2e-3);
  for (size_t i = 0; i < f.bodies->size(); ++i) {
    Mesh mesh = f.builder.mesh(scene.solids[i].shape, 1);
    transform(mesh, f.bodies->pose(i));
    const Box3f box = bounds(mesh);
    EXPECT_GT(box.lower.y, -0.005f) << i;
    EXPECT_GT(std::min(box.lower.x, box.lower.z), -0.505f) << i;
    EXPECT_LT(std::max(box.upper.x, box.upper.z), 0.505f) << i;
    EXPECT_LT(f.energy(i), 0.01 * f.bodies->mass(i) * energy) << i;
  }
}

// A cube lands in a bowl that is not convex, on a box that is, and on a plane.
TEST(RigidBodies, RestsOnSolids) {
  Scene scene;
  scene.solver.spacing = 0.02;
  Shape bowl, box, plane, cutter;
  box.kind = shapes::Box{{-0.5, -0.5, -0.5}, {0.5, 0.1, 0.5}};
  cutter.kind = shapes::Box{{-0.3, 0, -0.3}, {0.3, 1, 0.3}};
  bowl.kind = shapes::Difference{{box, cutter}};
  plane.kind = shapes::Plane{{0, 0, 0}, {0, 1, 0}};
  box.kind = shapes::Box{{-0.5, -0.5, -0.5}, {0.5, 0, 0.5}};
  for (const Shape& floor : {bowl, box, plane}) {
    scene.solids = {{"", floor, {}}, rigid(cube(0.2, {0.02, 0.2, 0.03}, {0, 20, 0}))};
    Falling f(scene);
    f.run(1, 2e-3);
    EXPECT_EQ(f.bodies->solid(0), 1u);
    EXPECT_NEAR(f.bodies->centre(0).y, 0.1, 0.003);
    EXPECT_LT(length(f.bodies->motion(0).velocity), 0.01);
  }
}

// Coulomb: on a slope of 20 degrees a friction of 0.5 holds, on one of 35 it lets go with g (sin - mu cos).
TEST(RigidBodies, Friction) {
  for (const double degrees : {20.0, 35.0}) {
    Scene scene;
    Shape plane;
    plane.kind = shapes::Plane{{0, 0, 0}, {0, 1, 0}};
    scene.solids = {{"", plane, {}}, rigid(cube(0.2, {0, 0.1, 0}))};
    Falling f(scene);
    const double a = degrees * kPi / 180;
    f.run(1, 1e-3, Vec3d{std::sin(a), -std::cos(a), 0} * 9.81);
    const double free = std::max(0.0, 9.81 * (std::sin(a) - 0.5 * std::cos(a)));
    EXPECT_NEAR(f.bodies->motion(0).velocity.x, free, 0.02 + 0.03 * free) << degrees;
  }
}

// Two equal balls, no friction needed: momentum is kept, and the approach speed is cut to the restitution.
TEST(RigidBodies, Collision) {
  Scene scene;
  Shape left, right;
  left.kind = shapes::Sphere{{-0.5, 0, 0}, 0.1};
  right.kind = shapes::Sphere{{0.5, 0, 0}, 0.1};
  scene.solids = {rigid(left, {500, {2, 0, 0}, {}}), rigid(right, {500, {-1, 0, 0}, {}})};
  Falling f(scene);
  f.run(0.5, 1e-3, {});
  const double a = f.bodies->motion(0).velocity.x, b = f.bodies->motion(1).velocity.x;
  EXPECT_NEAR(a + b, 1, 1e-6);
  EXPECT_NEAR(b - a, 0.15 * 3, 0.01);
}

// Two turning bricks that hit each other off their centres keep their momenta together.
TEST(RigidBodies, CollisionKeepsMomentum) {
  Scene scene;
  Shape left, right;
  left.kind = shapes::Box{{-0.6, -0.1, -0.05}, {-0.2, 0.1, 0.05}};
  right.kind = shapes::Box{{0.2, 0.02, -0.08}, {0.4, 0.2, 0.2}};
  scene.solids = {rigid(left, {500, {2, 0, 0}, {0.3, 0.2, 0.1}}), rigid(right, {800, {-1, 0, 0}, {0, 0.5, -0.3}})};
  Falling f(scene);
  const auto total = [&] {
    return f.spin(0) + f.spin(1) + cross(f.bodies->centre(0), f.momentum(0)) +
           cross(f.bodies->centre(1), f.momentum(1));
  };
  const Vec3d p = f.momentum(0) + f.momentum(1), l = total();
  f.run(0.5, 1e-3, {});
  EXPECT_LT(f.bodies->motion(0).velocity.x, 1);  // they did hit
  expect_near(f.momentum(0) + f.momentum(1), p, 1e-9 * length(p));
  expect_near(total(), l, 5e-3 * length(l));
}

// A pebble thrown at 30 m/s moves by six times its size in a step, and still does not pass a thin plate.
TEST(RigidBodies, FastPebbleMeetsThinPlate) {
  Shape pebble;
  pebble.kind = shapes::Sphere{{0, 0, 0}, 0.0025};
  Shape plate, ends, hollow;
  plate.kind = shapes::Box{{0.2, -0.1, -0.1}, {0.203, 0.1, 0.1}};
  hollow.kind = shapes::Torus{0.1, 0.005};  // makes the plate one that is not convex
  hollow.transform.translate = Vec3d{0.2, 0.3, 0};
  ends.kind = shapes::Union{{plate, hollow}};
  for (const Shape& shape : {plate, ends}) {
    Scene scene;
    scene.solver.spacing = 0.004;
    scene.solids = {{"", shape, {}}, rigid(pebble, {2000, {30, 0, 0}, {}})};
    Falling f(scene);
    f.run(0.05, 1e-3, {});
    EXPECT_LT(f.bodies->centre(0).x, 0.2);
    EXPECT_LT(f.bodies->motion(0).velocity.x, 0);
  }
}

// What starts inside each other parts without a bang.
TEST(RigidBodies, OverlapIsUndoneGently) {
  Scene scene = room(0.2);
  scene.solids = {rigid(cube(0.2, {0, 0.05, 0})), rigid(cube(0.2, {0.05, 0.15, 0}, {0, 10, 0}))};
  Falling f(scene);
  double fastest = 0;
  while (f.time < 1) {
    f.step(2e-3);
    for (size_t i = 0; i < 2; ++i) fastest = std::max(fastest, length(f.bodies->motion(i).velocity));
  }
  EXPECT_LT(fastest, 0.5);
  EXPECT_NEAR(f.bodies->centre(0).y, 0.1, 0.003);
  EXPECT_NEAR(f.bodies->centre(1).y, 0.3, 0.005);
}

// A block that grows lifts what stands on it.
TEST(RigidBodies, GrowingSolidLifts) {
  Scene scene;
  Shape block;
  block.kind = shapes::Box{{-0.5, 0, -0.5}, {0.5, 0.2, 0.5}};
  block.transform.scale = Animated<Vec3d>({{1, {1, 1, 1}}, {25, {1, 3, 1}}}, Interpolation::linear);
  scene.solids = {{"", block, {}}, rigid(cube(0.2, {0, 0.3, 0}))};
  Falling f(scene);
  f.run(1, 2e-3);
  EXPECT_NEAR(f.bodies->centre(0).y, 0.7, 0.01);
  EXPECT_GT(f.bodies->pose(0).linear.row[1].y, 0.999);
}

// A keyframed block pushes a cube along at its own speed; a turntable carries one round.
TEST(RigidBodies, KeyframedSolidsCarry) {
  Scene scene;
  Shape plane, pusher = cube(0.3, {});
  plane.kind = shapes::Plane{{0, 0, 0}, {0, 1, 0}};
  pusher.transform.translate = Animated<Vec3d>({{1, {-0.5, 0.15, 0}}, {25, {0.5, 0.15, 0}}}, Interpolation::linear);
  scene.solids = {{"", plane, {}}, {"", pusher, {}}, rigid(cube(0.2, {-0.1, 0.1, 0}))};
  Falling push(scene);
  push.run(0.9, 1e-3);
  EXPECT_NEAR(push.bodies->motion(0).velocity.x, 1, 0.05);
  EXPECT_NEAR(push.bodies->centre(0).x, -0.5 + 0.9 + 0.15 + 0.1, 0.01);

  Shape table;
  table.kind = shapes::Cylinder{0.5, 0.1};
  table.transform.spin = Animated<double>({{1, 0}, {25, 30}}, Interpolation::linear);
  scene.solids = {{"", table, {}}, rigid(cube(0.1, {0.2, 0.1, 0}))};
  Falling carry(scene);
  carry.run(1, 1e-3);
  const Vec3d there = Quatd::from_axis_angle({0, 1, 0}, kPi / 6).matrix() * Vec3d{0.2, 0.1, 0};
  expect_near(carry.bodies->centre(0), there, 0.01);
}

TEST(RigidBodies, FlatStaysFlat) {
  Scene scene = room(0.2);
  scene.dimensions = 2;
  scene.solver.spacing = 0.01;
  Shape disc, ring;
  disc.kind = shapes::Sphere{{0, 0.6, 0.05}, 0.1};
  ring.kind = shapes::Torus{0.15, 0.04};
  ring.transform.rotate = EulerDegrees{{90, 0, 0}};
  ring.transform.translate = Vec3d{0.03, 0.25, 0};
  scene.solids = {rigid(ring), rigid(disc, {500, {0.3, 0, 1}, {1, 1, 1}}), rigid(cube(0.1, {0.05, 1, 0}, {0, 0, 30}))};
  Falling f(scene);
  EXPECT_NEAR(f.bodies->mass(1), 500 * kPi * 0.0075, 0.005 * f.bodies->mass(1));
  EXPECT_EQ(f.bodies->inverse_inertia(1).row[0], Vec3d{});
  f.run(3, 2e-3);
  for (size_t i = 0; i < 3; ++i) {
    Mesh mesh = f.builder.mesh(scene.solids[i].shape, 1);
    transform(mesh, f.bodies->pose(i));
    double lowest = 1e9;
    for (const Segment& s : cut_at_z0(mesh)) lowest = std::min(lowest, s.from.y);
    EXPECT_GT(lowest, -0.003) << i;
    EXPECT_EQ(f.bodies->motion(i).velocity.z, 0);
    EXPECT_EQ(f.bodies->motion(i).angular_velocity.x, 0);
    EXPECT_EQ(f.bodies->pose(i).linear.row[2], (Vec3d{0, 0, 1}));
    EXPECT_LT(f.energy(i), 0.1 * f.bodies->mass(i));  // of some 5: the ring may still roll
  }
}

TEST(RigidBodies, ResumesToTheBit) {
  Scene scene = room(0.2);
  Shape boat;
  boat.kind = shapes::Boat{0.5, 0.2, 0.12, 0.02};
  boat.transform.translate = Vec3d{0.05, 0.3, 0};
  boat.transform.rotate = EulerDegrees{{20, 10, 30}};
  Shape paddle = cube(0.3, {0.4, 0.1, 0});
  paddle.transform.spin = Animated<double>({{1, 0}, {49, 720}}, Interpolation::linear);
  scene.solids = {rigid(boat), {"", paddle, {}}};
  for (int i = 0; i < 6; ++i) scene.solids.push_back(rigid(cube(0.1, {0.02 * i, 0.6 + 0.12 * i, 0}, {10.0 * i, 0, 5})));
  const TempFolder folder;
  Falling whole(scene);
  whole.run(0.6, 2e-3);
  Archive::save(folder / "state", [&](Archive& a) { whole.bodies->state(a); });

  Falling resumed(scene);
  Archive loading = Archive::loading(folder / "state");
  resumed.bodies->state(loading);
  loading.expect_end();
  resumed.time = whole.time;
  for (size_t i = 0; i < whole.bodies->size(); ++i) EXPECT_EQ(resumed.bodies->poses()[i].end, whole.bodies->pose(i));
  whole.run(1.2, 2e-3);
  resumed.run(1.2, 2e-3);
  for (size_t i = 0; i < whole.bodies->size(); ++i) {
    EXPECT_EQ(whole.bodies->pose(i), resumed.bodies->pose(i)) << i;
    EXPECT_EQ(whole.bodies->motion(i).velocity, resumed.bodies->motion(i).velocity) << i;
    EXPECT_EQ(whole.bodies->motion(i).angular_velocity, resumed.bodies->motion(i).angular_velocity) << i;
  }
}

// The solids that particles meet follow the bodies.
TEST(RigidBodies, SolidsFollow) {
  Scene scene;
  scene.solver.spacing = 0.02;
  scene.solids = {rigid(cube(0.2, {0, 1, 0}), {500, {1, 0, 0}, {0, 0, 0.25}})};  // a quarter turn a second
  Falling f(scene);
  Solids solids(scene, f.builder);
  f.run(0.5, 1e-3, {});
  const double frame = 1 + 0.5 * 24, next = frame + 0.1 * 24;
  f.step(0.1, {});
  solids.move_to(frame, next, f.bodies->poses());
  // 45 degrees on at the start: a corner points to +x, 0.1414 from the centre.
  std::vector<Vec3f> points{{0.5f + 0.13f, 1, 0}, {0.5f + 0.15f, 1, 0}, {0.13f, 1, 0}};
  std::vector<uint8_t> inside(3, 0);
  solids.mark_inside(points, inside);
  EXPECT_EQ(inside, (std::vector<uint8_t>{1, 0, 0}));

  const std::vector<Vec3f> probe{{0.6f, 1 + 0.15f, 0}};
  std::vector<float> end{1}, still{0}, gap(1), time(1);
  std::vector<Vec3f> normal(1), velocity(1);
  solids.clearance({probe, end, still, still}, 0, gap, time);
  const double a = (45 + 9) * kPi / 180;
  EXPECT_NEAR(gap[0], 0.15 * std::sin(a) - 0.1, 2e-3);
  solids.contact(probe, end, normal, velocity);
  EXPECT_NEAR(velocity[0].x, 1 - 0.15 * kPi / 2, 0.02);
  EXPECT_NEAR(velocity[0].y, 0, 0.02);
}

TEST(RigidBodies, StopsAtNotANumber) {
  Scene scene;
  scene.solids = {rigid(cube(0.2, {}))};
  Falling f(scene);
  f.bodies->set_motion(0, {{std::nan(""), 0, 0}, {}});
  EXPECT_THROW(f.step(1e-3), RunError);
}

TEST(RigidBodies, RefusesWhatHasNoMass) {
  const auto said = [](Scene scene) {
    scene.file = "dam.json";
    ShapeBuilder builder(0.01f, 24);
    try {
      RigidBodies(scene, builder);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  Scene scene;
  scene.solids = {{"", cube(1, {}), {}}, rigid(cube(1, {}))};
  EXPECT_EQ(said(scene), "");
  scene.solids[1].shape.transform.spin = Animated<double>({{1, 0}, {25, 30}}, Interpolation::linear);
  EXPECT_EQ(said(scene),
            "dam.json: solids[1].rigid: the liquid moves a rigid solid, so its shape cannot have keyframes or be a "
            "mesh sequence");
  scene.solids[1].shape.kind = shapes::Plane{};
  scene.solids[1].shape.transform = {};
  EXPECT_NE(said(scene).find("dam.json: solids[1].rigid: a plane reaches without limit"), std::string::npos);
  scene.solids[1].shape = cube(1, {0, 0, 3});
  scene.dimensions = 2;
  EXPECT_EQ(said(scene), "dam.json: solids[1].rigid: has no area in the plane z = 0, where a 2D scene is");

  const TempFolder folder;
  std::ofstream(folder / "open.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n";
  scene.dimensions = 3;
  scene.solids[1].shape.transform = {};
  scene.solids[1].shape.kind = shapes::MeshFile{folder / "open.obj"};
  EXPECT_NE(said(scene).find("the mesh is open: 3 edges"), std::string::npos) << said(scene);
}

}  // namespace weir
