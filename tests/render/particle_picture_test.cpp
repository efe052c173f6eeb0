// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particle pictures against what geometry says they must show.

#include "render/flat/particle_picture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "control/templates/director/template_overlay.h"
#include "geometry/shapes/fields.h"
#include "geometry/shapes/tessellate.h"
#include "render/flat/ball_layer.h"
#include "render/flat/colours.h"
#include "render/flat/mesh_layer.h"
#include "weir/base/parallel.h"

namespace weir::render {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

static bool is_near(const Vec3f& a, const Vec3f& b, float tolerance) { return max_component(abs(a - b)) <= tolerance; }

TEST(Discs, CoverTheirArea) {
  for (const float radius : {1.0f, 2.5f, 7.3f}) {
    Image image(40, 30);
    const Disc disc{20.3f, 14.8f, radius, {1, 0, 0}};
    draw_discs(image, std::span(&disc, 1));
    double area = 0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        const float distance = std::hypot(static_cast<float>(x) + 0.5f - disc.x, static_cast<float>(y) + 0.5f - disc.y);
        area += image.at(x, y).x;
        if (std::abs(distance - radius) < 0.75f) continue;
        EXPECT_EQ(image.at(x, y), (Vec3f{distance < radius ? 1.0f : 0.0f, 0, 0}));
      }
    }
    EXPECT_NEAR(area, kPi * radius * radius, 0.04 * kPi * radius * radius + 0.3);
  }
}

TEST(Discs, LaterOnesAreOnTop) {
  Image image(10, 10);
  const std::vector<Disc> discs{
      {5, 5, 3, {1, 0, 0}}, {5, 5, 3, {0, 1, 0}}, {kNaN, 5, 3, {0, 0, 1}}, {5, 5, kNaN, {0, 0, 1}}};
  draw_discs(image, discs);
  EXPECT_EQ(image.at(4, 4), (Vec3f{0, 1, 0}));
}

TEST(BallLayer, NearestIsSeenAtItsDepth) {
  const Camera camera = look({0, 0, 10}, {0, 0, 0}, 40);
  const std::vector<Vec3f> centres{{0, 0, 0}, {0, 0, 2}, {0, 0, -3}, {kNaN, 0, 9}, {0, 0, 50}};
  const BallLayer layer = ball_layer(centres, 0.5f, camera, 101, 101);
  const size_t middle = 50 * 101 + 50;
  EXPECT_EQ(layer.ball[middle], 1u);
  EXPECT_NEAR(layer.depth[middle], 8 - 0.5, 1e-3);
  EXPECT_NEAR(layer.normal[middle].z, 1, 1e-3);
  EXPECT_EQ(layer.ball[0], BallLayer::kNone);
  // Its circle: radius times pixels a metre at its distance.
  const double radius = 0.5 * 50.5 / (std::tan(20 * kPi / 180) * 8);
  size_t covered = 0;
  for (const uint32_t ball : layer.ball) covered += ball == 1;
  EXPECT_NEAR(static_cast<double>(covered), kPi * radius * radius, 0.06 * kPi * radius * radius);
}

TEST(BallLayer, TouchingBallsPartInTheMiddle) {
  const Camera camera = look({0, 0, 20}, {0, 0, 0}, 20);
  const std::vector<Vec3f> centres{{-0.5f, 0, 0}, {0.5f, 0, 0}};
  const BallLayer layer = ball_layer(centres, 1.0f, camera, 200, 100);
  for (int y = 40; y < 60; ++y) {  // they cross up to sqrt(3)/2 m, 12 pixels, from the middle
    EXPECT_EQ(layer.ball[static_cast<size_t>(y) * 200 + 97], 0u);
    EXPECT_EQ(layer.ball[static_cast<size_t>(y) * 200 + 102], 1u);
  }
}

TEST(MeshLayer, BoxIsSeenWhereItIs) {
  const Mesh box = box_mesh({{-1, -1, -1}, {1, 1, 1}});
  const Camera camera = look({0, 0, 5}, {0, 0, 0}, 90);
  const Mesh* meshes[] = {&box};
  const MeshLayer layer = mesh_layer(meshes, camera, 80, 80);
  // The front face, at distance 4, reaches 1/4 of the half height.
  for (int y = 0; y < 80; ++y) {
    for (int x = 0; x < 80; ++x) {
      const size_t pixel = static_cast<size_t>(y) * 80 + static_cast<size_t>(x);
      const bool inside = x >= 30 && x < 50 && y >= 30 && y < 50;
      EXPECT_EQ(layer.mesh[pixel] == 0, inside) << x << " " << y;
      if (!inside) continue;
      EXPECT_NEAR(layer.depth[pixel], 4, 1e-4);
      EXPECT_NEAR(layer.normal[pixel].z, 1, 1e-5);
    }
  }
  EXPECT_TRUE(on_edge(layer, 29, 40, 80, 80));
  EXPECT_FALSE(on_edge(layer, 40, 40, 80, 80));
  EXPECT_FALSE(on_edge(layer, 10, 10, 80, 80));
}

TEST(MeshLayer, WhatIsBehindTheCameraIsCut) {
  const Mesh floor = box_mesh({{-50, -2, -50}, {50, -1, 50}});
  const Camera camera = look({0, 0, 0}, {0, 0, -1}, 90);
  const Mesh* meshes[] = {&floor};
  const MeshLayer layer = mesh_layer(meshes, camera, 60, 60);
  EXPECT_EQ(layer.mesh[10 * 60 + 30], MeshLayer::kNone);  // the sky
  EXPECT_NEAR(layer.depth[59 * 60 + 30], 1 / (29.5 / 30), 1e-3);
  EXPECT_NEAR(layer.depth[45 * 60 + 30], 1 / (15.5 / 30), 1e-3);
}

// Of a box of water that is far larger than the tank, and around the camera too: what is in the tank.
TEST(CutLayer, ShowsTheSidesOfTheBoxThatCutsIt) {
  const Mesh water = box_mesh({{-9, -9, -9}, {9, 0, 9}});
  const Camera camera = look({0, -0.5, 6}, {0, -0.5, 0}, 60);
  const Mesh* meshes[] = {&water};
  const CutLayer layer = cut_layer(meshes, {{-1, -1, -1}, {1, 1, 1}}, camera, 80, 80);
  const size_t middle = 40 * 80 + 40, above = 31 * 80 + 40;  // half a metre higher, and over its surface
  EXPECT_NEAR(layer.front.depth[middle], 5, 1e-4);
  EXPECT_EQ(layer.front.normal[middle], (Vec3f{0, 0, 1}));
  EXPECT_NEAR(layer.back[middle], 7, 1e-4);
  EXPECT_EQ(layer.front.mesh[above], MeshLayer::kNone);
  EXPECT_EQ(layer.front.mesh[40 * 80 + 2], MeshLayer::kNone);  // beside the box
}

TEST(CutLayer, WhatTheBoxDoesNotCutIsAsItWas) {
  const Mesh ball = box_mesh({{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}});
  const Camera camera = look({1, 2, 5}, {0, 0, 0}, 30);
  const Mesh* meshes[] = {&ball};
  const CutLayer layer = cut_layer(meshes, {{-1, -1, -1}, {1, 1, 1}}, camera, 60, 60);
  const MeshLayer whole = mesh_layer(meshes, camera, 60, 60);
  for (size_t i = 0; i < whole.depth.size(); ++i) {
    if (layer.front.mesh[i] != 0 || whole.mesh[i] != 0) continue;
    EXPECT_NEAR(layer.front.depth[i], whole.depth[i], 1e-2);
  }
  EXPECT_EQ(layer.front.mesh[30 * 60 + 30], 0u);
}

class Picture : public ::testing::Test {
 protected:
  Image picture(int width = 120, int height = 80) const {
    return particle_picture({.dimensions = dimensions,
                             .positions = positions,
                             .colours = colours,
                             .radius = radius,
                             .solids = solids,
                             .domain = domain,
                             .overlay = &overlay},
                            camera, width, height);
  }
  int dimensions = 2;
  std::vector<Vec3f> positions, colours;
  float radius = 0.1f;
  std::vector<ShownSolid> solids;
  std::optional<Box3f> domain;
  Overlay overlay;
  Camera camera = look({0, 0, 5}, {0, 0, 0}, 2 * std::atan(0.2) * 180 / kPi);  // 2 m, 80 pixels tall at z = 0
};

TEST_F(Picture, EmptyIsOnlyLightGround) {
  for (dimensions = 2; dimensions <= 3; ++dimensions) {
    for (const Vec3f& pixel : picture().pixels) EXPECT_GT(min_component(pixel), 0.7f);
  }
}

TEST_F(Picture, FlatDiscIsWhereItsParticleIs) {
  positions = {{0.5f, 0.25f, 0}};
  colours = {{0.8f, 0.1f, 0}};
  const Image image = picture();
  EXPECT_TRUE(is_near(image.at(80, 30), colours[0], 1e-6f));  // 60 + 20, 40 - 10
  EXPECT_TRUE(is_near(image.at(83, 30), colours[0], 1e-6f));  // radius 4
  EXPECT_GT(image.at(86, 30).z, 0.6f);
  EXPECT_GT(image.at(80, 50).z, 0.6f);
}

TEST_F(Picture, BallsHideWhatIsBehindThem) {
  dimensions = 3;
  positions = {{0, 0, 1}, {0, 0, 0}, {0.6f, 0, 0}};
  colours = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Image image = picture();
  const Vec3f middle = image.at(60, 40);
  EXPECT_GT(middle.x, 0.5f);
  EXPECT_LT(middle.y, 0.01f);
  EXPECT_GT(image.at(84, 40).z, 0.5f);
  EXPECT_LT(image.at(84, 40).x, 0.01f);
}

TEST_F(Picture, NotANumberIsLeftOut) {
  for (dimensions = 2; dimensions <= 3; ++dimensions) {
    positions.clear();
    colours.clear();
    const Image empty = picture();
    positions = {{kNaN, 0, 0}, {0, std::numeric_limits<float>::infinity(), 0}, {1e30f, 1e30f, 0}};
    colours.assign(3, {1, 0, 0});
    EXPECT_EQ(picture().pixels, empty.pixels);
  }
}

TEST_F(Picture, SectionOfASolidIsFilled) {
  solids.push_back({.mesh = {}, .field = sphere_field({0, 0, 0}, 0.5), .colour = {0.5f, 0.5f, 0.5f}});
  const Image image = picture();
  double grey = 0;
  for (const Vec3f& p : image.pixels) grey += p.x < 0.65f;
  EXPECT_NEAR(grey, kPi * 20 * 20, 70);  // radius 20 pixels
  EXPECT_LT(image.at(60, 40).x, 0.65f);
}

TEST_F(Picture, SolidsInFrontOfLiquidAreClear) {
  dimensions = 3;
  radius = 0.3f;
  positions = {{0, 0, 0}};
  colours = {{1, 0, 0}};
  const auto redness = [](const Vec3f& p) { return p.x - p.z; };
  const float bare = redness(picture().at(60, 40));
  solids.push_back({.mesh = box_mesh({{-0.8, -0.8, 1}, {0.8, 0.8, 1.2}}), .field = {}, .colour = {0.6f, 0.6f, 0.6f}});
  EXPECT_GT(redness(picture().at(60, 40)), 0.5f * bare);
  solids[0].mesh = box_mesh({{-0.8, -0.8, -1.2}, {0.8, 0.8, -1}});
  EXPECT_FLOAT_EQ(redness(picture().at(60, 40)), bare);
  EXPECT_LT(picture().at(40, 40).x, 0.75f);  // beside the ball the solid is seen
}

TEST_F(Picture, OverlayIsDrawnOverEverything) {
  positions = {{0, 0, 0}};
  colours = {{0.2f, 0.2f, 0.2f}};
  radius = 0.9f;
  overlay.points = {{{0, 0, 0}, templates::repulsion_colour(), 0.05f},
                    {{kNaN, 0, 0}, templates::repulsion_colour(), 0.05f}};
  overlay.boxes = {{{{-0.5, -0.5, 0}, {0.5, 0.5, 0}}, Affine{}, templates::coverage_colour(1)}};
  overlay.lines = {{{{-1, 0.75f, 0}, {1, 0.75f, 0}}, {1, 0, 1}, false}};
  overlay.meshes = {{box_mesh({{-0.25, -0.25, -0.01}, {0.25, 0.25, 0.01}}), {0, 0, 1}}};
  for (dimensions = 2; dimensions <= 3; ++dimensions) {
    const Image image = picture();
    EXPECT_TRUE(is_near(image.at(60, 40), templates::repulsion_colour(), 0.02f));
    // Lines of 1.6 pixels on the border between two.
    EXPECT_TRUE(is_near(image.at(60, 20), lerp(Vec3f{0.2f, 0.2f, 0.2f}, templates::coverage_colour(1), 0.8f), 0.2f));
    EXPECT_GT(image.at(40, 35).y, image.at(45, 35).y + 0.1f);
    EXPECT_GT(image.at(60, 10).z, image.at(60, 13).z + 0.3f);
    EXPECT_GT(image.at(50, 40).z, image.at(55, 40).z + 0.3f);
  }
}

TEST_F(Picture, SameForAnyNumberOfThreads) {
  const Random random(3);
  for (uint64_t i = 0; i < 20000; ++i) {
    const auto share = [&](uint32_t draw) { return static_cast<float>(random.below(1000, i, draw)) / 1000; };
    positions.push_back({share(0) - 0.5f, share(1) - 0.5f, share(2) - 0.5f});
    colours.push_back(speed_colour(share(3)));
  }
  radius = 0.02f;
  domain = Box3f{{-0.6f, -0.5f, -0.6f}, {0.6f, 0.7f, 0.6f}};
  solids.push_back({sphere_mesh({0.4, 0.2, 0.5}, 0.2, 0.02), sphere_field({0.4, 0.2, 0}, 0.2), {0.5f, 0.5f, 0.5f}});
  for (dimensions = 2; dimensions <= 3; ++dimensions) {
    std::vector<std::vector<Vec3f>> seen;
    for (const int threads : {1, 2, 7}) {
      const ThreadLimit limit(threads);
      seen.push_back(picture(160, 100).pixels);
    }
    EXPECT_EQ(seen[0], seen[1]);
    EXPECT_EQ(seen[0], seen[2]);
  }
}

TEST(Colours, SpeedsGetEverLighterColours) {
  const auto lightness = [](const Vec3f& c) { return 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z; };
  float before = 0;
  for (int i = 0; i <= 50; ++i) {
    const float light = lightness(speed_colour(static_cast<float>(i) / 50));
    EXPECT_GT(light, before);
    before = light;
  }
  EXPECT_EQ(speed_colour(7), speed_colour(1));
  EXPECT_EQ(speed_colour(-1), speed_colour(0));
  EXPECT_EQ(speed_colour(kNaN), speed_colour(0));
}

TEST(Colours, BySpeedPhaseAndRole) {
  Particles particles;
  particles.resize(3);
  particles.velocity[0] = {3, 0, 4};
  particles.velocity[1] = {0, 2.5f, 0};
  particles.phase = {0, 1, 9};
  particles.temporary = {0, 1, 0};
  std::vector<Phase> phases(2);
  phases[0].colour.rgb = {0.9, 0.1, 0.2};
  phases[1].colour.rgb = {0.05, 0.2, 0.1};
  const auto by_speed = particle_colours(particles, ColourBy::speed, phases, 5);
  EXPECT_EQ(by_speed[0], speed_colour(1));
  EXPECT_EQ(by_speed[1], speed_colour(0.5f));
  EXPECT_EQ(by_speed[2], speed_colour(0));
  const auto by_phase = particle_colours(particles, ColourBy::phase, phases, 5);
  EXPECT_TRUE(is_near(by_phase[0], {0.9f, 0.1f, 0.2f}, 1e-6f));
  EXPECT_NEAR(by_phase[1].x / by_phase[1].y, 0.25, 1e-4);  // the same hue, brighter
  EXPECT_GT(by_phase[1].y, 0.5f);
  EXPECT_NE(by_phase[2], by_phase[0]);
  const auto by_role = particle_colours(particles, ColourBy::role, phases, 5);
  EXPECT_EQ(by_role[0], liquid_colour());
  EXPECT_EQ(by_role[1], temporary_colour());
  // As in the paper (5.1): green where alpha is 0, so all is covered, black where nothing is.
  EXPECT_GT(templates::coverage_colour(1).y, 5 * templates::coverage_colour(1).x);
  EXPECT_EQ(templates::coverage_colour(0), Vec3f{});
}

}  // namespace weir::render
