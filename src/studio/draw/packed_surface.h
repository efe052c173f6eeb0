// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The surface of the liquid in a frame of a take (SurfaceHeader in studio/src/link/protocol.ts): the one that lies in
// the take's folder, or else made of its particles and kept in memory.

#pragma once

#include <filesystem>
#include <mutex>
#include <string>

#include "studio/draw/kept.h"
#include "studio/draw/run_facts.h"
#include "weir/geometry/mesh/mesh.h"

namespace weir::studio {

// Positions as 16-bit numbers in the box of the mesh, normals as 8-bit ones.
std::string pack_surface(const Mesh& mesh, int frame);

class Surfaces {
 public:
  Surfaces(AllRunFacts& facts, Kept& kept);
  ~Surfaces();

  // `cell`: of the grid that it is found on, in spacings of the particles; 0: as the scene says. InputError for flat
  // scenes, which have none.
  Kept::Bytes get(const std::filesystem::path& run, int frame, double cell);

 private:
  Mesh surface_of(const std::filesystem::path& run, const RunFacts& facts, int frame, double cell);

  AllRunFacts& facts_;
  Kept& kept_;
  std::mutex meshing_;  // one at a time: each uses all cores
};

}  // namespace weir::studio
