// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Two liquids, one ten times as dense as the other, part under gravity.

#include "liquid.h"
#include "temp_folder.h"
#include "weir/cache/sequence.h"

namespace weir::run {

static double mean_height_of(const Particles& p, uint8_t phase) {
  double sum = 0, count = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    if (p.phase[i] == phase) sum += static_cast<double>(p.position[i].y), count += 1;
  }
  return sum / count;
}

// Share of the particles with more than a quarter of the other phase among those around.
static double mixed(const Particles& p, double spacing) {
  double count = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    double all = 0, other = 0;
    for (size_t j = 0; j < p.size(); ++j) {
      if (length(p.position[i] - p.position[j]) > static_cast<float>(2.5 * spacing)) continue;
      all += 1;
      other += p.phase[i] != p.phase[j];
    }
    count += other > 0.25 * all;
  }
  return count / static_cast<double>(p.size());
}

TEST(SphTwoPhases, LightRisesAndHeavySinks) {
  constexpr double kSpacing = 0.025;
  Scene scene = sph_scene(2, kSpacing);
  scene.phases = {{.name = "oil", .density = 100}, {.name = "water", .density = 1000}};
  scene.domain = Domain{{0, 0, -1}, {0.8, 0.8, 1}, Walls::closed};
  for (int stripe = 0; stripe < 8; ++stripe) {
    add_liquid(scene, box({0.1 * stripe, 0, -1}, {0.1 * (stripe + 1), 0.6, 1}), {}, stripe % 2 ? "water" : "oil");
  }
  Stage stage(scene);
  const Particles& p = stage.solver().particles();
  const double mixed_first = mixed(p, kSpacing);
  advance(stage, 72);
  const double light = mean_height_of(p, 0), heavy = mean_height_of(p, 1), mixed_last = mixed(p, kSpacing);
  note("light", light);
  note("heavy", heavy);
  note("mixed_first", mixed_first);
  note("mixed_last", mixed_last);
  // At the start both are at 0.3; parted, they lie at 0.15 and 0.45.
  EXPECT_LT(heavy, 0.2);
  EXPECT_GT(light, 0.4);
  EXPECT_LT(mixed_last, 0.5 * mixed_first);
}

// A pool with twelve particles of a lighter or heavier liquid in it, each by itself.
static Scene pool_with_drops(const TempFolder& folder, double spacing, double density) {
  constexpr int kAcross = 20, kApart = 5;
  Particles p;
  for (int y = 0; y < kAcross; ++y) {
    for (int x = 0; x < kAcross; ++x) {
      const bool drop = x % kApart == 2 && y % kApart == 2 && y < kAcross - kApart;
      Particles one;
      one.resize(1);
      one.position[0] = static_cast<Vec3f>(Vec3d{x + 0.5, y + 0.5, 0} * spacing);
      one.mass[0] = static_cast<float>((drop ? density : 1000) * spacing * spacing);
      one.phase[0] = drop;
      one.id[0] = p.size();
      p.append(one);
    }
  }
  cache::write_particles(folder / "pool.vdb", p, static_cast<float>(spacing), Precision::exact);
  Scene scene = sph_scene(2, spacing);
  scene.phases = {{.name = "water"}, {.name = "drops", .density = density}};
  scene.domain = Domain{{0, 0, -1}, {kAcross * spacing, 30 * spacing, 1}, Walls::closed};
  scene.liquids = {Liquid{}};
  scene.liquids[0].particles = folder / "pool.vdb";
  return scene;
}

// On its own, a particle lies among the others like a grain among grains; without a slip all of these stay where they
// are for good. The time is that in which a drop of this size rises from the floor, and half of it again.
TEST(SphTwoPhases, SingleDropsRiseOrSink) {
  constexpr double kSpacing = 0.02;
  const TempFolder folder;
  for (const double density : {800.0, 1250.0}) {
    Stage stage(pool_with_drops(folder, kSpacing, density));
    const Particles& p = stage.solver().particles();
    advance(stage, 80);
    int arrived = 0, drops = 0;
    for (size_t i = 0; i < p.size(); ++i) {
      if (!p.phase[i]) continue;
      ++drops;
      const auto height = static_cast<double>(p.position[i].y) / kSpacing;
      arrived += density < 1000 ? height > 17 : height < 3;
    }
    note("arrived", arrived);
    EXPECT_EQ(drops, 12);
    EXPECT_EQ(arrived, drops) << density;
  }
}

}  // namespace weir::run
