// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles between two frames: exact where the motion is a cubic, and none appear or vanish all at once.

#include "retime/particles_between.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "weir/base/parallel.h"

namespace weir::retime {

static const Leaves kNobody = [](std::span<const Vec3f>, std::span<uint8_t>) {};

static Particles at_time(double time, const Vec3d& acceleration) {
  const Random random(3);
  Particles p;
  p.resize(500);
  for (size_t i = 0; i < p.size(); ++i) {
    const Vec3d start(random.unit_vec3(i)), velocity(random.unit_vec3(i, 1));
    p.position[i] = static_cast<Vec3f>(start + velocity * time + acceleration * (0.5 * time * time));
    p.velocity[i] = static_cast<Vec3f>(velocity + acceleration * time);
    p.id[i] = 2 * i + 5;
    p.mass[i] = 1;
  }
  return p;
}

static Particles between(const Particles& a, const Particles& b, double seconds, double t,
                         const Leaves& leaves = kNobody) {
  return particles_between(a, b, pair_up(a, b), {seconds, t}, leaves).particles;
}

TEST(ParticlesBetween, ConstantAccelerationIsExact) {
  const Vec3d gravity{0.5, -9.81, 1};
  constexpr double kSeconds = 0.2;
  const Particles a = at_time(0, gravity), b = at_time(kSeconds, gravity);
  for (const double t : {0.1, 0.5, 0.75}) {
    const Particles exact = at_time(t * kSeconds, gravity), p = between(a, b, kSeconds, t);
    ASSERT_EQ(p.id, exact.id);
    for (size_t i = 0; i < p.size(); ++i) {
      EXPECT_LT(length(p.position[i] - exact.position[i]), 1e-6f);
      EXPECT_LT(length(p.velocity[i] - exact.velocity[i]), 2e-5f);
    }
  }
}

TEST(ParticlesBetween, PathsGoOnSmoothlyThroughFrames) {
  Particles a = at_time(0, {}), b = at_time(0.1, {}), c = at_time(0.2, {});
  for (size_t i = 0; i < b.size(); ++i) b.velocity[i] += Vec3f{0, 1, 0};
  const Particles before = between(a, b, 0.1, 0.999), after = between(b, c, 0.1, 0.001);
  for (size_t i = 0; i < b.size(); ++i) {
    EXPECT_LT(length(before.position[i] - after.position[i]), 1e-3f);
    EXPECT_LT(length(before.velocity[i] - after.velocity[i]), 0.03f);
  }
}

TEST(ParticlesBetween, CarriedValuesAreBlendedAndPhasesAreNot) {
  Particles a, b;
  a.resize(2);
  a.id = {0, 1};
  a.mass = {1, 2};
  a.carry(std::make_shared<CarriedKinds>(CarriedKinds{.heat = true, .colour = true}));
  a.heat = {20, 20};
  b = a;
  b.heat = {40, 20};
  b.colour = {{1, 0, 0}, {0, 0, 0}};
  b.phase = {1, 0};
  b.temporary = {0, 1};
  const Particles p = between(a, b, 1, 0.25), later = between(a, b, 1, 0.75);
  EXPECT_EQ(p.heat, (std::vector<float>{25, 20}));
  EXPECT_EQ(p.colour[0], (Vec3f{0.25f, 0, 0}));
  EXPECT_EQ(p.mass, a.mass);
  EXPECT_EQ(p.phase, a.phase);
  EXPECT_EQ(later.phase, b.phase);
  EXPECT_EQ(later.temporary, b.temporary);
}

// What an emitter lets out comes one after the other, and only as far as it has got.
TEST(ParticlesBetween, BornOnesComeInTheOrderOfTheirIds) {
  Particles none, b;
  b.resize(100);
  constexpr double kSeconds = 0.1;
  for (size_t i = 0; i < b.size(); ++i) {
    const double age = kSeconds * (1 - (static_cast<double>(i) + 0.5) / 100);
    b.velocity[i] = {2, 0, 0};
    b.position[i] = {static_cast<float>(2 * age), 0, 0};
    b.id[i] = 10 + i;
  }
  for (const double t : {0.0, 0.25, 0.5, 1.0}) {
    const Particles p = between(none, b, kSeconds, t);
    EXPECT_NEAR(static_cast<double>(p.size()), 100 * t, 1);
    for (const Vec3f& at : p.position) EXPECT_GE(at.x, -1e-6f);  // none is behind the emitter
    EXPECT_TRUE(std::is_sorted(p.id.begin(), p.id.end()));
  }
}

TEST(ParticlesBetween, GoneOnesGoWhereTheyLeaveOrOneByOne) {
  Particles a = at_time(0, {}), none;
  size_t before = a.size() + 1;
  for (const double t : {0.01, 0.3, 0.6, 0.9}) {
    const Particles p = between(a, none, 1, t);
    EXPECT_LT(p.size(), before);
    EXPECT_NEAR(static_cast<double>(p.size()), 500 * (1 - t), 60);
    before = p.size();
  }
  const Leaves beyond = [](std::span<const Vec3f> points, std::span<uint8_t> out) {
    for (size_t i = 0; i < points.size(); ++i) out[i] = points[i].x > 0.8f;
  };
  for (size_t i = 0; i < a.size(); ++i) a.velocity[i] = {1, 0, 0};
  const Particles p = between(a, none, 1, 0.3, beyond);
  EXPECT_EQ(p.size(), static_cast<size_t>(std::count_if(a.position.begin(), a.position.end(),
                                                        [](const Vec3f& x) { return x.x + 0.3f <= 0.8f; })));
}

TEST(ParticlesBetween, TheSameOnAnyNumberOfThreads) {
  const Particles a = at_time(0, {0, -9, 0});
  Particles b = at_time(0.1, {0, -9, 0});
  b.remove(std::vector<uint8_t>(b.size(), 0));
  Particles one, many;
  {
    const ThreadLimit limit(1);
    one = between(a, b, 0.1, 0.4);
  }
  many = between(a, b, 0.1, 0.4);
  EXPECT_EQ(one.position, many.position);
  EXPECT_EQ(one.velocity, many.velocity);
}

}  // namespace weir::retime
