// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames of runs as the page gets them: particles, surfaces, smoke, measures; and what it is told of frames that are
// not there, or not sound.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/files.h"
#include "cache/run_record.h"
#include "packed_reader.h"
#include "refusal.h"
#include "studio/draw/measures.h"
#include "studio/draw/packed_surface.h"
#include "studio/draw/packed_volume.h"
#include "studio/draw/particle_frames.h"
#include "temp_folder.h"
#include "weir/cache/sequence.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/geometry/mesh/mesh_io.h"

namespace weir::studio {
namespace {

namespace fs = std::filesystem;

// A run as its files are, without a solver: a cube of particles that rises, faster from frame to frame.
class DrawFrames : public ::testing::Test {
 protected:
  void SetUp() override { begin(3); }

  void begin(int dimensions) {
    write_file(folder_ / "scene.json", fmt::format(R"({{"dimensions": {}, "frames": {{"last": 6}},
      "domain": {{"lower": [-1, -1, -1], "upper": [1, 1, 1]}}, "solver": {{"kind": "sph", "spacing": 0.05}},
      "liquids": [{{"shape": {{"kind": "box"}}}}]}})",
                                                   dimensions));
    const Scene scene = load_scene(folder_ / "scene.json");
    cache::RunFolder(run_).begin(cache::make_run_record(scene, 1, {}).text());
  }

  void add_frame(int frame, float speed) {
    Particles p;
    for (int i = 0; i < 10 * 10 * 10; ++i) {
      p.push_back({.position = {0.05f * static_cast<float>(i % 10), 0.05f * static_cast<float>(i / 10 % 10),
                                0.05f * static_cast<float>(i / 100)},
                   .velocity = {0, speed, 0},
                   .id = static_cast<uint64_t>(999 - i),
                   .mass = 0.125f});
    }
    cache::write_particles(cache::RunFolder(run_).particles(frame), p, 0.05f, Precision::exact);
  }

  PackedReader particles(int frame, const std::string& by = "speed", size_t limit = 0) {
    return PackedReader(*frames_.get({.run = run_, .frame = frame, .by = by, .limit = limit}));
  }

  TempFolder folder_;
  fs::path run_ = folder_ / "run";
  AllRunFacts facts_;
  Kept kept_{1 << 20};
  ParticleFrames frames_{facts_, kept_};
};

TEST_F(DrawFrames, ParticlesAreThereWithTheirSpeed) {
  add_frame(1, 1);
  const PackedReader packed = particles(1);
  EXPECT_EQ(packed.header["count"], 1000);
  EXPECT_EQ(packed.header["frame"], 1);
  EXPECT_EQ(packed.header["unit"], "m/s");
  EXPECT_EQ(packed.header["radius"], 0.025);
  EXPECT_EQ(packed.header["can"], Json::array({"speed"}));
  const auto points = packed.part<uint16_t>("points");
  ASSERT_EQ(points.size(), 4 * 1000);
  EXPECT_NEAR(points[3] / 65535.0 * packed.header["high"].get<double>(), 1, 1e-4);
  EXPECT_EQ(particles(1, "speed", 100).part<uint16_t>("points").size(), 4 * 100);
}

TEST_F(DrawFrames, AllFramesOfATakeHaveOneRangeOfColours) {
  add_frame(1, 0);
  add_frame(2, 1);
  add_frame(3, 2.9f);
  EXPECT_EQ(particles(1).header["high"], 3);
  EXPECT_EQ(particles(2).header["high"], 3);
  add_frame(4, 7);
  EXPECT_EQ(particles(4).header["high"], 8);
  EXPECT_EQ(particles(3, "phase").header["high"], 1);
}

TEST_F(DrawFrames, WhileATakeIsPlayedTheNextFrameIsMadeReady) {
  for (int frame = 1; frame <= 4; ++frame) add_frame(frame, 1);
  const auto bytes_of_three = 3 * particles(1).size();
  particles(2);
  for (int i = 0; i < 500 && kept_.bytes() < bytes_of_three; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_GE(kept_.bytes(), bytes_of_three);
}

TEST_F(DrawFrames, AFrameThatWasWrittenAnewIsReadAnew) {
  add_frame(1, 1);
  particles(1);
  fs::remove(cache::RunFolder(run_).particles(1));
  EXPECT_EQ(refusal([&] { particles(1); }), "this take has no frames yet");
  Particles one;
  one.push_back({.position = {1, 1, 1}, .velocity = {}, .id = 1});
  cache::write_particles(cache::RunFolder(run_).particles(1), one, 0.05f);
  EXPECT_EQ(particles(1).header["count"], 1);
}

TEST_F(DrawFrames, WhatIsNotThereIsToldInASentence) {
  EXPECT_EQ(refusal([&] { particles(1); }), "this take has no frames yet");
  add_frame(2, 1);
  add_frame(3, 1);
  EXPECT_EQ(refusal([&] { particles(5); }), "this take has no frame 5; it has 2-3");
  EXPECT_NE(refusal([&] { particles(2, "heat"); }).find("its particles have no heat"), std::string::npos);
  EXPECT_EQ(refusal([&] { facts_.of(folder_ / "nowhere"); }), "this take has not begun yet");
  EXPECT_EQ(refusal([&] { packed_volume(kept_, *facts_.of(run_), 2, "density"); }),
            "frame 2 of this take has no volumes");
}

TEST_F(DrawFrames, ADamagedFrameIsToldAndOthersAreShown) {
  add_frame(1, 1);
  add_frame(2, 1);
  const fs::path file = cache::RunFolder(run_).particles(1);
  std::string bytes = read_file(file);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] + 1);
  dump(file, bytes);
  EXPECT_NE(refusal([&] { particles(1); }).find("is damaged"), std::string::npos);
  EXPECT_EQ(particles(2).header["count"], 1000);
}

TEST_F(DrawFrames, ASurfaceIsMeshedWhereThereIsNone) {
  add_frame(1, 1);
  Surfaces surfaces(facts_, kept_);
  const PackedReader packed(*surfaces.get(run_, 1, 0));
  const auto positions = packed.part<uint16_t>("positions");
  const auto normals = packed.part<int8_t>("normals");
  const auto triangles = packed.part<uint32_t>("triangles");
  ASSERT_GT(triangles.size(), 300);
  ASSERT_EQ(normals.size() / 4, positions.size() / 3);
  for (const uint32_t vertex : triangles) ASSERT_LT(vertex, positions.size() / 3);
  for (size_t i = 0; i < normals.size(); i += 4) {
    ASSERT_NEAR(std::hypot(normals[i], normals[i + 1], normals[i + 2]), 127, 2);
  }
  EXPECT_LT(packed.header["lower"][0].get<double>(), 0.01);
  EXPECT_GT(packed.header["upper"][0].get<double>(), 0.44);
  EXPECT_LT(PackedReader(*surfaces.get(run_, 1, 2)).part<uint32_t>("triangles").size(), triangles.size() / 2);
}

TEST_F(DrawFrames, ASurfaceThatIsThereIsTaken) {
  add_frame(1, 1);
  fs::create_directories(run_ / "surface");
  const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}, {{0, 1, 2}}, {}};
  write_ply(mesh, run_ / "surface" / "0001.ply");
  Surfaces surfaces(facts_, kept_);
  const PackedReader packed(*surfaces.get(run_, 1, 0));
  EXPECT_EQ(packed.part<uint32_t>("triangles"), (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(packed.part<int8_t>("normals")[2], 127);
  EXPECT_EQ(packed.header["upper"][1], 2);
}

TEST_F(DrawFrames, AFlatSceneHasNoSurface) {
  begin(2);
  add_frame(1, 1);
  Surfaces surfaces(facts_, kept_);
  EXPECT_EQ(refusal([&] { surfaces.get(run_, 1, 0); }),
            "a flat scene has no surface to show; its particles show the liquid");
}

Volume ramp(int tiles) {
  Volume volume;
  volume.name = "density";
  volume.voxel_size = 0.1f;
  volume.origin = {1, 2, 3};
  for (int t = 0; t < tiles; ++t) {
    volume.tile.push_back({t, 0, 0});
    for (int v = 0; v < 512; ++v) volume.values.push_back(static_cast<float>(8 * t + v / 64));
  }
  return volume;
}

TEST(SampledVolume, KeepsValuesAndPlace) {
  const SampledVolume sampled = sample_volume(ramp(2), false);
  EXPECT_EQ(sampled.size, (Vec3i{16, 8, 8}));
  EXPECT_EQ(sampled.high, 15);
  for (int x = 0; x < 16; ++x) EXPECT_NEAR(sampled.value[static_cast<size_t>(x)], 255 * x / 15.0, 0.51);
  EXPECT_NEAR(sampled.box.lower.x, 0.95f, 1e-5f);
  EXPECT_NEAR(sampled.box.upper.x, 0.95f + 1.6f, 1e-5f);
}

TEST(SampledVolume, IsAsCoarseAsItMustBe) {
  const SampledVolume sampled = sample_volume(ramp(40), false);  // 320 voxels
  EXPECT_EQ(sampled.size, (Vec3i{107, 3, 3}));
  EXPECT_NEAR(sampled.box.upper.x - sampled.box.lower.x, 32.1f, 1e-3f);
}

TEST(SampledVolume, OfAFlatSceneIsOneLayer) {
  const SampledVolume sampled = sample_volume(ramp(2), true);
  EXPECT_EQ(sampled.size, (Vec3i{16, 8, 1}));
  EXPECT_EQ(sampled.value.size(), 16 * 8);
  EXPECT_EQ(sampled.box.lower.z, sampled.box.upper.z);
}

TEST(SampledVolume, OfNothingIsDark) { EXPECT_EQ(sample_volume(Volume(), false).value, std::vector<uint8_t>{0}); }

TEST_F(DrawFrames, SmokeIsPacked) {
  add_frame(1, 1);
  const std::vector<Volume> volumes{ramp(2)};
  fs::create_directories(run_ / "volumes");
  cache::write_volumes_vdb(cache::RunFolder(run_).volumes(1), volumes);
  const PackedReader packed(*packed_volume(kept_, *facts_.of(run_), 1, "density"));
  EXPECT_EQ(packed.header["size"], Json::array({16, 8, 8}));
  EXPECT_EQ(packed.part<uint8_t>("values").size(), 16 * 8 * 8);
  EXPECT_EQ(refusal([&] { packed_volume(kept_, *facts_.of(run_), 1, "heat"); }),
            "frame 1 of this take has no volume \"heat\"; it has density");
}

TEST_F(DrawFrames, MeasuresHaveTheirUnits) {
  EXPECT_EQ(refusal([&] { measures_of(run_); }), "this take has measured nothing yet");
  cache::RunFolder(run_).append_stats(R"({"frame": 1, "particles": 10, "wall_ms": {"simulation": 5}})");
  cache::RunFolder(run_).append_stats(R"({"frame": 2, "particles": 11, "memory_mb": 7, "wall_ms": {"simulation": 6}})");
  const Json stats = measures_of(run_);
  EXPECT_EQ(stats["frames"], Json::array({1.0, 2.0}));
  const auto measure = [&](const char* key) {
    for (const Json& one : stats["measures"]) {
      if (one["key"] == key) return one;
    }
    return Json();
  };
  EXPECT_EQ(measure("wall_ms.simulation")["unit"], "ms");
  EXPECT_EQ(measure("particles")["values"], Json::array({10.0, 11.0}));
  EXPECT_TRUE(measure("memory_mb")["values"][0].is_null());
}

}  // namespace
}  // namespace weir::studio
