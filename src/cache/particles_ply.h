// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles as the vertices of a PLY file (Turk 1994), which nearly every program reads.

#pragma once

#include <filesystem>

#include "weir/cache/particles_vdb.h"
#include "weir/sim/particles.h"

namespace weir::cache {

// Text or binary of either byte order. Of the element "vertex" reads x, y, z and, where they are there, vx, vy, vz, id
// (and id_high), mass, phase, temporary, in any order and of any type; ids are counted from 0 when there are none. All
// other properties and elements are passed over. The particles come in the order of their ids. InputError naming the
// file for anything that is not a sound file of points. Positions are counted from `origin`.
Particles read_particles_ply(const std::filesystem::path& path, bool* has_ids = nullptr, const Vec3d& origin = {});

// Binary, little-endian. Ids have 32 bits in this format; where that is not enough, a property id_high has the rest.
// RunError naming the particle when a value is not finite. Positions are counted from `origin`: where it is not zero,
// the places in the world are written as doubles.
void write_particles_ply(const std::filesystem::path& path, const Particles& particles, Ids ids = Ids::written,
                         const Vec3d& origin = {});

}  // namespace weir::cache
