// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames of a sequence whose particles keep their ids from frame to frame, and with them velocities of their motion.
// Files with ids are taken at their word. Where they have none, the order of particles counts as long as it is steady;
// where it is not, they are followed by their motion.
//
//   const FollowedSequence followed(sequence, sequence.frames(), 24);
//   followed.require_certain();
//   Particles particles = followed.read(12);
//   followed.add_velocities(particles, 12);   // for files that have none

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "weir/cache/sequence.h"

namespace weir::cache {

class FollowedSequence {
 public:
  // Reads all frames once when the first has no ids. `frames`: ascending. `rate`: how many of them a second; 0 when
  // that is not known, and then velocities in the files do not help.
  FollowedSequence(ParticleSequence sequence, std::vector<int> frames, double rate);

  bool certain() const { return problem_.empty(); }
  // InputError naming the first file in which the particles of the frame before cannot be told.
  void require_certain() const;

  // One of `frames`, in the order of the ids.
  Particles read(int frame) const;
  // Differences between the frame before and the one after; on one side where a particle is new or about to go.
  void add_velocities(Particles& particles, int frame) const;

 private:
  struct Known;
  void follow_all();
  void follow(Known& known, const Particles& now, int frame);
  std::vector<Vec3f> ways_after(const Particles& now, int frame) const;

  ParticleSequence sequence_;
  std::vector<int> frames_;
  double rate_;
  std::string problem_;
  int problem_frame_ = 0;
  uint64_t next_id_ = 0;
  std::map<int, std::vector<uint64_t>> ids_;  // of frames in which they are not the index
};

}  // namespace weir::cache
