// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/cache/volumes_vdb.h"

#include <gtest/gtest.h>
#include <openvdb/openvdb.h>

#include <algorithm>
#include <cmath>

#include "cache_testing.h"
#include "weir/base/parallel.h"

namespace weir::cache {

namespace {

// A sphere's signed distance, cut off at three voxels, in the tiles its surface passes through.
Volume sphere(float radius, float voxel) {
  Volume v;
  v.name = "surface";
  v.voxel_size = voxel;
  v.origin = {0.1f, -0.2f, 0.3f};
  v.level_set = true;
  v.background = 3 * voxel;
  const int reach = static_cast<int>(radius / voxel) / 8 + 2;
  for (int x = -reach; x < reach; ++x) {
    for (int y = -reach; y < reach; ++y) {
      for (int z = -reach; z < reach; ++z) {
        std::vector<float> values;
        for (int i = 0; i < 512; ++i) {
          const Vec3f p{static_cast<float>(8 * x + i / 64) * voxel, static_cast<float>(8 * y + i / 8 % 8) * voxel,
                        static_cast<float>(8 * z + i % 8) * voxel};
          values.push_back(std::clamp(length(p) - radius, -v.background, v.background));
        }
        if (std::all_of(values.begin(), values.end(), [&](float d) { return std::abs(d) == v.background; })) continue;
        v.tile.push_back({x, y, z});
        v.values.insert(v.values.end(), values.begin(), values.end());
      }
    }
  }
  return v;
}

Volume velocity() {
  Volume v;
  v.name = "velocity";
  v.voxel_size = 0.05f;
  v.channels = 3;
  v.staggered = true;
  const Random random(4);
  for (int t = 0; t < 5; ++t) {
    v.tile.push_back({t - 2, 3 * t, -t});
    for (uint64_t i = 0; i < 512; ++i) {
      const Vec3f u = random.unit_vec3(i, static_cast<uint32_t>(t)) * 8.0f - Vec3f{4, 4, 4};
      v.values.insert(v.values.end(), {u.x, u.y, u.z});
    }
  }
  return v;
}

std::vector<Volume> round_trip(std::vector<Volume> volumes) {
  const TempFolder folder;
  write_volumes_vdb(folder / "a.vdb", volumes);
  return read_volumes_vdb(folder / "a.vdb");
}

}  // namespace

TEST(VolumesVdb, ALevelSetComesBackToTheBit) {
  const Volume v = sphere(1.0f, 0.06f), w = round_trip({v})[0];
  EXPECT_EQ(w.name, "surface");
  EXPECT_EQ(w.voxel_size, v.voxel_size);
  EXPECT_EQ(w.origin, v.origin);
  EXPECT_TRUE(w.level_set);
  EXPECT_FALSE(w.staggered);
  EXPECT_EQ(w.background, v.background);
  EXPECT_EQ(w.half, false);
  EXPECT_EQ(w.tile, v.tile);  // made in the sorted order
  EXPECT_TRUE(same_bits(w.values, v.values));
}

TEST(VolumesVdb, VelocitiesAreHalfFloatsUnlessToldOtherwise) {
  Volume v = velocity();
  const Volume half = round_trip({v})[0];
  EXPECT_EQ(half.channels, 3);
  EXPECT_TRUE(half.staggered);
  EXPECT_EQ(half.half, true);
  ASSERT_EQ(half.values.size(), v.values.size());
  for (size_t i = 0; i < v.values.size(); ++i) {
    EXPECT_LE(std::abs(half.values[i] - v.values[i]), std::max(std::abs(v.values[i]) * 0x1p-11f, 0x1p-25f));
  }
  v.half = false;
  EXPECT_TRUE(same_bits(round_trip({v})[0].values, v.values));
  v.half = true;
  v.values[7] = 1e6f;  // would be infinite
  EXPECT_TRUE(same_bits(round_trip({v})[0].values, v.values));
}

TEST(VolumesVdb, SeveralVolumesKeepTheirOrderAndNoneIsFineToo) {
  Volume density = sphere(0.5f, 0.1f);
  density.name = "density";
  density.level_set = false;
  const std::vector<Volume> read = round_trip({velocity(), density, sphere(0.5f, 0.1f), Volume{}});
  ASSERT_EQ(read.size(), 4u);
  EXPECT_EQ(read[0].name, "velocity");
  EXPECT_EQ(read[1].name, "density");
  EXPECT_FALSE(read[1].level_set);
  EXPECT_EQ(read[2].name, "surface");
  EXPECT_TRUE(read[3].tile.empty());
  EXPECT_TRUE(round_trip({}).empty());
}

TEST(VolumesVdb, OpenVdbSeesTheSphere) {
  openvdb::initialize();
  const TempFolder folder;
  const float voxel = 0.06f;
  const std::vector<Volume> volumes{sphere(1.0f, voxel), velocity()};
  write_volumes_vdb(folder / "a.vdb", volumes);
  openvdb::io::File file((folder / "a.vdb").string());
  file.open();
  const auto grid = openvdb::gridPtrCast<openvdb::FloatGrid>(file.readGrid("surface"));
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->getGridClass(), openvdb::GRID_LEVEL_SET);
  const auto at = [&](double x, double y, double z) {
    return grid->tree().getValue(grid->transform().worldToIndexCellCentered(openvdb::Vec3d(x + 0.1, y - 0.2, z + 0.3)));
  };
  EXPECT_NEAR(at(1, 0, 0), 0, voxel);
  EXPECT_NEAR(at(0, -1, 0), 0, voxel);
  EXPECT_GT(at(0, 0, 1.1), 0);
  EXPECT_LT(at(0, 0, 0.9), 0);
  EXPECT_EQ(at(0, 0, 0), -3 * voxel);  // inside, where there is no tile
  EXPECT_EQ(at(5, 0, 0), 3 * voxel);
  const auto vectors = openvdb::gridPtrCast<openvdb::Vec3SGrid>(file.readGrid("velocity"));
  ASSERT_TRUE(vectors);
  EXPECT_EQ(vectors->getGridClass(), openvdb::GRID_STAGGERED);
  // Tile 1 is at (-1, 3, -1); its voxel (1, 2, 3) is number 64 + 16 + 3.
  const openvdb::Vec3f u = vectors->tree().getValue(openvdb::Coord(-8 + 1, 24 + 2, -8 + 3));
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(u[c], volumes[1].values[static_cast<size_t>(3 * (512 + 83) + c)], 2e-3);
}

TEST(VolumesVdb, TheSameBytesInEveryRunForAnyNumberOfThreadsAndOrderOfTiles) {
  const TempFolder folder;
  std::vector<Volume> volumes{sphere(1.0f, 0.03f), velocity()};
  write_volumes_vdb(folder / "a.vdb", volumes);
  const std::string bytes = read_file(folder / "a.vdb");
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    write_volumes_vdb(folder / "b.vdb", volumes);
    EXPECT_EQ(read_file(folder / "b.vdb"), bytes);
  }
  Volume& v = volumes[1];
  std::swap(v.tile[0], v.tile[3]);
  std::swap_ranges(v.values.begin(), v.values.begin() + 1536, v.values.begin() + 3 * 1536);
  write_volumes_vdb(folder / "b.vdb", volumes);
  EXPECT_EQ(read_file(folder / "b.vdb"), bytes);
}

TEST(VolumesVdb, UnsoundVolumesAreNotWritten) {
  const TempFolder folder;
  const auto expect = [&](const std::string& what, const Volume& v) {
    EXPECT_NE(v.validate().find(what), std::string::npos) << v.validate();
    EXPECT_THROW(write_volumes_vdb(folder / "a.vdb", std::vector<Volume>{v}), RunError);
  };
  Volume v = velocity();
  EXPECT_EQ(v.validate(), "");
  v.tile[1] = v.tile[0];
  expect("a tile twice", v);
  v = velocity();
  v.values[100] = NAN;
  expect("not a finite number", v);
  v = velocity();
  v.values.pop_back();
  expect("7679 values in 5 tiles", v);
  v = velocity();
  v.tile[0].x = 1 << 28;
  expect("too far away", v);
  v = velocity();
  v.voxel_size = 0;
  expect("voxels of 0 m", v);
  v = velocity();
  v.level_set = true;
  expect("level set of vectors", v);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(VolumesVdb, DamageIsNoticed) {
  const TempFolder folder;
  const std::filesystem::path file = folder / "0001.vdb";
  write_volumes_vdb(file, std::vector<Volume>{sphere(0.3f, 0.1f)});
  const std::string whole = read_file(file);
  const auto read = [&] { read_volumes_vdb(file); };
  for (size_t at = 57; at < whole.size(); at += 1 + whole.size() / 300) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 16);
    dump(file, damaged);
    expect_refused(file, "checksum does not match", read);
    dump(file, whole.substr(0, at));
    expect_refused(file, "checksum does not match", read);
  }
}

}  // namespace weir::cache
