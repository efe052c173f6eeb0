// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The particles of a file as they are drawn: positions, and one value each that tells their colour, in the order of the
// file. Several times as fast as read_particles(), which reads all there is and sorts it by ids.
//
//   const ParticleCloud cloud = read_particle_cloud("out/dam/particles/0001.vdb", "speed");

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "weir/base/vec.h"
#include "weir/sim/particles.h"

namespace weir::cache {

struct ParticleCloud {
  std::vector<Vec3f> position;   // m
  std::vector<float> value;      // one each
  std::vector<Vec3f> colour;     // linear RGB, of "paint" alone, in place of values
  std::vector<std::string> can;  // what else the file tells of its particles
};

// `by`: "speed" (m/s), "phase", "role" (1 for temporary particles), "heat", "thickness", "mass" or "paint". InputError
// naming the file when it does not hold that, or is no sound file of particles. Positions are counted from `origin`.
// `name`: of the particles, for messages.
ParticleCloud cloud_of(const Particles& particles, const std::string& by, const std::string& name);
ParticleCloud read_particle_cloud(const std::filesystem::path& file, const std::string& by, const Vec3d& origin = {});

}  // namespace weir::cache
