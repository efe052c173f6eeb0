// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Files made with OpenVDB directly, as other programs do.

#include <gtest/gtest.h>
#include <openvdb/openvdb.h>
#include <openvdb/points/PointConversion.h>
#include <openvdb/points/PointCount.h>

#include "cache_testing.h"
#include "weir/cache/particles_vdb.h"
#include "weir/cache/volumes_vdb.h"

namespace weir::cache {

namespace points = openvdb::points;

namespace {

const std::vector<openvdb::Vec3f> kPositions{{0.1f, 0.2f, 0.3f}, {-5, 0, 0}, {0, 7.5f, 0}, {0.11f, 0.2f, 0.3f}};

points::PointDataGrid::Ptr points_at_positions() {
  openvdb::initialize();
  const auto transform = openvdb::math::Transform::createLinearTransform(0.1);
  transform->postTranslate({1, 2, 3});
  return points::createPointDataGrid<points::NullCodec, points::PointDataGrid>(kPositions, *transform);
}

// Attribute values in the order of kPositions, by the index that createPointDataGrid stores.
template <class T, class Codec>
void add_attribute(points::PointDataGrid& grid, const char* name, const std::vector<T>& values) {
  const auto index = openvdb::tools::createPointIndexGrid<openvdb::tools::PointIndexGrid>(
      points::PointAttributeVector<openvdb::Vec3f>(kPositions), grid.transform());
  points::appendAttribute<T, Codec>(grid.tree(), name);
  points::populateAttribute<points::PointDataTree, openvdb::tools::PointIndexTree, points::PointAttributeVector<T>>(
      grid.tree(), index->tree(), name, points::PointAttributeVector<T>(values));
}

void write_grids(const std::filesystem::path& path, const openvdb::GridPtrVec& grids) {
  openvdb::io::File(path.string()).write(grids);
}

}  // namespace

TEST(ForeignVdb, PointsWithoutAttributesAreCountedAndAtRest) {
  const TempFolder folder;
  write_grids(folder / "a.vdb", {points_at_positions()});
  const Particles p = read_particles_vdb(folder / "a.vdb");
  ASSERT_EQ(p.size(), 4u);
  EXPECT_EQ(p.validate(), "");
  EXPECT_EQ(p.id, (std::vector<uint64_t>{0, 1, 2, 3}));
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(p.velocity[i], Vec3f{});
    EXPECT_EQ(p.mass[i], 0);
    EXPECT_EQ(p.phase[i], 0);
    const auto near = [&](const openvdb::Vec3f& x) {
      return length(p.position[i] - Vec3f{x.x(), x.y(), x.z()}) < 1e-6f;
    };
    EXPECT_EQ(std::count_if(kPositions.begin(), kPositions.end(), near), 1);
  }
}

namespace {

template <class Id, class Codec>
void expect_attributes_read(const char* velocity_name) {
  const TempFolder folder;
  const auto grid = points_at_positions();
  add_attribute<Id, points::NullCodec>(*grid, "id", {40, 10, 30, 20});
  add_attribute<openvdb::Vec3f, Codec>(*grid, velocity_name, {{1, 0, 0}, {0, 2, 0}, {0, 0, 4}, {0.5f, 0.25f, 0}});
  add_attribute<float, points::NullCodec>(*grid, "temperature", {1, 2, 3, 4});
  points::appendGroup(grid->tree(), "splash");
  write_grids(folder / "a.vdb", {openvdb::FloatGrid::create(), grid});
  const Particles p = read_particles_vdb(folder / "a.vdb");
  EXPECT_EQ(p.id, (std::vector<uint64_t>{10, 20, 30, 40}));
  EXPECT_EQ(p.velocity, (std::vector<Vec3f>{{0, 2, 0}, {0.5f, 0.25f, 0}, {0, 0, 4}, {1, 0, 0}}));
  EXPECT_NEAR(p.position[0].x, -5, 1e-6);
  EXPECT_NEAR(p.position[2].y, 7.5, 1e-6);
}

}  // namespace

TEST(ForeignVdb, VelocityAndIdUnderTheirUsualNamesAndTypes) {
  expect_attributes_read<int32_t, points::NullCodec>("v");
  expect_attributes_read<int64_t, points::TruncateCodec>("vel");
  expect_attributes_read<int32_t, points::TruncateCodec>("velocity");
}

TEST(ForeignVdb, WhatCannotBeParticlesIsRefused) {
  const TempFolder folder;
  const std::filesystem::path file = folder / "a.vdb";
  const auto read = [&] { read_particles_vdb(file); };
  write_grids(file, {openvdb::FloatGrid::create()});
  expect_refused(file, "no particles", read);

  auto grid = points_at_positions();
  add_attribute<int32_t, points::NullCodec>(*grid, "id", {1, 2, 2, 3});
  write_grids(file, {grid});
  expect_refused(file, "the id 2 occurs twice", read);

  grid = points_at_positions();
  add_attribute<float, points::NullCodec>(*grid, "mass", {1, std::nanf(""), 2, 3});
  write_grids(file, {grid});
  expect_refused(file, "mass of particle", read);

  grid = points_at_positions();
  add_attribute<float, points::NullCodec>(*grid, "v", {1, 2, 2, 3});
  write_grids(file, {grid});
  expect_refused(file, "velocity has the type 'float'", read);

  grid = points_at_positions();
  points::AttributeWriteHandle<openvdb::Vec3f>(grid->tree().beginLeaf()->attributeArray("P")).set(0, {NAN, 0, 0});
  write_grids(file, {grid});
  expect_refused(file, "position of particle", read);

  grid = points_at_positions();
  grid->tree().beginLeaf()->setOffsetOn(0, 4000000000u);
  write_grids(file, {grid});
  expect_refused(file, "end before they begin", read);
}

// OpenVDB crashes, hangs or prints on some of these; none of it may reach us.
TEST(ForeignVdb, DamageNeverEndsTheProgram) {
  const TempFolder folder;
  const std::filesystem::path file = folder / "a.vdb";
  const auto grid = points_at_positions();
  add_attribute<openvdb::Vec3f, points::TruncateCodec>(*grid, "v", {{1, 0, 0}, {0, 2, 0}, {0, 0, 4}, {5, 5, 5}});
  write_grids(file, {grid});
  const std::string bytes = read_file(file);
  const int refused = count_refused(bytes, file, 100, 1 + bytes.size() / 50, [&] { read_particles_vdb(file); });
  EXPECT_GT(refused, 60);
}

TEST(ForeignVdb, VolumesWithRegionsOfOneValueAreUnfolded) {
  openvdb::initialize();
  const TempFolder folder;
  const std::filesystem::path file = folder / "a.vdb";
  const auto grid = openvdb::DoubleGrid::create(0.25);
  grid->setName("density");
  grid->tree().addTile(1, openvdb::Coord(8, 0, 0), 3.5, true);
  grid->tree().setValue(openvdb::Coord(-1, 0, 2), 1.5);
  write_grids(file, {points_at_positions(), grid});
  const std::vector<Volume> volumes = read_volumes_vdb(file);
  ASSERT_EQ(volumes.size(), 1u);
  EXPECT_EQ(volumes[0].name, "density");
  EXPECT_EQ(volumes[0].background, 0.25f);
  EXPECT_EQ(volumes[0].tile, (std::vector<Vec3i>{{-1, 0, 0}, {1, 0, 0}}));
  EXPECT_EQ(volumes[0].values[7 * 64 + 2], 1.5f);
  EXPECT_EQ(volumes[0].values[7 * 64 + 3], 0.25f);
  for (size_t i = 512; i < 1024; ++i) ASSERT_EQ(volumes[0].values[i], 3.5f);
}

TEST(ForeignVdb, VolumesThatWouldFillTheMemoryOrAreTurnedAreRefused) {
  openvdb::initialize();
  const TempFolder folder;
  const std::filesystem::path file = folder / "a.vdb";
  const auto grid = openvdb::FloatGrid::create(0.0f);
  grid->tree().addTile(3, openvdb::Coord(0), 1.0f, true);
  write_grids(file, {grid});
  expect_refused(file, "one value over 68719476736 voxels", [&] { read_volumes_vdb(file); });

  const auto turned = openvdb::FloatGrid::create(0.0f);
  turned->tree().setValue(openvdb::Coord(0), 1.0f);
  const auto transform = openvdb::math::Transform::createLinearTransform(0.1);
  transform->postRotate(0.3, openvdb::math::Z_AXIS);
  turned->setTransform(transform);
  write_grids(file, {turned});
  expect_refused(file, "turned or not cubes", [&] { read_volumes_vdb(file); });
}

namespace {

// Our files as OpenVDB itself sees them: the same positions that our own reader finds, to the bit.
void expect_openvdb_reads(const Particles& p, Precision precision) {
  openvdb::initialize();
  const TempFolder folder;
  write_particles_vdb(folder / "a.vdb", p, 0.005f, precision);
  const Particles ours = read_particles_vdb(folder / "a.vdb");
  openvdb::io::File file((folder / "a.vdb").string());
  file.open();
  EXPECT_TRUE(file.hasGrid("particles"));
  const auto grid = openvdb::gridPtrCast<points::PointDataGrid>(file.readGrid("particles"));
  ASSERT_TRUE(grid);
  EXPECT_EQ(points::pointCount(grid->tree()), p.size());
  size_t seen = 0;
  for (auto leaf = grid->tree().cbeginLeaf(); leaf; ++leaf) {
    leaf->validateOffsets();
    const points::AttributeHandle<openvdb::Vec3f> position(leaf->constAttributeArray("P"));
    const points::AttributeHandle<int64_t> id(leaf->constAttributeArray("id"));
    for (auto index = leaf->beginIndexOn(); index; ++index) {
      const openvdb::Vec3f x(grid->indexToWorld(position.get(*index) + index.getCoord().asVec3d()));
      const auto i = static_cast<size_t>((id.get(*index) - 5) / 3);
      EXPECT_EQ((Vec3f{x.x(), x.y(), x.z()}), ours.position[i]);
      EXPECT_LT(length(ours.position[i] - p.position[i]), 1e-6f);
      ++seen;
    }
  }
  EXPECT_EQ(seen, p.size());
}

}  // namespace

TEST(ForeignVdb, OpenVdbReadsOurFiles) {
  Particles p = some_particles(1000);
  for (size_t i = 0; i < p.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      if (i >> axis & 1) p.position[i][axis] = 0;
    }
  }
  expect_openvdb_reads(p, Precision::compact);
  expect_openvdb_reads(p, Precision::exact);
}

}  // namespace weir::cache
