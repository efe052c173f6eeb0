// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Colours that particles carry, on the surface and in its file.

#include <gtest/gtest.h>

#include <cmath>

#include "surface/surface_files.h"
#include "temp_folder.h"
#include "weir/geometry/mesh/mesh_io.h"
#include "weir/surface/surface.h"

namespace weir::surface {

// A block of 12 x 8 x 8 particles, red on its left half and blue on its right one.
static Particles two_halves() {
  Particles p;
  p.carry(std::make_shared<const CarriedKinds>(CarriedKinds{.colour = true}));
  for (int n = 0; n < 12 * 8 * 8; ++n) {
    const Vec3f at = static_cast<Vec3f>(Vec3i{n % 12, n / 12 % 8, n / 96}) * 0.1f;
    p.push_back({.position = at,
                 .velocity = {},
                 .id = static_cast<uint64_t>(n),
                 .mass = 1,
                 .colour = n % 12 < 6 ? Vec3f{1, 0, 0.2f} : Vec3f{0, 0, 0.8f}});
  }
  return p;
}

TEST(SurfaceColours, AreThoseOfTheParticlesNear) {
  const Mesh mesh = surface_of_particles(two_halves(), {.spacing = 0.1f, .settings = {}}).front().mesh;
  ASSERT_EQ(mesh.colours.size(), mesh.positions.size());
  for (size_t i = 0; i < mesh.positions.size(); ++i) {
    const float x = mesh.positions[i].x;
    EXPECT_TRUE(mesh.colours[i].x >= 0 && mesh.colours[i].x <= 1);
    EXPECT_NEAR(mesh.colours[i].z, 0.8f - 0.6f * mesh.colours[i].x, 1e-5f);  // on the way between the two
    if (x < 0.2f || x > 0.9f) {
      EXPECT_NEAR(mesh.colours[i].x, x < 0.2f ? 1 : 0, 1e-5f);
    }
  }
  Particles plain = two_halves();
  plain.carry(nullptr);
  EXPECT_TRUE(surface_of_particles(plain, {.spacing = 0.1f, .settings = {}}).front().mesh.colours.empty());
}

TEST(SurfaceColours, ComeBackFromTheirFile) {
  const Mesh mesh = surface_of_particles(two_halves(), {.spacing = 0.1f, .settings = {}}).front().mesh;
  const TempFolder folder;
  write_ply(mesh, folder / "a.ply");
  const Mesh read = read_surface(folder / "a.ply");
  EXPECT_EQ(read.positions, mesh.positions);
  EXPECT_EQ(read.velocities, mesh.velocities);
  ASSERT_EQ(read.colours.size(), mesh.colours.size());
  for (size_t i = 0; i < mesh.colours.size(); ++i) {
    EXPECT_LT(max_component(abs(read.colours[i] - mesh.colours[i])), 0.005f);  // half of a step of 8 bits at white
  }
}

}  // namespace weir::surface
