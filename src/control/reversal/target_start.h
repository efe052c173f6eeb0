// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a target simulation starts with (Gowthaman et al. 2022, 3.1.1): particles in a shell under the surface of the
// target shape, and velocities sampled from the source.

#pragma once

#include <span>
#include <vector>

#include "control/reversal/reversal_settings.h"
#include "weir/geometry/shapes/field.h"
#include "weir/sim/particles.h"

namespace weir::reversal {

// Lengths of a target (m) with the defaults worked in.
struct TargetLengths {
  float spacing;        // h
  float shell;          // kappa_s
  float keep_distance;  // kappa_t
  float distractors;    // around the shape
};
TargetLengths lengths_of(const ReversalTarget& target, double solver_spacing);

// Poisson-disc samples with a distance of h, within kappa_s of the surface or in the whole inside.
std::vector<Vec3f> sample_target(const Field& shape, const ReversalTarget& target, const TargetLengths& lengths,
                                 int dimensions, uint64_t seed);

// `count` random points (fewer where they do not fit) around the shape, no closer to each other or to it than h.
std::vector<Vec3f> sample_distractors(const Field& shape, const TargetLengths& lengths, size_t count, int dimensions,
                                      uint64_t seed);

// Velocities of the source's particles that lie in the region (everywhere without one) and pass every filter, in the
// order of the source.
std::vector<Vec3f> eligible_velocities(const Particles& source, const Field* region,
                                       std::span<const VelocityFilter> filters);

// A share f of the points, chosen at random, gets eligible velocities, chosen at random; the others' are interpolated
// among these by Shepard's method. There must be at least one eligible velocity.
std::vector<Vec3f> sample_velocities(std::span<const Vec3f> points, std::span<const Vec3f> eligible, double fraction,
                                     uint64_t seed);

// gamma and the factors of each axis, then the share of the shape's own velocity.
void adjust_velocities(const Field& shape, const ReversalTarget& target, double frame, std::span<const Vec3f> points,
                       std::span<Vec3f> velocity);

}  // namespace weir::reversal
