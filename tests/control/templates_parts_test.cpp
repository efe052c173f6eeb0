// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of directing by templates, each against plain sums over all points or against what must hold by geometry.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/random.h"
#include "control/templates/director/control_frame.h"
#include "control/templates/director/held_control.h"
#include "control/templates/director/id_table.h"
#include "control/templates/director/instance.h"
#include "control/templates/library/resample.h"
#include "temp_folder.h"
#include "template_testing.h"

namespace weir::templates {
namespace {

const Random kRandom(11);
constexpr float kH = 0.1f;

std::vector<Vec3f> cloud(size_t count, uint32_t stream, int dimensions) {
  std::vector<Vec3f> points(count);
  for (size_t i = 0; i < count; ++i) {
    points[i] = kRandom.unit_vec3(i, stream) * 0.4f;
    if (dimensions == 2) points[i].z = 0;
  }
  return points;
}

double poly6(const Vec3f& a, const Vec3f& b) {
  const double r2 = static_cast<double>(length_squared(a - b)), h2 = static_cast<double>(kH) * static_cast<double>(kH);
  return r2 < h2 ? std::pow(1 - r2 / h2, 3) : 0;
}

TEST(PointsInCells, FindsEveryPointAround) {
  for (const int dimensions : {2, 3}) {
    const std::vector<Vec3f> points = cloud(3000, 1, dimensions), samples = cloud(200, 2, dimensions);
    PointsInCells cells(kH);
    cells.build(points);
    for (Vec3f x : samples) {
      x = x * 1.5f - Vec3f{0.1f, 0.1f, dimensions == 2 ? 0.0f : 0.1f};  // some beyond all points
      double wanted = 0;
      float nearest = kH;
      for (const Vec3f& p : points) wanted += poly6(p, x), nearest = std::min(nearest, length(p - x));
      simd::Lanes sum = simd::zero();
      cells.add_around(
          x, [&](size_t, auto, auto, auto, auto, simd::Lanes rest) { sum = simd::mul_add(rest, rest * rest, sum); });
      EXPECT_NEAR(static_cast<double>(simd::sum(sum)), wanted, 1e-4 * (1 + wanted));
      EXPECT_NEAR(cells.nearest(x), nearest, 1e-6f);
    }
  }
}

TEST(PointsInCells, TakesNoneOneAndFarApart) {
  PointsInCells cells(kH);
  cells.build({});
  EXPECT_EQ(cells.nearest({0, 0, 0}), kH);
  const std::vector<Vec3f> far{{0, 0, 0}, {1e6f, 1e6f, -1e6f}};
  cells.build(far);
  EXPECT_NEAR(cells.nearest({0.01f, 0, 0}), 0.01f, 1e-6f);
  EXPECT_EQ(cells.nearest({1e30f, 0, 0}), kH);
}

TEST(IdTable, FindsIdsThatLieCloseAndStrewnOnes) {
  for (const uint64_t step : {uint64_t{1}, uint64_t{3}, uint64_t{1'000'003'000'017}}) {
    std::vector<uint64_t> ids;
    for (uint64_t i = 0; i < 500; ++i) ids.push_back(77 + i * step);
    IdTable table;
    table.build(ids);
    for (uint32_t i = 0; i < 500; ++i) EXPECT_EQ(table.find(ids[i]), i);
    EXPECT_EQ(table.find(76), IdTable::kNone);
    EXPECT_EQ(table.find(78 + 250 * step), step == 1 ? 251u : IdTable::kNone);
    EXPECT_EQ(table.find(~uint64_t{0}), IdTable::kNone);
  }
  EXPECT_EQ(IdTable().find(5), IdTable::kNone);
}

ControlPoints block(int dimensions, float spacing, int side) {
  ControlPoints points;
  for (int k = 0; k < (dimensions == 3 ? side : 1); ++k) {
    for (int j = 0; j < side; ++j) {
      for (int i = 0; i < side; ++i) {
        points.position.push_back(Vec3f{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)} * spacing);
        points.velocity.push_back({static_cast<float>(i), 2, -1});
        points.weight.push_back(1);
      }
    }
  }
  return points;
}

TEST(ControlFrame, CoverageIsOneInLiquidAtRest) {
  for (const int dimensions : {2, 3}) {
    const float spacing = 0.05f;
    const ControlPoints points = block(dimensions, spacing, 9);
    ControlFrame frame(static_cast<double>(spacing), dimensions);
    frame.build(points);
    PointsInCells liquid(2 * spacing);
    liquid.build(points.position);
    frame.cover(liquid, std::pow(spacing, static_cast<float>(dimensions)));
    const Vec3f middle = Vec3f{4, 4, dimensions == 3 ? 4.0f : 0.0f} * spacing;
    for (size_t i = 0; i < frame.size(); ++i) {
      if (length(frame.position(i) - middle) < 0.01f) {
        EXPECT_NEAR(frame.coverage(i), 1, 1e-4f);
      }
    }
    EXPECT_NEAR(frame.density(middle), 1, 1e-4f);
    frame.cover(PointsInCells(2 * spacing), 1);
    for (size_t i = 0; i < frame.size(); ++i) EXPECT_EQ(frame.coverage(i), 0);
  }
}

// Eqs. 2, 4 and 5 against sums over all pairs.
TEST(ControlFrame, SumsAreThoseOfThePaper) {
  const float spacing = kH / 2;
  ControlPoints points;
  points.position = cloud(2000, 3, 3);
  points.velocity = cloud(2000, 4, 3);
  points.weight.assign(2000, 0.5f);
  for (const Vec3f& p : cloud(300, 5, 3)) points.repulsion.push_back({p, normalized(p), 1, {}});
  ControlFrame frame(static_cast<double>(spacing), 3);
  frame.build(points);
  PointsInCells liquid(kH);
  liquid.build(cloud(400, 6, 3));
  frame.cover(liquid, spacing * spacing * spacing);
  const double scale = static_cast<double>(frame.kernel().scale() * spacing * spacing * spacing);
  for (const Vec3f& x : cloud(50, 7, 3)) {
    Vec3d attraction{}, velocity{}, repulsion{};
    double steer = 0;
    for (size_t j = 0; j < frame.size(); ++j) {
      const Vec3f way = frame.position(j) - x;
      const double w = 0.5 * scale * poly6(frame.position(j), x), covered = static_cast<double>(frame.coverage(j));
      attraction += static_cast<Vec3d>(way) * (w * (1 - covered) / static_cast<double>(length(way)));
      velocity += static_cast<Vec3d>(frame.velocity(j)) * (w * covered);
      steer += w * covered;
    }
    for (const RepulsionPoint& r : points.repulsion) {
      repulsion += static_cast<Vec3d>(r.inward) * (scale * poly6(r.position, x));
    }
    const ControlFrame::Pull pull = frame.pull_at(x);
    EXPECT_LT(length(static_cast<Vec3d>(pull.attraction) - attraction), 2e-3 * length(attraction) + 1e-6);
    EXPECT_LT(length(static_cast<Vec3d>(pull.repulsion) - repulsion), 1e-3 * length(repulsion) + 1e-6);
    EXPECT_NEAR(static_cast<double>(pull.velocity_sum), steer, 1e-3 * steer);
    EXPECT_LT(length(static_cast<Vec3d>(pull.velocity) - velocity / steer), 0.01);
  }
}

// Around a ball of liquid: h away from it, pointing inward, none inside, and none beyond the recorded region.
TEST(Repulsion, LiesAroundTheLiquid) {
  std::vector<Vec3f> ball;
  const float spacing = 0.05f;
  for (const Vec3f& p : block(3, spacing, 21).position) {
    const Vec3f x = p - Vec3f{0.5f, 0.5f, 0.5f};
    if (length(x) < 0.4f) ball.push_back(x);
  }
  const auto seeds = find_repulsion(ball, spacing, 3, {{-1, -1, -1}, {1, 1, 1}});
  EXPECT_GT(seeds.size(), 300u);
  for (const RepulsionSeed& seed : seeds) {
    const Vec3f outside = ball[seed.parent] - seed.inward * (2 * spacing);
    EXPECT_NEAR(length(seed.inward), 1, 1e-5f);
    EXPECT_GT(dot(seed.inward, -normalized(outside)), 0.85f);
    EXPECT_NEAR(length(outside), 0.45f, 0.07f);
    for (const Vec3f& p : ball) EXPECT_GE(length(p - outside), 0.9f * 2 * spacing - 1e-5f);
  }
  for (const RepulsionSeed& seed : find_repulsion(ball, spacing, 3, {{-1, -1, -1}, {1, 0.1f, 1}})) {
    EXPECT_LE(ball[seed.parent].y - seed.inward.y * 2 * spacing, 0.1f);
  }
}

TEST(Repulsion, IsStoredWithTheTemplate) {
  const TempFolder folder;
  for (const int dimensions : {2, 3}) {
    const TemplateMetadata metadata = test_metadata("swirl", dimensions);
    write_swirl(folder / "swirl.weirt", metadata, 3);
    const Template read(folder / "swirl.weirt");
    for (size_t frame = 0; frame < 3; ++frame) {
      ASSERT_TRUE(read.block(kRepulsionBlock, kRepulsionVersion, static_cast<int32_t>(frame)));
      const auto stored = repulsion_of(read, frame);
      const auto found = find_repulsion(read.frame(frame)->position, static_cast<float>(metadata.spacing), dimensions,
                                        static_cast<Box3f>(metadata.region.box()));
      ASSERT_EQ(stored.size(), found.size());
      EXPECT_GT(stored.size(), 20u);
      for (size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(stored[i].parent, found[i].parent);
        EXPECT_GT(dot(stored[i].inward, found[i].inward), std::cos(0.02f));
      }
    }
  }
}

TEST(ControlPoints, GoOnBetweenFrames) {
  const TempFolder folder;
  const TemplateMetadata metadata = test_metadata("swirl", 2);
  write_swirl(folder / "swirl.weirt", metadata, 8);
  ControlPointsInTime points(open_template(folder / "swirl.weirt"));
  // Small steps in time: nothing jumps, also across stored frames and where particles leave the region.
  double total = -1;
  for (double frame = 0; frame < 6.999; frame += 0.05) {
    const ControlPoints& now = points.at(frame, frame);
    double weight = 0;
    for (size_t i = 0; i < now.size(); ++i) weight += static_cast<double>(now.weight[i]);
    if (total >= 0) {
      EXPECT_NEAR(weight, total, 2.5) << frame;
    }
    total = weight;
  }
  // On a stored frame: its particles.
  const auto stored = open_template(folder / "swirl.weirt")->frame(3);
  const ControlPoints& now = points.at(3, 3);
  double weight = 0;
  for (size_t i = 0; i < now.size(); ++i) weight += static_cast<double>(now.weight[i]);
  EXPECT_NEAR(weight, static_cast<double>(stored->size()), 1e-3);
}

TEST(HeldControl, GoesByIdAndEndsWhereItWasToLead) {
  Particles p;
  p.resize(3);
  for (uint64_t i = 0; i < 3; ++i) {
    p.id[i] = 100 + i;
    p.position[i] = {static_cast<float>(i), 0, 0};
    p.velocity[i] = {};
  }
  HeldControl held;
  const auto entries = held.prepare(3);
  entries[1].push = {0, 10, 0};
  entries[1].particle = 1;
  entries[2].drag = 1e6f;
  entries[2].velocity = {0, 0, 3};
  entries[2].particle = 2;
  held.hold(p, 0.1, 1.0, 0.04);
  std::swap(p.id[0], p.id[1]), std::swap(p.position[0], p.position[1]);  // as a solver's sort does
  const auto acting = [&] {
    std::vector<Vec3f> acceleration(3);
    held.apply(p, 0, 0.01, acceleration);
    return acceleration;
  };
  EXPECT_EQ(acting()[0], (Vec3f{0, 10, 0}));
  EXPECT_EQ(acting()[1], Vec3f{});
  EXPECT_NEAR(acting()[2].z * 0.01f, 3, 0.01f);  // however strong, it does not overshoot
  p.velocity[0] = {0, 0.5f, 0};
  EXPECT_NEAR(acting()[0].y, 5, 1e-4f);
  p.velocity[0] = {};
  p.position[0].y = 0.1f;
  EXPECT_NEAR(acting()[0].y, 0, 1e-5f);
}

TEST(EscapeField, LeadsToTheNearestOpenSide) {
  std::vector<Vec3f> points;
  for (const Vec3f& p : block(3, 0.05f, 21).position) {
    if (p.y < 0.5f) points.push_back(p);
  }
  const EscapeField all(points, 0.1f, 3, [](const Vec3f&) { return true; });
  const EscapeField no_floor(points, 0.1f, 3, [](const Vec3f& x) { return x.y > 0; });
  const Vec3f low{0.5f, 0.12f, 0.5f}, high{0.5f, 0.4f, 0.5f}, west{0.08f, 0.25f, 0.5f};
  EXPECT_LT(normalized(all.escape_from(low)).y, -0.9f);
  EXPECT_GT(normalized(all.escape_from(high)).y, 0.9f);
  EXPECT_LT(normalized(all.escape_from(west)).x, -0.9f);
  EXPECT_GT(normalized(no_floor.escape_from(low)).y, 0.9f);
  EXPECT_EQ(all.escape_from({0.5f, 2, 0.5f}), Vec3f{});
  const EscapeField closed(points, 0.1f, 3, [](const Vec3f&) { return false; });
  EXPECT_EQ(closed.escape_from(low), Vec3f{});
}

TEST(EscapeField, TakesFormsStrewnFarApart) {
  const std::vector<Vec3f> far{{0, 0, 0}, {1e4f, 1e4f, -1e4f}};
  const EscapeField field(far, 0.1f, 3, [](const Vec3f&) { return true; });
  EXPECT_NE(field.escape_from({0, 0, 0}), Vec3f{});
}

TEST(Instance, HasRoomForAnyScale) {
  const TempFolder folder;
  write_swirl(folder / "swirl.weirt", test_metadata("swirl", 3), 4);
  Scene scene;
  scene.solver.spacing = kTestSpacing;
  for (const double scale : {1e-4, 1e4}) {
    TemplateInstance settings;
    Transform transform;
    transform.scale = Vec3d{scale, scale, scale};
    settings.transform = transform;
    Instance instance(scene, settings, open_template(folder / "swirl.weirt"));
    instance.move_to(1, 1);
    EXPECT_LT(instance.control().size(), 20'000'000u) << scale;
  }
}

TEST(Resampled, KeepsTheFormAndVelocity) {
  for (const int dimensions : {2, 3}) {
    const ControlPoints points = block(dimensions, 0.05f, 12);
    for (const float to : {0.025f, 0.1f}) {
      const ControlPoints other = resampled(points, 0.05f, to, dimensions, {{-1, -1, -1}, {1, 1, 1}});
      double volume = 0;
      for (const float w : other.weight)
        volume += static_cast<double>(w) * std::pow(static_cast<double>(to), dimensions);
      const double wanted = std::pow(0.6, dimensions);
      EXPECT_NEAR(volume / wanted, 1, 0.25) << dimensions << " " << to;
      for (size_t i = 0; i < other.size(); ++i) EXPECT_NEAR(other.velocity[i].y, 2, 1e-4f);
      EXPECT_GT(other.repulsion.size(), 10u);
    }
  }
}

// 3.5: a velocity is multiplied by the play speed, turned round in reverse, goes with the transform, and that of the
// instance itself is added.
TEST(Instance, VelocitiesAreTransformedAsThePaperSays) {
  const TempFolder folder;
  write_swirl(folder / "swirl.weirt", test_metadata("swirl", 3), 8);
  const auto source = open_template(folder / "swirl.weirt");
  Scene scene;
  scene.solver.spacing = kTestSpacing;
  TemplateInstance settings;
  settings.speed = 2;
  settings.reverse = true;
  Transform transform;
  transform.scale = Vec3d{2, 1, -1};
  transform.translate = Animated<Vec3d>({{1, Vec3d{0, 0, 0}}, {25, Vec3d{0, 0, 3}}}, Interpolation::linear);
  settings.transform = transform;
  Instance instance(scene, settings, source);
  instance.move_to(1, 1);
  const Vec3f v = instance.velocity_in_scene({1, 2, 3}, {0, 0, 0});
  EXPECT_NEAR(v.x, -4, 1e-4f);
  EXPECT_NEAR(v.y, -4, 1e-4f);
  EXPECT_NEAR(v.z, 6 + 3, 1e-3f);
  // Plays from its end, twice as fast.
  EXPECT_NEAR(instance.template_frame(1), 7, 1e-9);
  EXPECT_NEAR(instance.template_frame(2.5), 4, 1e-9);
  EXPECT_TRUE(instance.acts_at(4.5));
  EXPECT_FALSE(instance.acts_at(4.6));
  const Vec3f there{0.1f, -0.05f, 0.02f};
  EXPECT_LT(length(instance.to_canonical(instance.to_world(there)) - there), 1e-5f);
}

TEST(Instance, InfluenceFadesWithGammaBeyondTheRegion) {
  const TempFolder folder;
  write_swirl(folder / "swirl.weirt", test_metadata("swirl", 3), 4);
  Scene scene;
  scene.solver.spacing = kTestSpacing;
  TemplateInstance settings;
  settings.falloff = 0.1;
  settings.decay = 2;
  Instance instance(scene, settings, open_template(folder / "swirl.weirt"));
  instance.move_to(1, 1);
  EXPECT_EQ(instance.influence({0.19f, 0, 0}), 1);
  EXPECT_NEAR(instance.influence({0.25f, 0, 0}), 0.25f, 1e-4f);  // half way: t^2
  EXPECT_EQ(instance.influence({0, 0.31f, 0}), 0);
}

}  // namespace
}  // namespace weir::templates
