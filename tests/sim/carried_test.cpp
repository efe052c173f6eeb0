// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/carried.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/particle_viscosity.h"
#include "weir/sim/director.h"

namespace weir {

static Particles three_particles() {
  Particles p;
  p.resize(3);
  for (size_t i = 0; i < 3; ++i) p.id[i] = i, p.mass[i] = 1;
  return p;
}

TEST(Carried, NothingUnlessTheSceneAsks) {
  Scene scene;
  scene.liquids.emplace_back();
  EXPECT_EQ(carried_kinds(scene), nullptr);
  scene.liquids[0].heat = 80;
  ASSERT_NE(carried_kinds(scene), nullptr);
  EXPECT_TRUE(carried_kinds(scene)->heat);
  EXPECT_FALSE(carried_kinds(scene)->colour);
  scene.liquids[0].heat = {};
  scene.mixing.paint = 1;
  EXPECT_TRUE(carried_kinds(scene)->colour);
}

TEST(Carried, LiquidsSayItOrTheirFileOrThePhase) {
  Scene scene;
  scene.phases[0].heat = 35;
  Liquid liquid;
  Particles p = three_particles();
  carry(scene, liquid, p);
  EXPECT_EQ(p.heat, std::vector<float>(3, 35));
  EXPECT_TRUE(p.thickness.empty());
  auto file = std::make_shared<LiquidPoints>();
  file->heat = {1, 2, 3};
  liquid.points = file;
  p = three_particles();
  carry(scene, liquid, p);
  EXPECT_EQ(p.heat, file->heat);
  liquid.heat = 9;
  p = three_particles();
  carry(scene, liquid, p);
  EXPECT_EQ(p.heat, std::vector<float>(3, 9));
}

// What joins, leaves and is reordered keeps what it carries.
TEST(Carried, GoesWithTheParticles) {
  Scene scene;
  scene.phases.push_back({.name = "oil", .heat = 60});
  scene.mixing.heat = scene.mixing.paint = 1;
  Particles p = three_particles();
  Liquid liquid;
  liquid.heat = 10;
  carry(scene, liquid, p);
  p.heat = {1, 2, 3};
  Population population(p);
  population.removed = {1, 0, 0};
  population.add({}, {}, 1, 1, false);
  population.add({.position = {}, .velocity = {}, .phase = 1, .heat = 90, .colour = {1, 0, 0}});
  uint64_t next = 3;
  population.apply(p, next, 100);
  EXPECT_EQ(p.heat, (std::vector<float>{2, 3, 60, 90}));
  EXPECT_EQ(p.colour.back(), (Vec3f{1, 0, 0}));
  EXPECT_EQ(p.validate(), "");
  Particles plain = three_particles();
  p.append(plain);
  EXPECT_EQ(p.heat.size(), p.size());
  EXPECT_EQ(p.heat.back(), 20);
}

TEST(ParticleViscosity, ByHeatTimeAndThickness) {
  Scene scene;
  EXPECT_FALSE(ParticleViscosity(scene).varies());
  scene.phases[0].viscosity_by_heat = {{.heat = 0, .viscosity = 1000}, {.heat = 100, .viscosity = 10}};
  Particles p = three_particles();
  carry(scene, {}, p);
  p.heat = {-50, 50, 500};
  ParticleViscosity by_heat(scene);
  const std::span<const float> found = by_heat.find(p, 1);
  EXPECT_NEAR(found[0], 1000, 1e-2);
  EXPECT_NEAR(found[1], 100, 1e-2);
  EXPECT_NEAR(found[2], 10, 1e-3);
  EXPECT_EQ(greatest_viscosity(scene.phases[0]), 1000);

  Scene keyed;
  keyed.phases[0].viscosity = Animated<double>({{1, 0}, {11, 50}}, Interpolation::linear);
  keyed.liquids.emplace_back().thickness = 3;
  Particles q = three_particles();
  carry(keyed, keyed.liquids[0], q);
  ParticleViscosity by_time(keyed);
  EXPECT_NEAR(by_time.find(q, 6)[0], 75, 1e-3);
  EXPECT_EQ(by_time.find(q, 1)[0], 0);
  EXPECT_EQ(greatest_viscosity(keyed.phases[0]), 50);
}

}  // namespace weir
