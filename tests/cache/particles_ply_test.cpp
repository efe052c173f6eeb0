// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/particles_ply.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "cache_testing.h"

namespace weir::cache {

namespace {

Particles read_text(const std::string& text) {
  const TempFolder folder;
  dump(folder / "a.ply", text);
  return read_particles_ply(folder / "a.ply");
}

std::string problem_in(const std::string& text) {
  return refusal([&] { read_text(text); });
}

const std::string kAscii =
    "ply\r\nformat ascii 1.0\ncomment made by hand\nobj_info none\n"
    "element face 2\nproperty list uchar int vertex_indices\nproperty float area\n"
    "element vertex 3\nproperty double z\nproperty float32 x\nproperty list uint8 float weights\nproperty int id\n"
    "property float y\nproperty float vz\nproperty float vx\nproperty float vy\nproperty uchar phase\n"
    "property float nx\nproperty float mass\n"
    "element edge 1\nproperty int a\nend_header\n"
    "3 0 1 2 0.5\n4 0 1 2 0 1e3\n"
    "3 1 2 0.5 0.5 30 2 6 4 5 1 0 0.25\n-3 -1 0 10 -2 +9 7 8 0 0 1e-3\n0 0 1 0.5 20 0 0 0 0 2 0 0\n7\n";

}  // namespace

TEST(ParticlesPly, ReadsTextWithPropertiesInAnyOrder) {
  const Particles p = read_text(kAscii);
  EXPECT_EQ(p.id, (std::vector<uint64_t>{10, 20, 30}));
  EXPECT_EQ(p.position, (std::vector<Vec3f>{{-1, -2, -3}, {0, 0, 0}, {1, 2, 3}}));
  EXPECT_EQ(p.velocity, (std::vector<Vec3f>{{7, 8, 9}, {0, 0, 0}, {4, 5, 6}}));
  EXPECT_EQ(p.mass, (std::vector<float>{1e-3f, 0, 0.25f}));
  EXPECT_EQ(p.phase, (std::vector<uint8_t>{0, 2, 1}));
}

namespace {

template <class T>
void put(std::string& to, T value, bool big) {
  std::string bytes(reinterpret_cast<const char*>(&value), sizeof(T));
  if (big) std::reverse(bytes.begin(), bytes.end());
  to += bytes;
}

std::string binary_file(bool big) {
  std::string b =
      std::string("ply\nformat binary_") + (big ? "big" : "little") +
      "_endian 1.0\nelement thing 1\nproperty list ushort double values\nproperty char c\n"
      "element vertex 2\nproperty short x\nproperty uint y\nproperty double z\nproperty list uchar int more\n"
      "property ushort id\nproperty int8 phase\nend_header\n";
  put(b, uint16_t{2}, big), put(b, 1.5, big), put(b, 2.5, big), put(b, int8_t{-1}, big);
  put(b, int16_t{-300}, big), put(b, 4000000000u, big), put(b, 0.1, big);
  put(b, uint8_t{1}, big), put(b, int32_t{77}, big), put(b, uint16_t{500}, big), put(b, int8_t{5}, big);
  put(b, int16_t{12}, big), put(b, 1u, big), put(b, -7.0, big);
  put(b, uint8_t{0}, big), put(b, uint16_t{400}, big), put(b, int8_t{0}, big);
  return b;
}

}  // namespace

TEST(ParticlesPly, ReadsBinaryOfBothByteOrdersAndEveryType) {
  for (const bool big : {false, true}) {
    const Particles p = read_text(binary_file(big));
    EXPECT_EQ(p.id, (std::vector<uint64_t>{400, 500}));
    EXPECT_EQ(p.position, (std::vector<Vec3f>{{12, 1, -7}, {-300, 4e9f, 0.1f}}));
    EXPECT_EQ(p.phase, (std::vector<uint8_t>{0, 5}));
    EXPECT_EQ(p.velocity[0], Vec3f{});
  }
}

TEST(ParticlesPly, PositionsAloneAreEnough) {
  const Particles p = read_text(
      "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
      "1 2 3 4 5 6");
  EXPECT_EQ(p.position, (std::vector<Vec3f>{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(p.id, (std::vector<uint64_t>{0, 1}));
}

TEST(ParticlesPly, GivesBackEveryBit) {
  const TempFolder folder;
  for (const size_t count : {0, 1, 2, 100, 40000}) {
    Particles p = some_particles(count, count);
    write_particles_ply(folder / "a.ply", p);
    EXPECT_TRUE(same_bits(read_particles_ply(folder / "a.ply"), p)) << count;
    if (count == 0) continue;
    p.id.back() = std::numeric_limits<uint64_t>::max();
    write_particles_ply(folder / "a.ply", p);
    EXPECT_TRUE(same_bits(read_particles_ply(folder / "a.ply"), p)) << count;
  }
}

TEST(ParticlesPly, AbsurdFilesAreRefused) {
  const std::string head = "ply\nformat ascii 1.0\n", binary = "ply\nformat binary_little_endian 1.0\n";
  const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
  const auto expect = [](const std::string& what, const std::string& text) {
    const std::string problem = problem_in(text);
    EXPECT_NE(problem.find(what), std::string::npos) << "'" << what << "' not in: " << problem;
    EXPECT_NE(problem.find("a.ply"), std::string::npos) << problem;
  };
  expect("is not a PLY file", "");
  expect("is not a PLY file", "hello\n");
  expect("header does not end", "ply\n");
  expect("header does not end", "ply\nformat ascii 1.0\nelement vertex 3");
  expect("no format", "ply\nend_header\n");
  expect("format is none", "ply\nformat binary 1.0\nend_header\n");
  expect("begins with 'wobble'", head + "wobble\nend_header\n");
  expect("no element called vertex", head + "end_header\n");
  expect("makes no sense", head + "property float x\nend_header\n");
  expect("type that is not known", head + "element vertex 1\nproperty quad x\nend_header\n");
  expect("type that is not known", head + "element vertex 1\nproperty list float int x\nend_header\n");
  expect("the number of 'vertex'", head + "element vertex -4\n" + xyz + "end_header\n");
  expect("the number of 'vertex'", head + "element vertex 99999999999999999999999\n" + xyz + "end_header\n");
  expect("no z", head + "element vertex 1\nproperty float x\nproperty float y\nend_header\n1 2\n");
  expect("cut short", head + "element vertex 4000000000\n" + xyz + "end_header\n1 2 3\n");
  expect("cut short", binary + "element vertex 4000000000\n" + xyz + "end_header\n0123456789ab");
  expect("cut short", binary + "element junk 18446744073709551615\nproperty char a\nelement vertex 1\n" + xyz +
                          "end_header\n0123456789ab");
  expect("cut short", binary + "element vertex 1\n" + xyz + "property list uint double l\nend_header\n0123456789ab" +
                          std::string(4, '\xff'));
  expect("'one' is not a number", head + "element vertex 1\n" + xyz + "end_header\none 2 3\n");
  expect("position of particle 0", head + "element vertex 1\n" + xyz + "end_header\nnan 2 3\n");
  expect("position of particle 0", head + "element vertex 1\n" + xyz + "end_header\n1e300 2 3\n");
  expect("the id -1", head + "element vertex 1\n" + xyz + "property int id\nend_header\n1 2 3 -1\n");
  expect("the id 0.5", head + "element vertex 1\n" + xyz + "property float id\nend_header\n1 2 3 0.5\n");
  expect("the id 4 occurs twice", head + "element vertex 2\n" + xyz + "property int id\nend_header\n1 2 3 4 1 2 3 4\n");
  // Elements without properties take no bytes, however many there are.
  EXPECT_EQ(
      read_text(head + "element junk 18446744073709551615\nelement vertex 1\n" + xyz + "end_header\n1 2 3").size(), 1u);
}

TEST(ParticlesPly, DamageNeverEndsTheProgram) {
  const TempFolder folder;
  const std::filesystem::path file = folder / "a.ply";
  write_particles_ply(file, some_particles(30));
  for (const std::string& bytes : {kAscii, binary_file(false), binary_file(true), read_file(file)}) {
    EXPECT_GT(count_refused(bytes, file, 400, 3, [&] { read_particles_ply(file); }),
              static_cast<int>(bytes.size() / 8));
  }
}

TEST(ParticlesPly, WhatIsNotFiniteIsNotWritten) {
  const TempFolder folder;
  Particles p = some_particles(5);
  p.mass[2] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(write_particles_ply(folder / "a.ply", p), RunError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace weir::cache
