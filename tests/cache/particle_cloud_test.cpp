// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is read for drawing is what is read of the whole file, in another order.

#include "cache/particle_cloud.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/files.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/cache/sequence.h"

namespace weir::cache {
namespace {

Particles some_particles(size_t count) {
  Particles p;
  p.carry(std::make_shared<const CarriedKinds>(CarriedKinds{.heat = true, .thickness = false, .colour = true}));
  p.resize(count);
  std::mt19937 random(7);
  std::uniform_real_distribution<float> number(-1, 1);
  for (size_t i = 0; i < count; ++i) {
    p.position[i] = {number(random), number(random), number(random)};
    p.velocity[i] = {number(random), 0, number(random)};
    p.id[i] = (i * 7919) % 100003;
    p.mass[i] = 0.5f + number(random) / 4;
    p.phase[i] = static_cast<uint8_t>(i % 3);
    p.temporary[i] = i % 5 == 0;
    p.heat[i] = 20 + number(random);
    p.colour[i] = {0.25f, 0.5f, number(random)};
  }
  return p;
}

using Row = std::array<float, 4>;

template <class Value>
std::vector<Row> rows(const std::vector<Vec3f>& position, const Value& value) {
  std::vector<Row> all;
  for (size_t i = 0; i < position.size(); ++i) {
    // A length may be rounded in another way.
    all.push_back({position[i].x, position[i].y, position[i].z, std::round(value(i) * 1e4f)});
  }
  std::sort(all.begin(), all.end());
  return all;
}

class ParticleCloudOf : public ::testing::TestWithParam<std::string> {};

TEST_P(ParticleCloudOf, HoldsWhatTheFileHolds) {
  const TempFolder folder;
  const std::filesystem::path file = folder / ("0001" + GetParam());
  const Vec3d origin{0.5, 0, -2};
  write_particles(file, some_particles(20000), 0.05f, Precision::compact, Ids::written, {});
  const Particles p = read_particles(file, nullptr, origin);
  const auto expect = [&](const char* by, const auto& value) {
    const ParticleCloud cloud = read_particle_cloud(file, by, origin);
    ASSERT_EQ(cloud.value.size(), p.size()) << by;
    EXPECT_EQ(rows(cloud.position, [&](size_t i) { return cloud.value[i]; }), rows(p.position, value)) << by;
  };
  expect("speed", [&](size_t i) { return length(p.velocity[i]); });
  expect("phase", [&](size_t i) { return static_cast<float>(p.phase[i]); });
  expect("role", [&](size_t i) { return static_cast<float>(p.temporary[i]); });
  expect("mass", [&](size_t i) { return p.mass[i]; });
  expect("heat", [&](size_t i) { return p.heat[i]; });
  const ParticleCloud paint = read_particle_cloud(file, "paint", origin);
  EXPECT_EQ(rows(paint.position, [&](size_t i) { return paint.colour[i].z; }),
            rows(p.position, [&](size_t i) { return p.colour[i].z; }));
}

INSTANTIATE_TEST_SUITE_P(Formats, ParticleCloudOf, ::testing::Values(".vdb", ".ply"),
                         [](const auto& test) { return test.param.substr(1); });

std::string refusal_of(const std::filesystem::path& file, const std::string& by) {
  try {
    read_particle_cloud(file, by);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ParticleCloud, SaysWhatTheFileDoesNotHold) {
  const TempFolder folder;
  Particles p = some_particles(100);
  p.carry(nullptr);
  write_particles(folder / "0001.vdb", p, 0.05f);
  EXPECT_NE(refusal_of(folder / "0001.vdb", "heat").find("its particles have no heat; they have speed, phase"),
            std::string::npos)
      << refusal_of(folder / "0001.vdb", "heat");
  EXPECT_NE(refusal_of(folder / "0002.vdb", "speed"), "");
}

TEST(ParticleCloud, ADamagedFileIsRefused) {
  const TempFolder folder;
  write_particles(folder / "0001.vdb", some_particles(1000), 0.05f);
  std::string bytes = read_file(folder / "0001.vdb");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] + 1);
  write_file(folder / "0001.vdb", bytes);
  EXPECT_NE(refusal_of(folder / "0001.vdb", "speed").find("is damaged"), std::string::npos);
  write_file(folder / "0001.vdb", std::string_view(bytes).substr(0, bytes.size() / 3));
  EXPECT_NE(refusal_of(folder / "0001.vdb", "speed"), "");
}

TEST(ParticleCloud, OfNoParticlesIsEmpty) {
  const TempFolder folder;
  write_particles(folder / "0001.vdb", Particles{}, 0.05f);
  EXPECT_TRUE(read_particle_cloud(folder / "0001.vdb", "speed").position.empty());
}

}  // namespace
}  // namespace weir::cache
