// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A morph that keeps volume (Raveendran et al. 2012, section 4): of all motions through the given keys, the one that
// changes velocities least,
//
//   F = sum_t sum_i |v_i^{t+1} - v_i^t|^2   (Eq. 1),   Volume(M_t) as wanted at every frame (Eq. 2),
//
// by the Schur complement (Eqs. 5-8). All keys make one motion. The matrix A of F is the same small one for every
// coordinate of every vertex (morph_time.h), so an iteration is three streams over rows of numbers, one row a
// coordinate with its frames side by side: area vectors, their products, the new positions.
//
// The paper holds the derivative of the volume, with normals and areas that are guessed and then found again (Eq. 3),
// since a direct constraint on the volume oscillated. What oscillates is Volume = sum x . n S / 3 with n S taken as
// fixed, which is wrong by a factor of 3 in its slope; with its true slope, Volume + sum n S / 3 . dx (Newton), the
// direct constraint converges in a few iterations and its error does not add up over frames.

#pragma once

#include <span>
#include <vector>

#include "weir/base/vec.h"

namespace weir::meshes {

struct MorphKey {
  int frame;
  std::vector<Vec3f> positions;
};

// Where a vertex must be at a frame that is no key, or how far it must go from a frame to the next.
struct MorphHold {
  uint32_t vertex;
  int frame;
  enum Kind { position, velocity } kind;
  Vec3f value;  // m, or m a frame
};

struct MorphTask {
  std::span<const Vec3i> triangles;  // of all keys; closed
  std::vector<MorphKey> keys;        // at least two, in the order of their frames
  std::vector<MorphHold> holds;
  bool flat = false;  // a body that is as thick everywhere along z: only x and y keep its volume
};

struct MorphResult {
  int first_frame = 0;
  std::vector<std::vector<Vec3f>> frames;  // positions, from the first key's frame to the last one's
  int iterations = 0;
  double volume_error = 0;  // largest, as a share of the wanted volume
  double objective = 0;     // F of Eq. 1, all vertices alike, with a frame as the unit of time
  double milliseconds = 0;  // that it took
};

// What the change of a vertex's velocity counts in F: the area around it in the keys, with a mean of 1. Eq. 1 counts
// every vertex alike: then small triangles are stiffer than large ones, and the surface of an irregular mesh crumples.
std::vector<float> morph_masses(const MorphTask& task);

// InputError when keys do not fit together, when holds cannot be met, or when no motion that keeps the volume is found.
MorphResult morph(const MorphTask& task);

// F of Eq. 1 for given positions, all vertices alike.
double morph_objective(std::span<const std::vector<Vec3f>> frames);

}  // namespace weir::meshes
