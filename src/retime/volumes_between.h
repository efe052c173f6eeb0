// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The volumes at a moment between two frames. Every voxel looks back to where what is in it was in the first frame, and
// ahead to where it is in the second, and takes a share of both: what moves, moves, where a plain cross-fade would show
// it twice. The ways are those of the particles around, or else of the velocities in the files.

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "retime/particles_between.h"
#include "weir/sim/volume.h"

namespace weir::retime {

// Particles at the moment, and the ways from there to where they are in the two frames, m.
struct Ways {
  std::vector<Vec3f> position, back, ahead;
};
Ways ways_of(const ParticlesBetween& between, const Particles& before, const Particles& after, const Pairs& pairs);

// By its name.
bool is_velocity(const Volume& volume);

// Flags the points, up to so far (m) outside, in what smoke comes from: there it stands still.
using Emits = std::function<void(std::span<const Vec3f> points, float reach, std::span<uint8_t> emitted)>;

// Volumes of the same name belong together; one that is in one frame alone comes out of nothing, or fades to it.
// `flat`: of a 2D scene. Velocities are those of the run, whatever speed it is shown at.
std::vector<Volume> volumes_between(const std::vector<Volume>& before, const std::vector<Volume>& after,
                                    const Ways& ways, const Moment& moment, const Emits& emits, bool flat);

}  // namespace weir::retime
