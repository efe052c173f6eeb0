// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// From the particles of a frame to the triangle mesh of the liquid's surface, with kernels that take the shape of
// their neighbourhood (Yu & Turk 2013, "Reconstructing surfaces of particle-based fluids using anisotropic kernels"):
//
//   SurfaceOptions options{.spacing = 0.02f};
//   for (const SurfaceMesh& surface : surface_of_particles(particles, options)) use(surface.mesh);
//
// Meshes are closed and face outward; the same bits whatever the number of threads.

#pragma once

#include <limits>
#include <vector>

#include "weir/cache/volumes_vdb.h"
#include "weir/geometry/mesh/mesh.h"
#include "weir/scene/look.h"
#include "weir/scene/scene.h"
#include "weir/sim/particles.h"

namespace weir::surface {

struct SurfaceOptions {
  float spacing = 0;         // m, between particles
  SurfaceSettings settings;  // in spacings
  int dimensions = 3;        // 2: the liquid is a slab one spacing thick
  int phases = 1;            // there are at least so many; more where the particles have more
  // Walls the liquid cannot pass, m: it is continued beyond them, so that it stays level up to them, and cut there.
  Box3f walls{{-kNoWall, -kNoWall, -kNoWall}, {kNoWall, kNoWall, kNoWall}};

  static constexpr float kNoWall = std::numeric_limits<float>::infinity();
};

// What a scene says of its surface: spacing, settings, dimensions, phases, and the walls of a closed domain.
SurfaceOptions surface_options(const Scene& scene);

struct SurfaceMesh {
  int phase = 0;
  Mesh mesh;  // with velocities; empty where the phase has no particles
};

// One mesh a phase, in order. Phases that touch share the surface between them. `level_set` is the liquid of a grid
// solver (signed distance, m), of the first phase: the mesh is of that and of the particles outside it. InputError for
// positions that are not finite or are too far apart to be told from one another.
std::vector<SurfaceMesh> surface_of_particles(const Particles& particles, const SurfaceOptions& options,
                                              const Volume* level_set = nullptr);

}  // namespace weir::surface
