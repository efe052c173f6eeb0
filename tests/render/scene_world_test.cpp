// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/world/scene_world.h"

#include <gtest/gtest.h>

#include "render/world/tank.h"
#include "world_fixture.h"

namespace weir::render {

namespace {

Scene tank_scene() {
  Scene scene;
  scene.domain = Domain{{-1, 0, -0.5}, {1, 1, 0.5}, Walls::closed};
  scene.picture.width = 48;
  scene.picture.height = 32;
  scene.picture.samples = 4;
  return scene;
}

Solid box_solid(const Vec3d& lower, const Vec3d& upper) {
  Solid solid;
  solid.shape.kind = shapes::Box{lower, upper};
  return solid;
}

Mesh box(const Vec3d& lower, const Vec3d& upper) {
  return ShapeBuilder(0.01f, 24).mesh(box_solid(lower, upper).shape, 1);
}

Vec3f mean_velocity(const Mesh& mesh) {
  Vec3f sum;
  for (const Vec3f& v : mesh.velocities) sum += v;
  return mesh.velocities.empty() ? sum : sum / static_cast<float>(mesh.velocities.size());
}

}  // namespace

TEST(SceneWorld, ClosedWallsAreATankOpenOnesAFloor) {
  Scene scene = tank_scene();
  World world = SceneWorld(scene).at({});
  ASSERT_TRUE(world.tank && world.ground);
  EXPECT_EQ(world.ground->height, 0);
  EXPECT_FLOAT_EQ(world.ground->tile, 0.1f);
  scene.domain->walls = Walls::open;
  world = SceneWorld(scene).at({});
  EXPECT_TRUE(world.ground && !world.tank);
  scene.picture.ground = Ground::none;
  world = SceneWorld(scene).at({});
  EXPECT_TRUE(!world.ground && !world.tank);
  scene.picture.ground = Ground::automatic;
  scene.domain.reset();
  world = SceneWorld(scene).at({});
  EXPECT_TRUE(!world.ground && !world.tank);
}

TEST(SceneWorld, LooksChangeTheLightAndClayTheMaterials) {
  Scene scene = tank_scene();
  scene.phases[0].finish = Finish::metal;
  const World studio = SceneWorld(scene).at({});
  EXPECT_TRUE(studio.materials[0].liquid && studio.materials[0].metal);
  for (const Look look : {Look::daylight, Look::sunset, Look::night, Look::clay}) {
    scene.picture.look = look;
    const World world = SceneWorld(scene).at({});
    EXPECT_NE(world.sky.key, studio.sky.key);
    EXPECT_NEAR(length(world.sky.key_direction), 1, 1e-5);
    EXPECT_NE(world.ground->colour, studio.ground->colour);
    EXPECT_EQ(world.materials[0].liquid, look != Look::clay);
  }
}

TEST(SceneWorld, InvisibleSolidsAreLeftOut) {
  Scene scene = tank_scene();
  scene.solids = {box_solid({0, 0, 0}, {0.1, 0.1, 0.1}), box_solid({0, 0, 0}, {0.2, 0.2, 0.2})};
  scene.solids[0].visible = false;
  const World world = SceneWorld(scene).at({});
  ASSERT_EQ(world.meshes.size(), 1u);
  EXPECT_FLOAT_EQ(bounds(world.meshes[0].mesh).upper.x, 0.2f);
}

TEST(SceneWorld, LiquidOnTheGroundReachesIntoIt) {
  const Scene scene = tank_scene();
  const World world = SceneWorld(scene).at({.frame = 1, .liquid = {{0, box({-1, 0, -0.5}, {0, 0.4, 0.5})}}});
  ASSERT_EQ(world.meshes.size(), 1u);
  EXPECT_TRUE(is_finite(world.materials[0].absorption));
  const Box3f reach = bounds(world.meshes[0].mesh);
  EXPECT_LT(reach.lower.y, 0);
  EXPECT_EQ(reach.lower.x, -1);
  EXPECT_FLOAT_EQ(reach.upper.y, 0.4f);
  EXPECT_GT(volume(world.meshes[0].mesh), 0.4);
}

TEST(SceneWorld, LevelPlanesAreGroundOthersAreSquares) {
  Scene scene = tank_scene();
  Solid plane;
  plane.shape.kind = shapes::Plane{{0, 0.2, 0}, {0, 1, 0}};
  scene.solids = {plane};
  World world = SceneWorld(scene).at({});
  EXPECT_TRUE(world.meshes.empty());
  EXPECT_FLOAT_EQ(world.ground->height, 0.2f);
  scene.solids[0].shape.kind = shapes::Plane{{0.3, 0, 0}, {1, 0, 0}};
  world = SceneWorld(scene).at({});
  ASSERT_EQ(world.meshes.size(), 1u);
  const Box3f square = bounds(world.meshes[0].mesh);
  EXPECT_NEAR(square.lower.x, 0.3f, 1e-5);
  EXPECT_NEAR(square.upper.x, 0.3f, 1e-5);
  EXPECT_GT(square.size().y, 10);
  const Mesh& mesh = world.meshes[0].mesh;
  const Vec3f normal = cross(mesh.positions[1] - mesh.positions[0], mesh.positions[2] - mesh.positions[0]);
  EXPECT_GT(normal.x, 0);
}

TEST(SceneWorld, KeyframedSolidsHaveTheirVelocity) {
  Scene scene = tank_scene();
  scene.solids = {box_solid({0, 0, 0}, {0.1, 0.1, 0.1})};
  scene.solids[0].shape.transform.translate =
      Animated<Vec3d>({{.frame = 1, .value = {0, 0, 0}}, {.frame = 25, .value = {2, 0, 0}}}, Interpolation::linear);
  SceneWorld stage(scene);
  const World world = stage.at({.frame = 13});
  ASSERT_EQ(world.meshes.size(), 1u);
  EXPECT_NEAR(bounds(world.meshes[0].mesh).lower.x, 1, 1e-5);
  EXPECT_NEAR(mean_velocity(world.meshes[0].mesh).x, 2, 1e-3);  // m in the second that 24 frames take
}

TEST(SceneWorld, RigidSolidsGoWhereTheRunSaysOrAreLeftOut) {
  Scene scene = tank_scene();
  scene.solids = {box_solid({0, 0, 0}, {0.1, 0.1, 0.1})};
  scene.solids[0].rigid = Rigid{};
  SceneWorld stage(scene);
  EXPECT_TRUE(stage.at({.frame = 2}).meshes.empty());
  std::map<int, std::vector<cache::BodyPose>> bodies;
  for (const int frame : {1, 2, 3}) bodies[frame] = {{0, Affine{{}, {0, 0.05 * frame, 0}}}};
  for (const auto& [frame, speed] : std::map<int, double>{{1, 1.2}, {2, 1.2}, {3, 1.2}}) {
    const World world = stage.at({.frame = frame, .bodies = &bodies});
    ASSERT_EQ(world.meshes.size(), 1u);
    EXPECT_NEAR(bounds(world.meshes[0].mesh).lower.y, 0.05 * frame, 1e-6);
    EXPECT_NEAR(mean_velocity(world.meshes[0].mesh).y, speed, 1e-4);
  }
}

TEST(SceneWorld, SmokeIsWhatIsNamedDensity) {
  Scene scene = tank_scene();
  scene.phases = {Phase{.name = "water"}, Phase{.name = "red", .colour = {{0.9, 0.1, 0.1}}}};
  SurfaceFrame frame;
  for (const char* name : {"density", "density-red", "surface", "densityx"}) {
    Volume volume;
    volume.name = name;
    volume.tile = {{0, 0, 0}};
    volume.values.assign(kVoxelsPerTile, 1.0f);
    frame.volumes.push_back(volume);
  }
  const World world = SceneWorld(scene).at(frame);
  ASSERT_EQ(world.smoke.size(), 2u);
  EXPECT_FLOAT_EQ(world.smoke[1].colour.x, 0.9f);
}

TEST(SceneWorld, EmptyFramesAndWholeTanksGivePictures) {
  const Scene scene = tank_scene();
  SceneWorld stage(scene);
  const Camera camera = look({1, 1, 3}, {0, 0.4, 0}, 35);
  const Image empty = stage.picture({}, camera);
  EXPECT_EQ(empty.width, 48);
  const Image full = stage.picture({.frame = 2, .liquid = {{0, box({-1, 0, -0.5}, {1, 0.5, 0.5})}, {7, {}}}}, camera);
  double red = 0, blue = 0;
  for (const Vec3f& p : full.pixels) {
    ASSERT_TRUE(is_finite(p) && min_component(p) > 0.01f && max_component(p) <= 1);  // nothing is black
    red += p.x;
    blue += p.z;
  }
  EXPECT_GT(blue, 1.1 * red);
}

TEST(Tank, ARayMeetsItsPanesInOrder) {
  const Box3f tank{{-1, 0, -1}, {1, 1, 1}};
  const Panes through = panes_met(tank, {{3, 0.5f, 0}, {-1, 0, 0}}, 10);
  ASSERT_EQ(through.count, 2);
  EXPECT_FLOAT_EQ(through.pane[0].distance, 2);
  EXPECT_FLOAT_EQ(through.pane[1].distance, 4);
  EXPECT_EQ(through.pane[0].normal, (Vec3f{1, 0, 0}));
  EXPECT_EQ(panes_met(tank, {{3, 0.5f, 0}, {-1, 0, 0}}, 3).count, 1);
  EXPECT_EQ(panes_met(tank, {{0, 0.5f, 0}, {0, 0, 1}}, 10).count, 1);
  EXPECT_EQ(panes_met(tank, {{0, 0.5f, 0}, {0, 1, 0}}, 10).count, 0);
  EXPECT_EQ(panes_met(tank, {{3, 1.5f, 0}, {-1, 0, 0}}, 10).count, 0);
  EXPECT_FLOAT_EQ(pane_reflectance(1), 0.04f);
}

TEST(Tank, GroundFadesWithDistanceAndHasLines) {
  const GroundPlane ground{.tile = 0.1f, .fade = 2};
  EXPECT_EQ(ground_fade(ground, {1, 0, 1}), 0);
  EXPECT_EQ(ground_fade(ground, {7, 0, 0}), 1);
  const Vec3f between = ground_colour(ground, {0.05f, 0, 0.05f});
  const Vec3f line = ground_colour(ground, {0.1f, 0, 0.05f}), strong = ground_colour(ground, {0.5f, 0, 0.05f});
  EXPECT_EQ(between, ground.colour);
  EXPECT_LT(line.x, between.x);
  EXPECT_LT(strong.x, line.x);
}

TEST(Creases, BoxesStaySharpAndBallsAreSmooth) {
  const WorldMesh cube = with_creases(box({0, 0, 0}, {1, 1, 1}), 0);
  for (const Vec3f& n : cube.normals) EXPECT_NEAR(max_component(abs(n)), 1, 1e-5);
  Shape shape;
  shape.kind = shapes::Sphere{{0, 0, 0}, 0.5};
  const WorldMesh ball = with_creases(ShapeBuilder(0.01f, 24).mesh(shape, 1), 0);
  for (size_t i = 0; i < ball.normals.size(); ++i)
    EXPECT_GT(dot(ball.normals[i], normalized(ball.mesh.positions[i])), 0.99f);
  EXPECT_EQ(ball.mesh.validate(), "");
}

}  // namespace weir::render
