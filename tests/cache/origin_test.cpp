// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Files of particles, volumes and meshes that are counted from an origin far from zero: the places in the world are in
// them, and from the same origin all is read back as it was.

#include <gtest/gtest.h>

#include "geometry/mesh/mesh_readers.h"
#include "temp_folder.h"
#include "weir/cache/sequence.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/geometry/mesh/mesh_io.h"

namespace weir::cache {
namespace {

const Vec3d kFar{10000, -5000.5, 7000.25};

Particles some_particles() {
  Particles p;
  p.resize(50);
  for (size_t i = 0; i < p.size(); ++i) {
    const auto t = static_cast<float>(i);
    p.position[i] = {0.0173f * t, -0.0091f * t, 0.3f + 0.00123f * t};
    p.id[i] = i;
    p.mass[i] = 1;
  }
  return p;
}

double farthest(const Particles& a, const Particles& b, const Vec3d& way) {
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    most = std::max(most, length(static_cast<Vec3d>(a.position[i]) + way - static_cast<Vec3d>(b.position[i])));
  }
  return most;
}

TEST(Origin, ParticlesComeBackAndAreInTheWorld) {
  const TempFolder folder;
  const Particles p = some_particles();
  struct Case {
    const char* name;
    double lost;  // m, at most
  };
  // At 10 km floats are 1 mm apart, which is all that .bgeo has.
  for (const Case& c : {Case{"p.vdb", 0}, Case{"p.ply", 1e-7}, Case{"p.bgeo", 1e-3}}) {
    write_particles(folder / c.name, p, 0.02f, Precision::exact, Ids::written, kFar);
    EXPECT_LE(farthest(p, read_particles(folder / c.name, nullptr, kFar), {}), c.lost) << c.name;
    EXPECT_LT(farthest(p, read_particles(folder / c.name), kFar), 1e-3) << c.name;
    EXPECT_LE(farthest(p, read_particles(folder / c.name, nullptr, kFar - Vec3d{1, 2, 3}), {1, 2, 3}), c.lost + 1e-6);
  }
  EXPECT_EQ(origin_of_particles(folder / "p.vdb"), kFar);
  EXPECT_EQ(origin_of_particles(folder / "p.ply"), Vec3d{});
  write_particles(folder / "compact.vdb", p, 0.02f, Precision::compact, Ids::written, kFar);
  write_particles(folder / "near.vdb", p, 0.02f, Precision::compact);
  EXPECT_EQ(read_particles(folder / "compact.vdb", nullptr, kFar).position,
            read_particles(folder / "near.vdb").position);
}

TEST(Origin, VolumesComeBackAndAreInTheWorld) {
  const TempFolder folder;
  Volume volume;
  volume.name = "density";
  volume.voxel_size = 0.03f;
  volume.origin = {0.1f, 0.2f, 0.3f};
  volume.tile = {{1, 2, 3}};
  volume.values.assign(kVoxelsPerTile, 0.5f);
  write_volumes_vdb(folder / "v.vdb", std::vector{volume}, kFar);
  const Volume same = read_volumes_vdb(folder / "v.vdb", kFar)[0], world = read_volumes_vdb(folder / "v.vdb")[0];
  EXPECT_EQ(same.origin, volume.origin);
  EXPECT_EQ(same.voxel_size, volume.voxel_size);
  EXPECT_EQ(same.tile, volume.tile);
  EXPECT_NEAR(world.origin.x, 10000.1f, 1e-3f);
}

TEST(Origin, MeshesComeBackAndAreInTheWorld) {
  const TempFolder folder;
  const Mesh mesh{.positions = {{0.1f, 0.2f, 0.3f}, {0.4f, 0.25f, 0.3f}, {0.1f, 0.9f, 0.37f}},
                  .triangles = {{0, 1, 2}},
                  .velocities = {}};
  write_ply(mesh, folder / "m.ply", kFar);
  write_obj(mesh, folder / "m.obj", kFar);
  for (const char* name : {"m.ply", "m.obj"}) {
    const Polygons same = read_polygons(folder / name, kFar), world = read_polygons(folder / name);
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_LT(length(same.positions[i] - mesh.positions[i]), 1e-7f) << name;
      EXPECT_LT(length(static_cast<Vec3d>(world.positions[i] - mesh.positions[i]) - kFar), 2e-3) << name;
    }
  }
}

}  // namespace
}  // namespace weir::cache
