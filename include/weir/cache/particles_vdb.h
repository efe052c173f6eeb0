// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles as points of OpenVDB (Museth 2013; a PointDataGrid named "particles"), which Houdini and Blender open:
//
//   write_particles_vdb("run/particles/0001.vdb", particles, spacing);
//   Particles particles = read_particles_vdb("run/particles/0001.vdb");
//
// Attributes: P, v, id (int64), mass, phase (int32), temporary (bool), and P_exact where P alone cannot hold the
// positions (below). The bytes depend on the particles alone: not on their order, the threads or the run.

#pragma once

#include <filesystem>

#include "weir/scene/output.h"
#include "weir/sim/particles.h"

namespace weir::cache {

// Ids that tell nothing from frame to frame are better left out: who reads the file then knows that there are none.
enum class Ids { written, left_out };

// `spacing` is the usual distance of neighbours, m. RunError naming the particle when a value is not finite.
// `origin`: where in the world positions are counted from (Scene::origin). Other programs read the places in the world,
// in doubles.
void write_particles_vdb(const std::filesystem::path& path, const Particles& particles, float spacing,
                         Precision precision = Precision::compact, Ids ids = Ids::written, const Vec3d& origin = {});

// The particles in the order of their ids. Reads points that other programs wrote too: the velocity may be called v,
// vel or velocity; without one it is 0, without ids they are counted from 0, without mass or phase these are 0. Groups
// and other attributes are passed over. `has_ids` is told whether there were ids. InputError naming the file for
// anything that is not a sound file of points. Positions are counted from `origin`; from the one that they were written
// with they are exact.
Particles read_particles_vdb(const std::filesystem::path& path, bool* has_ids = nullptr, const Vec3d& origin = {});
// The origin that the file was written with; zero of files that do not tell.
Vec3d origin_of_vdb(const std::filesystem::path& path);

}  // namespace weir::cache
