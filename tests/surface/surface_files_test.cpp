// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "surface/surface_files.h"

#include "base/files.h"
#include "surface/march.h"
#include "surface_fixture.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/geometry/mesh/mesh_io.h"

namespace weir::surface {

TEST(SurfaceFiles, FurtherPhasesHaveTheirName) {
  std::vector<Phase> phases(2);
  phases[1].name = "red oil/2";
  EXPECT_EQ(surface_file("s", 7, phases, 0, "ply"), "s/0007.ply");
  EXPECT_EQ(surface_file("s", 12345, phases, 1, "obj"), "s/12345-red_oil_2.obj");
  EXPECT_EQ(surface_file("s", 7, phases, 2, "ply"), "s/0007-phase2.ply");
}

TEST(SurfaceFiles, AMeshComesBackAsItWas) {
  const TempFolder folder;
  Particles particles = particles_at(block_of_points({4, 4, 4}));
  for (Vec3f& v : particles.velocity) v = {1, 2, 3};
  for (const Mesh& mesh : {surface_of(particles), Mesh{}}) {
    write_ply(mesh, folder / "0001.ply");
    const Mesh back = read_surface(folder / "0001.ply");
    EXPECT_EQ(back.positions, mesh.positions);
    EXPECT_EQ(back.triangles, mesh.triangles);
    EXPECT_EQ(back.velocities, mesh.velocities);
  }
  write_file(folder / "bad.ply", "ply\nformat ascii 1.0\n");
  EXPECT_THROW(read_surface(folder / "bad.ply"), InputError);
  EXPECT_THROW(read_surface(folder / "none.ply"), InputError);
}

TEST(SurfaceFiles, ALevelSetHoldsDistances) {
  const TempFolder folder;
  const Mesh mesh = march(sampled_around_origin([](const Vec3f& p) { return 6 - length(p); }));
  cache::write_volumes_vdb(folder / "0001.vdb", std::vector{level_set_of(mesh, 0.5f), level_set_of({}, 0.5f)});
  const std::vector<Volume> back = cache::read_volumes_vdb(folder / "0001.vdb");
  ASSERT_EQ(back.size(), 2u);
  const Volume& volume = back.front();
  EXPECT_TRUE(volume.level_set);
  EXPECT_EQ(volume.name, "surface");
  EXPECT_FLOAT_EQ(volume.voxel_size, 0.5f);
  EXPECT_FLOAT_EQ(volume.background, 1.5f);
  size_t inside = 0, in_band = 0;
  for (size_t t = 0; t < volume.tile.size(); ++t) {
    for (int i = 0; i < 512; ++i) {
      const Vec3f p = static_cast<Vec3f>(volume.tile[t] * 8 + Vec3i{i / 64, i / 8 % 8, i % 8}) * 0.5f;
      const float distance = volume.values[t * 512 + static_cast<size_t>(i)];
      inside += distance < 0;
      if (std::abs(distance) >= 1.4f) continue;
      ++in_band;
      EXPECT_NEAR(distance, length(p) - 6, 0.1f);
    }
  }
  EXPECT_GT(in_band, 5'000u);
  EXPECT_GT(inside, in_band / 4);
  EXPECT_TRUE(back[1].tile.empty());
}

}  // namespace weir::surface
