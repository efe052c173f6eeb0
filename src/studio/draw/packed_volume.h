// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoke as a block of bytes (VolumeHeader in studio/src/link/protocol.ts), as coarse as a graphics card can march
// through it.

#pragma once

#include <string>

#include "studio/draw/kept.h"
#include "studio/draw/run_facts.h"
#include "weir/sim/volume.h"

namespace weir::studio {

// Samples along the longest side, at most.
constexpr int kMostSamples = 128;

struct SampledVolume {
  Vec3i size{1, 1, 1};
  Box3f box;                   // of the samples' cells
  float high = 1;              // the value of 255
  std::vector<uint8_t> value;  // x fastest
};

// Each the mean of the voxels that it covers, as far as the volume has tiles; `flat`: a single layer.
SampledVolume sample_volume(const Volume& volume, bool flat);

// InputError when there is no volume of that name, with those that there are.
std::string pack_volume(const std::vector<Volume>& volumes, bool flat, int frame, const std::string& name);
Kept::Bytes packed_volume(Kept& kept, const RunFacts& facts, int frame, const std::string& name);

}  // namespace weir::studio
