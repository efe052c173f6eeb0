// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Shapes that the liquid takes at chosen frames, by simulating forward and backward from them and merging the result
// with a source simulation: Gowthaman, Paquette & Mould 2022, "Time ReversalSettings and Simulation Merging for
// Target-Driven Fluid Animation" (docs/reversal.md). Here is what the artist writes; the method is in control/reversal.
//
// What each parameter means is in its help: reversal_settings.cpp.

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "weir/geometry/shapes/shape.h"
#include "weir/scene/block_of.h"
#include "weir/scene/linked_path.h"
#include "weir/scene/solver_settings.h"

namespace weir::reversal {

// Where the liquid comes from that the targets are merged into: one of these.
struct ReversalSource {
  std::optional<LinkedPath> scene;  // is run first
  std::optional<RunName> run;       // was run before
  std::optional<std::filesystem::path> sequence;
  double rate = 24;  // of the sequence, frames a second
};

// Which of the source's particles may give their velocity (3.1.1, "additional restrictions").
struct VelocityFilter {
  Vec3d along{};
  double least = -1e4, most = 1e4;  // m/s
};

// Droplets around the shape that make its forming look less perfect (5.1).
struct Distractors {
  double share = 0.1;
  double distance = 0;  // m
};

struct ReversalTarget {
  std::string name;
  Shape shape;
  int frame = 1;
  std::optional<int> last;
  int every = 1;

  bool fill = false;
  double shell = 0;          // m, kappa_s
  double spacing = 0;        // m, h; 0: the solver's
  double keep_distance = 0;  // m, kappa_t
  std::string phase;         // empty: the first

  std::optional<Shape> region;
  std::vector<VelocityFilter> filters;
  double fraction = 0.25;                   // f
  Animated<double> amplification{1.0};      // gamma
  Animated<Vec3d> factors{Vec3d{1, 1, 1}};  // along each axis
  Animated<double> mesh_velocity{0.0};
  std::optional<Distractors> distractors;

  double forward = 0.5, backward = 0.5;  // s
  double middle = 0.15;                  // s
  uint64_t seed = 0;                     // besides the scene's

  int last_frame() const { return last.value_or(frame); }
};

enum class ReversalMode { merge, interact };

struct ReversalSettings {
  std::optional<ReversalSource> source;
  std::vector<ReversalTarget> targets;
  ReversalMode mode = ReversalMode::merge;
  double merge_distance = 0;             // m; 0: one spacing
  std::optional<SolverSettings> solver;  // of the target simulations; without one, the scene's
  Animated<double> drag{10.0};           // 1/s; mode interact: of targets on the source around them
  double settle = 1;                     // s
};

// Particles of other simulations that move through the liquid: it feels them, takes in those that end in it, and gives
// away those that begin in it. Made by reversal in its mode "interact".
struct MergedParticlesSettings {
  std::filesystem::path particles;
  Animated<double> drag{10.0};  // 1/s
  double reach = 0;             // m; 0: two spacings
  double settle = 1;            // s
};

}  // namespace weir::reversal

namespace weir {
template <>
const Block& block_of<reversal::ReversalSource>();
template <>
const Block& block_of<reversal::VelocityFilter>();
template <>
const Block& block_of<reversal::Distractors>();
template <>
const Block& block_of<reversal::ReversalTarget>();
template <>
const Block& block_of<reversal::ReversalSettings>();
template <>
const Block& block_of<reversal::MergedParticlesSettings>();
}  // namespace weir
