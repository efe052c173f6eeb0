// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/cache/particles_vdb.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "cache/vdb_seal.h"
#include "cache_testing.h"
#include "weir/base/parallel.h"

namespace weir::cache {

namespace {

constexpr float kSpacing = 0.005f;

constexpr double kVoxel = 0x1p-7;  // the power of two nearest to two spacings

Particles round_trip(const Particles& p, Precision precision, float spacing = kSpacing) {
  const TempFolder folder;
  write_particles_vdb(folder / "a.vdb", p, spacing, precision);
  return read_particles_vdb(folder / "a.vdb");
}

}  // namespace

TEST(ParticlesVdb, CompactKeepsPositionsAndVelocitiesWithinTheirBounds) {
  Particles p = some_particles(5000);
  for (size_t i = 0; i < p.size(); ++i) p.velocity[i] *= std::exp2(static_cast<float>(i % 30) - 20);
  const Particles q = round_trip(p, Precision::compact);
  ASSERT_EQ(q.id, p.id);
  EXPECT_EQ(q.mass, p.mass);
  EXPECT_EQ(q.phase, p.phase);
  EXPECT_EQ(q.temporary, p.temporary);
  for (size_t i = 0; i < p.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const double x = p.position[i][axis], v = p.velocity[i][axis];
      // Half a step, and a little for its arithmetic in floats; the nearest float then adds half its last bit.
      EXPECT_LE(std::abs(q.position[i][axis] - x), 1.02 * kVoxel / 131070 + std::abs(x) * 0x1p-24);
      // Half floats have 11 bits, but no exponent below -14.
      EXPECT_LE(std::abs(q.velocity[i][axis] - v), std::max(std::abs(v) * 0x1p-11, 0x1p-25));
    }
  }
}

TEST(ParticlesVdb, CompactPositionsAreRoundedNotCutOff) {
  const Particles p = some_particles(20000), q = round_trip(p, Precision::compact);
  double sum = 0;
  for (size_t i = 0; i < p.size(); ++i) sum += double{q.position[i].x} - double{p.position[i].x};
  // Cutting off would be wrong by half a step of voxel / 65535 on average; rounding by next to nothing.
  EXPECT_LT(std::abs(sum / static_cast<double>(p.size())), 0.02 * kVoxel / 65535);
}

TEST(ParticlesVdb, CompactKeepsZeroOnEveryAxis) {
  for (const float spacing : {kSpacing, 1e-4f, 0.3f, 40.0f}) {
    Particles p = some_particles(3000);
    for (size_t i = 0; i < p.size(); ++i) {
      p.position[i] *= spacing / kSpacing;
      // Every set of axes at 0, all three among them; of both signs.
      for (int axis = 0; axis < 3; ++axis) {
        if (i >> axis & 1) p.position[i][axis] = i % 16 < 8 ? 0.0f : -0.0f;
      }
    }
    const Particles q = round_trip(p, Precision::compact, spacing);
    for (size_t i = 0; i < p.size(); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        const float x = p.position[i][axis], y = q.position[i][axis];
        if (x == 0) {
          EXPECT_EQ(std::bit_cast<uint32_t>(y), 0u) << y;
        }
        EXPECT_LE(std::abs(y - x), spacing / 30000);
        // Nothing crosses a floor or a mirror plane.
        EXPECT_GE(x * y, 0);
      }
    }
  }
}

TEST(ParticlesVdb, AFlatLiquidStaysFlat) {
  Particles p = some_particles(5000);
  for (Vec3f& x : p.position) x = {10 * x.x, 10 * x.y, 0};
  const Particles q = round_trip(p, Precision::compact);
  EXPECT_TRUE(std::all_of(q.position.begin(), q.position.end(), [](const Vec3f& x) { return x.z == 0; }));
}

TEST(ParticlesVdb, CompactIsAtItsBestOnTheBordersOfVoxels) {
  Particles p = some_particles(101);
  for (size_t i = 0; i < p.size(); ++i) {
    const double n = static_cast<double>(i) - 50;
    p.position[i] = {static_cast<float>(n * kVoxel), static_cast<float>(-3 * n * kVoxel), static_cast<float>(kVoxel)};
  }
  EXPECT_EQ(round_trip(p, Precision::compact).position, p.position);
}

TEST(ParticlesVdb, VelocitiesTooFastForHalfFloatsStayFinite) {
  Particles p = some_particles(10);
  p.velocity[3] = {1e6f, -2, 0};
  EXPECT_TRUE(same_bits(round_trip(p, Precision::compact).velocity, p.velocity));
}

TEST(ParticlesVdb, ExactGivesBackEveryBit) {
  EXPECT_TRUE(rc::check("any particles within a few kilometres", [] {
    Particles p = some_particles(*rc::gen::inRange<size_t>(0, 300), *rc::gen::arbitrary<uint64_t>());
    const float scale = std::exp2(static_cast<float>(*rc::gen::inRange(-20, 17)));
    for (size_t i = 0; i < p.size(); ++i) p.position[i] *= scale;
    RC_ASSERT(same_bits(round_trip(p, Precision::exact), p));
  }));
}

TEST(ParticlesVdb, ExactGivesBackEveryBitOfAnyFloat) {
  Particles p = some_particles(2000);
  const Random random(7);
  for (size_t i = 0; i < p.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const auto bits = random.bits(i, static_cast<uint32_t>(axis));
      p.position[i][axis] = std::bit_cast<float>(bits[0]);
      if (!std::isfinite(p.position[i][axis])) p.position[i][axis] = -0.0f;
      p.velocity[i][axis] = std::bit_cast<float>(bits[1] & 0xbfffffffu);
    }
  }
  const float largest = std::numeric_limits<float>::max(), smallest = std::numeric_limits<float>::denorm_min();
  p.position[0] = {0.0f, -0.0f, smallest};
  p.position[1] = {largest, -largest, -smallest};
  p.velocity[0] = {-0.0f, largest, -smallest};
  EXPECT_TRUE(same_bits(round_trip(p, Precision::exact), p));
  // Without far particles nothing is coarsened; zeros, signs and small numbers still come back.
  Particles near = some_particles(100);
  near.position[0] = {0.0f, -0.0f, smallest};
  near.position[1] = {-smallest, 1e-30f, -1e-20f};
  near.position[2] = {static_cast<float>(kVoxel / 2), static_cast<float>(-kVoxel / 2),
                      static_cast<float>(1.5 * kVoxel)};
  EXPECT_TRUE(same_bits(round_trip(near, Precision::exact), near));
  // Voxels above 1 m: the smallest numbers cannot be divided by them without loss.
  EXPECT_TRUE(same_bits(round_trip(near, Precision::exact, 3.0f), near));
}

TEST(ParticlesVdb, FarScatteredParticlesNeitherFillTheMemoryNorLosePositions) {
  Particles p = some_particles(20000);
  for (size_t i = 0; i < p.size(); ++i) p.position[i] *= 1e7f;
  EXPECT_TRUE(same_bits(round_trip(p, Precision::compact).position, p.position));
}

TEST(ParticlesVdb, AnEmptySetIsAFileToo) {
  EXPECT_EQ(round_trip({}, Precision::compact).size(), 0u);
  EXPECT_EQ(round_trip({}, Precision::exact).size(), 0u);
}

TEST(ParticlesVdb, ComesSortedByIdWhateverTheOrderWritten) {
  const Particles p = some_particles(500);
  Particles shuffled = p;
  for_each_array([](const char*, auto& array) { std::reverse(array.begin(), array.end()); }, shuffled);
  EXPECT_TRUE(same_bits(round_trip(shuffled, Precision::exact), p));
  const TempFolder folder;
  write_particles_vdb(folder / "a.vdb", p, kSpacing);
  write_particles_vdb(folder / "b.vdb", shuffled, kSpacing);
  EXPECT_EQ(read_file(folder / "a.vdb"), read_file(folder / "b.vdb"));
}

TEST(ParticlesVdb, IdsOfAllSixtyFourBits) {
  Particles p = some_particles(3);
  p.id = {7, uint64_t{1} << 40, std::numeric_limits<uint64_t>::max()};
  EXPECT_EQ(round_trip(p, Precision::compact).id, p.id);
}

TEST(ParticlesVdb, TheSameBytesInEveryRunForAnyNumberOfThreads) {
  const TempFolder folder;
  const Particles p = some_particles(100000);
  for (const Precision precision : {Precision::compact, Precision::exact}) {
    write_particles_vdb(folder / "all.vdb", p, kSpacing, precision);
    for (const int threads : {1, 2, 3}) {
      const ThreadLimit limit(threads);
      write_particles_vdb(folder / "some.vdb", p, kSpacing, precision);
      EXPECT_EQ(read_file(folder / "all.vdb"), read_file(folder / "some.vdb"));
      EXPECT_TRUE(same_bits(read_particles_vdb(folder / "some.vdb"), read_particles_vdb(folder / "all.vdb")));
    }
  }
}

TEST(ParticlesVdb, WhatIsNotFiniteIsNotWritten) {
  const TempFolder folder;
  const Particles good = some_particles(100);
  write_particles_vdb(folder / "a.vdb", good, kSpacing, Precision::exact);
  Particles bad = good;
  bad.position[40].y = std::numeric_limits<float>::quiet_NaN();
  try {
    write_particles_vdb(folder / "a.vdb", bad, kSpacing);
    FAIL() << "a NaN was written";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("particle 125"), std::string::npos) << error.what();
  }
  // The old file stands, and no other.
  EXPECT_TRUE(same_bits(read_particles_vdb(folder / "a.vdb"), good));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
  EXPECT_THROW(write_particles_vdb(folder / "a.vdb", good, 0.0f), RunError);
  EXPECT_THROW(write_particles_vdb(folder / "no folder" / "a.vdb", good, kSpacing), RunError);
}

TEST(ParticlesVdb, EveryDamagedByteIsNoticed) {
  const TempFolder folder;
  const std::filesystem::path file = folder / "0012.vdb";
  write_particles_vdb(file, some_particles(40), kSpacing);
  const std::string whole = read_file(file);
  ASSERT_EQ(check_vdb_seal(whole), VdbSeal::whole);
  const auto read = [&] { read_particles_vdb(file); };
  // Past the mark no change goes unnoticed.
  const Random random(5);
  for (uint64_t n = 0; n < 400; ++n) {
    const size_t at = 57 + random.below(whole.size() - 57, n);
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << n % 8));
    dump(file, damaged);
    expect_refused(file, "checksum does not match; delete it and simulate that frame again", read);
  }
  for (size_t size = 57; size < whole.size(); size += 1 + whole.size() / 200) {
    dump(file, whole.substr(0, size));
    expect_refused(file, "checksum", read);
  }
  dump(file, whole + "x");
  expect_refused(file, "checksum", read);
}

TEST(ParticlesVdb, FilesThatAreSomethingElseAreRefused) {
  const TempFolder folder;
  const std::filesystem::path file = folder / "a.vdb";
  const auto read = [&] { read_particles_vdb(file); };
  expect_refused(file, "no such file", read);
  for (const std::string& bytes :
       {std::string(), std::string("hello"), std::string(1000, '\0'), std::string(99, ' ')}) {
    dump(file, bytes);
    expect_refused(file, "not a VDB file", read);
  }
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);
  expect_refused(file, "folder", read);
}

}  // namespace weir::cache
