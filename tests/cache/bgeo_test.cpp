// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The files here are put together byte by byte after Partio's conventions, without our writer.

#include "cache/bgeo.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <bit>
#include <limits>

#include "cache/byte_source.h"
#include "cache_testing.h"

namespace weir::cache {

// Big-endian bytes, one call a value.
class Bytes {
 public:
  Bytes& text(const std::string& t) { return bytes_ += t, *this; }
  Bytes& u16(unsigned v) { return byte(v >> 8).byte(v); }
  Bytes& i32(int64_t v) {
    for (const int shift : {24, 16, 8, 0}) byte(static_cast<unsigned>(static_cast<uint32_t>(v) >> shift));
    return *this;
  }
  Bytes& f32(float v) { return i32(std::bit_cast<int32_t>(v)); }
  Bytes& byte(unsigned v) { return bytes_ += static_cast<char>(v & 255), *this; }
  Bytes& name(const std::string& t) { return u16(static_cast<unsigned>(t.size())).text(t); }
  // Points and their attributes; Partio writes no primitives and no groups.
  Bytes& header(int64_t points, int64_t attributes, int64_t details = 0) {
    text("BgeoV").i32(5).i32(points).i32(0).i32(0).i32(0).i32(attributes).i32(0).i32(0);
    return i32(details);
  }
  Bytes& attribute(const std::string& n, unsigned size, int type) {
    name(n).u16(size).i32(type);
    for (unsigned i = 0; i < size; ++i) i32(0);
    return *this;
  }
  Bytes& end() { return byte(0x00).byte(0xff); }
  const std::string& str() const { return bytes_; }

 private:
  std::string bytes_;
};

namespace {

// zlib's own gzip writer, not ours.
void dump_gzip(const std::filesystem::path& path, const std::string& bytes) {
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
  gzclose(file);
}

// As SPlisHSPlasH writes with "velocity;density" chosen, plus a detail attribute.
std::string splish_file() {
  Bytes b;
  b.header(2, 3, 1).attribute("id", 1, 1).attribute("velocity", 3, 5).attribute("density", 1, 0);
  b.f32(1).f32(2).f32(3).f32(1).i32(9).f32(-1).f32(0.5f).f32(4).f32(1000);
  b.f32(-4).f32(5).f32(6).f32(1).i32(4).f32(7).f32(8).f32(9).f32(998);
  b.attribute("time", 1, 0).f32(0.25f);
  return b.end().str();
}

void expect_splish(const Particles& p) {
  EXPECT_EQ(p.id, (std::vector<uint64_t>{4, 9}));
  EXPECT_EQ(p.position, (std::vector<Vec3f>{{-4, 5, 6}, {1, 2, 3}}));
  EXPECT_EQ(p.velocity, (std::vector<Vec3f>{{7, 8, 9}, {-1, 0.5f, 4}}));
  EXPECT_EQ(p.mass, (std::vector<float>{0, 0}));
  EXPECT_EQ(p.validate(), "");
}

}  // namespace

TEST(Bgeo, ReadsWhatSplishsplashWritesGzipdOrPlain) {
  const TempFolder folder;
  dump(folder / "a.bgeo", splish_file());
  expect_splish(read_bgeo(folder / "a.bgeo"));
  dump_gzip(folder / "b.bgeo", splish_file());
  expect_splish(read_bgeo(folder / "b.bgeo"));
}

TEST(Bgeo, ReadsHoudinisNamesAndPassesOverTheRest) {
  const TempFolder folder;
  Bytes b;
  b.header(1, 6).attribute("v", 3, 5);
  b.name("material").u16(1).i32(4).i32(2).name("water").name("foam");
  b.attribute("Cd", 3, 0).attribute("mass", 1, 0).attribute("phase", 1, 1).attribute("v_wide", 4, 0);
  b.f32(0.1f).f32(0.2f).f32(0.3f).f32(1).f32(1).f32(2).f32(3).i32(1).f32(9).f32(9).f32(9).f32(0.125f).i32(7);
  b.f32(0).f32(0).f32(0).f32(0).end();
  dump(folder / "a.bgeo", b.str());
  const Particles p = read_bgeo(folder / "a.bgeo");
  ASSERT_EQ(p.size(), 1u);
  EXPECT_EQ(p.position[0], (Vec3f{0.1f, 0.2f, 0.3f}));
  EXPECT_EQ(p.velocity[0], (Vec3f{1, 2, 3}));
  EXPECT_EQ(p.mass[0], 0.125f);
  EXPECT_EQ(p.phase[0], 7);
  EXPECT_EQ(p.id[0], 0u);
}

TEST(Bgeo, IdsAreUnsigned) {
  const TempFolder folder;
  Bytes b;
  b.header(1, 1).attribute("id", 1, 1).f32(0).f32(0).f32(0).f32(1).i32(-2).end();
  dump(folder / "a.bgeo", b.str());
  EXPECT_EQ(read_bgeo(folder / "a.bgeo").id[0], 0xfffffffeu);
}

TEST(Bgeo, WritesExactlyTheseBytes) {
  const TempFolder folder;
  Particles p;
  p.resize(1);
  p.position[0] = {1, -2, 3};
  p.velocity[0] = {4, 5, 6};
  p.id[0] = 70000;
  p.mass[0] = 0.5f;
  p.phase[0] = 2;
  write_bgeo(folder / "a.bgeo", p);
  Bytes b;
  b.header(1, 5).attribute("v", 3, 5).attribute("id", 1, 1).attribute("mass", 1, 0).attribute("phase", 1, 1);
  b.attribute("temporary", 1, 1);
  b.f32(1).f32(-2).f32(3).f32(1).f32(4).f32(5).f32(6).i32(70000).f32(0.5f).i32(2).i32(0).end();
  EXPECT_EQ(read_file(folder / "a.bgeo"), b.str());
}

TEST(Bgeo, GivesBackEveryBit) {
  const TempFolder folder;
  for (const size_t count : {0, 1, 2, 100, 40000}) {
    for (const bool packed : {false, true}) {
      Particles p = some_particles(count, count + packed);
      if (packed && count > 0) p.id.back() = std::numeric_limits<uint64_t>::max();
      write_bgeo(folder / "a.bgeo", p, packed);
      EXPECT_TRUE(same_bits(read_bgeo(folder / "a.bgeo"), p)) << count;
    }
  }
}

TEST(Bgeo, PackedIsGzipAndAlwaysTheSame) {
  const TempFolder folder;
  const Particles p = some_particles(5000);
  write_bgeo(folder / "a.bgeo", p);
  write_bgeo(folder / "a.bgeo.gz", p, true);
  write_bgeo(folder / "b.bgeo.gz", p, true);
  EXPECT_EQ(read_file(folder / "a.bgeo.gz"), read_file(folder / "b.bgeo.gz"));
  const std::string plain = read_file(folder / "a.bgeo");
  std::string unpacked(plain.size() + 1, '\0');
  gzFile file = gzopen((folder / "a.bgeo.gz").c_str(), "rb");
  EXPECT_EQ(gzread(file, unpacked.data(), static_cast<unsigned>(unpacked.size())), static_cast<int>(plain.size()));
  gzclose(file);
  unpacked.pop_back();
  EXPECT_EQ(unpacked, plain);
}

TEST(Bgeo, AbsurdFilesAreRefused) {
  const TempFolder folder;
  const std::filesystem::path file = folder / "a.bgeo";
  const auto expect = [&](const std::string& what, const std::string& bytes) {
    dump(file, bytes);
    expect_refused(file, what, [&] { read_bgeo(file); });
  };
  expect("cut short", "");
  expect("does not begin as a .bgeo file", "hello, world");
  expect("save it as .bhclassic", "\x7fNSJb and so on");
  expect("version 6", Bytes().text("BgeoV").i32(6).str());
  expect("2147483647 points", Bytes().header(0x7fffffff, 0).str());
  expect("-5 points", Bytes().header(-5, 0).str());
  expect("cut short", Bytes().header(1000, 0).f32(1).str());
  expect("-1 attributes", Bytes().header(1, -1).str());
  expect("1000000000 attributes", Bytes().header(1, 1000000000).str());
  expect("cut short", Bytes().header(1, 1).u16(65535).text("v").str());
  expect("cut short", Bytes().header(1, 1).name("s").u16(1).i32(4).i32(0x7fffffff).name("a").str());
  expect("unknown type 2", Bytes().header(1, 1).attribute("s", 1, 2).str());
  expect("phase 256", Bytes().header(1, 1).attribute("phase", 1, 1).f32(0).f32(0).f32(0).f32(1).i32(256).str());
  expect("position of particle 0", Bytes().header(1, 0).f32(std::nanf("")).f32(0).f32(0).f32(1).end().str());
  expect("the id 3 occurs twice", Bytes()
                                      .header(2, 1)
                                      .attribute("id", 1, 1)
                                      .f32(0)
                                      .f32(0)
                                      .f32(0)
                                      .f32(1)
                                      .i32(3)
                                      .f32(0)
                                      .f32(0)
                                      .f32(0)
                                      .f32(1)
                                      .i32(3)
                                      .str());
  // A few kilobytes that unpack to many times as much.
  dump_gzip(file, Bytes().header(0x7fffffff, 0).str() + std::string(10000000, '\0'));
  expect_refused(file, "2147483647 points", [&] { read_bgeo(file); });
}

TEST(Bgeo, DamageToAPackedFileIsAlwaysNoticed) {
  const TempFolder folder;
  const std::filesystem::path file = folder / "a.bgeo.gz";
  const Particles p = some_particles(20);
  write_bgeo(file, p, true);
  const std::string whole = read_file(file);
  int refused = 0;
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    dump(file, damaged);
    try {
      // A few bits of gzip mean nothing, such as a date in its header.
      EXPECT_TRUE(same_bits(read_bgeo(file), p)) << at;
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, static_cast<int>(whole.size()) - 30);
}

TEST(Bgeo, DamageNeverEndsTheProgram) {
  const TempFolder folder;
  const std::filesystem::path file = folder / "a.bgeo";
  for (const bool packed : {false, true}) {
    write_bgeo(file, some_particles(30), packed);
    const std::string bytes = read_file(file);
    EXPECT_GT(count_refused(bytes, file, 500, 7, [&] { read_bgeo(file); }), static_cast<int>(bytes.size() / 7));
  }
}

TEST(Bgeo, WhatIsNotFiniteIsNotWritten) {
  const TempFolder folder;
  Particles p = some_particles(5);
  p.velocity[2].z = std::numeric_limits<float>::infinity();
  EXPECT_THROW(write_bgeo(folder / "a.bgeo", p), RunError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace weir::cache
