// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/followed_sequence.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "cache_testing.h"

namespace weir::cache {

namespace {

constexpr float kSpacing = 0.03f;
constexpr double kRate = 24;

// Particle i at frame t, and its velocity.
struct State {
  Vec3f position, velocity;
};
using Motion = State (*)(size_t i, float seconds);

// A block of 12 x 12 x 12 particles, not quite a lattice.
constexpr size_t kCount = 12 * 12 * 12;
Vec3f start(size_t i) {
  const Vec3f cell{static_cast<float>(i % 12), static_cast<float>(i / 12 % 12), static_cast<float>(i / 144)};
  return (cell + Random(7).unit_vec3(i) * 0.5f) * kSpacing;
}

State falling(size_t i, float t) { return {start(i) + Vec3f{0, -3 * t - 4.905f * t * t, 0}, {0, -3 - 9.81f * t, 0}}; }
State turning_at(size_t i, float t, float rate) {
  const Vec3f arm = start(i) - Vec3f{0.2f, 0.2f, 0};
  const float c = std::cos(rate * t), s = std::sin(rate * t);
  const Vec3f now{arm.x * c - arm.y * s, arm.x * s + arm.y * c, arm.z};
  return {now + Vec3f{0.2f, 0.2f, 0}, Vec3f{-now.y, now.x, 0} * rate};
}
State turning_slowly(size_t i, float t) { return turning_at(i, t, 1); }
State turning_fast(size_t i, float t) { return turning_at(i, t, 12); }  // 3 m/s at the rim
State spray(size_t i, float t) {
  const Vec3f velocity = (Random(3).unit_vec3(i) - Vec3f{0.5f, 0.5f, 0.5f}) * 4.0f;
  return {start(i) * 4.0f + velocity * t, velocity};
}

using Order = std::vector<uint32_t>;
Order as_they_are(int) {
  Order order(kCount);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}
Order shuffled(int frame) {
  Order order = as_they_are(frame);
  const Random random(static_cast<uint64_t>(frame));
  for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i, i)]);
  return order;
}

class FollowedSequenceTest : public ::testing::Test {
 protected:
  // Files of another program: no ids. `mass` says which is which, for the tests alone.
  ParticleSequence files(Motion motion, Order (*order)(int), bool velocities = false, int frames = 5) {
    for (int frame = 1; frame <= frames; ++frame) {
      Particles p;
      for (const uint32_t i : order(frame)) {
        const State state = motion(i, static_cast<float>((frame - 1) / kRate));
        p.push_back(
            {.position = state.position, .velocity = velocities ? state.velocity : Vec3f{}, .mass = name_of(i)});
      }
      write_particles(folder_ / fmt::format("p_{}.ply", frame), p, kSpacing, Precision::exact, Ids::left_out);
    }
    return ParticleSequence(folder_ / "p_#.ply");
  }
  static float name_of(size_t i) { return static_cast<float>(i + 1); }

  // The largest error of a derived velocity, m/s.
  static float worst(const FollowedSequence& followed, Motion motion, int frame) {
    Particles p = followed.read(frame);
    followed.add_velocities(p, frame);
    float error = 0;
    for (size_t n = 0; n < p.size(); ++n) {
      const auto i = static_cast<size_t>(p.mass[n]) - 1;
      error = std::max(error, length(p.velocity[n] - motion(i, static_cast<float>((frame - 1) / kRate)).velocity));
    }
    return error;
  }
  // The share of particles that have another id in frame b than in frame a.
  static double renamed(const FollowedSequence& followed, int a, int b) {
    std::vector<uint64_t> ids(kCount + 1);
    const Particles first = followed.read(a), second = followed.read(b);
    for (size_t n = 0; n < first.size(); ++n) ids[static_cast<size_t>(first.mass[n])] = first.id[n];
    size_t other = 0;
    for (size_t n = 0; n < second.size(); ++n) other += ids[static_cast<size_t>(second.mass[n])] != second.id[n];
    return static_cast<double>(other) / static_cast<double>(second.size());
  }
  TempFolder folder_;
};

}  // namespace

TEST_F(FollowedSequenceTest, ASteadyOrderCountsHoweverFastItGoes) {
  for (const Motion motion : {falling, turning_slowly, turning_fast, spray}) {
    const ParticleSequence sequence = files(motion, as_they_are);
    const FollowedSequence followed(sequence, sequence.frames(), kRate);
    ASSERT_TRUE(followed.certain());
    for (const int frame : sequence.frames()) {
      EXPECT_TRUE(same_bits(followed.read(frame), sequence.read(frame)));
    }
    EXPECT_LT(worst(followed, motion, 3), 0.2f);
  }
}

TEST_F(FollowedSequenceTest, ParticlesInAnotherOrderAreFollowedByTheirMotion) {
  for (const Motion motion : {falling, turning_slowly}) {
    const ParticleSequence sequence = files(motion, shuffled);
    const FollowedSequence followed(sequence, sequence.frames(), kRate);
    ASSERT_TRUE(followed.certain());
    EXPECT_EQ(renamed(followed, 1, 5), 0);
    EXPECT_LT(worst(followed, motion, 3), 0.01f);
    EXPECT_TRUE(followed.read(4).validate().empty());
  }
}

TEST_F(FollowedSequenceTest, MotionTooFastToFollowIsRefused) {
  for (const Motion motion : {turning_fast, spray}) {
    const ParticleSequence sequence = files(motion, shuffled);
    const FollowedSequence followed(sequence, sequence.frames(), kRate);
    EXPECT_FALSE(followed.certain());
    expect_refused(folder_ / "p_2.ply", "no ids, and neither their order nor their motion tells which is which",
                   [&] { followed.require_certain(); });
    expect_refused(folder_ / "p_2.ply", "export the sequence with ids or velocities",
                   [&] { followed.require_certain(); });
  }
}

TEST_F(FollowedSequenceTest, VelocitiesInTheFilesTellWhatIsTooFastOtherwise) {
  for (const Motion motion : {falling, turning_fast, spray}) {
    const ParticleSequence sequence = files(motion, shuffled, /*velocities=*/true);
    const FollowedSequence followed(sequence, sequence.frames(), kRate);
    ASSERT_TRUE(followed.certain());
    EXPECT_LT(renamed(followed, 1, 5), 0.02);
  }
}

TEST_F(FollowedSequenceTest, AnIndexThatAnotherParticleTookIsNotBelieved) {
  // The first particle goes, and the last one is put in its place.
  const auto swapped = [](int frame) {
    Order order = as_they_are(frame);
    if (frame < 3) return order;
    order.front() = order.back();
    order.pop_back();
    return order;
  };
  const ParticleSequence sequence = files(falling, swapped);
  const FollowedSequence followed(sequence, sequence.frames(), kRate);
  ASSERT_TRUE(followed.certain());
  EXPECT_LT(worst(followed, falling, 2), 0.5f);
  EXPECT_LT(worst(followed, falling, 3), 0.5f);
  EXPECT_LT(renamed(followed, 1, 5), 0.001);
}

TEST_F(FollowedSequenceTest, NewParticlesGetNewIds) {
  const auto growing = [](int frame) {
    Order order = as_they_are(frame);
    order.resize(kCount - static_cast<size_t>(144 * (5 - frame)));
    return order;
  };
  const ParticleSequence sequence = files(turning_slowly, growing);
  const FollowedSequence followed(sequence, sequence.frames(), kRate);
  ASSERT_TRUE(followed.certain());
  EXPECT_TRUE(same_bits(followed.read(5), sequence.read(5)));
  EXPECT_LT(worst(followed, turning_slowly, 4), 0.05f);
}

TEST_F(FollowedSequenceTest, FilesWithAndWithoutIdsAreNoSequence) {
  const ParticleSequence sequence = files(falling, as_they_are);
  write_particles(folder_ / "p_3.ply", some_particles(20), kSpacing, Precision::exact);
  expect_refused(folder_ / "p_3.ply", "has ids, but p_1.ply of the same sequence has none",
                 [&] { FollowedSequence(sequence, sequence.frames(), kRate); });
}

TEST_F(FollowedSequenceTest, IdsLeftOutAreKnownToBeMissing) {
  const Particles p = some_particles(50);
  for (const char* name : {"a.vdb", "a.bgeo", "a.bgeo.gz", "a.ply"}) {
    for (const Ids ids : {Ids::written, Ids::left_out}) {
      write_particles(folder_ / name, p, 0.01f, Precision::exact, ids);
      bool has_ids = ids == Ids::left_out;
      const Particles back = read_particles(folder_ / name, &has_ids);
      EXPECT_EQ(has_ids, ids == Ids::written) << name;
      EXPECT_EQ(back.size(), p.size());
      EXPECT_TRUE(ids == Ids::left_out || same_bits(back, p)) << name;
    }
  }
}

}  // namespace weir::cache
