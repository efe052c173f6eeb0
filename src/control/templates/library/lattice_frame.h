// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The particles of a template's frame as whole numbers: positions on a lattice much finer than the particles are apart,
// velocities on one that suits the frame. Ids, masses and phases are exact.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "weir/sim/particles.h"

namespace weir::templates {

// What the frames of one template have in common.
struct FrameLattice {
  // Positions are off by at most half a step along each axis. A step is the spacing / (kSteps sqrt(dimensions)), so
  // that makes at most 0.96 % of the spacing in all.
  static constexpr double kSteps = 52;
  // The step of velocities is at most the root mean square speed of the frame / kVelocitySteps, or what makes
  // 1 / kTravelSteps of a position's step in one frame, whichever is more.
  static constexpr double kVelocitySteps = 192, kTravelSteps = 8;
  static constexpr double kMostSteps = 1 << 30;  // of the region, along an axis

  int dimensions = 3;
  Vec3d lower, size;  // of the region, m
  double step = 0;    // m
  double rate = 24;   // frames a second

  FrameLattice(int dimensions, const Box3d& box, double spacing, double rate);
  size_t axes() const { return static_cast<size_t>(dimensions); }
  double longest_edge() const { return dimensions == 3 ? max_component(size) : std::max(size.x, size.y); }
  // Whether the numbers stay in the bounds that the arithmetic is made for.
  bool fits() const { return longest_edge() < kMostSteps * step && step > 1e-12 && rate > 1e-6 && rate < 1e9; }
};

struct LatticeFrame {
  std::array<std::vector<int32_t>, 3> position;  // in steps from the lower corner; 2D: without the third
  std::array<std::vector<int32_t>, 3> velocity;  // in steps of 2^velocity_exponent m/s
  int velocity_exponent = 0;
  std::vector<uint64_t> id;
  std::vector<float> mass;
  std::vector<uint8_t> phase;

  size_t size() const { return id.size(); }
};

constexpr int kLeastVelocityExponent = -120, kMostVelocityExponent = 100;

// Particles in canonical space, all inside the region, finite, each with an id of its own. Those that are in `previous`
// (null for a key frame) come first and in its order, then the others along a Morton curve.
LatticeFrame to_lattice(const FrameLattice& lattice, const Particles& particles, const LatticeFrame* previous);
Particles from_lattice(const FrameLattice& lattice, const LatticeFrame& frame);

}  // namespace weir::templates
