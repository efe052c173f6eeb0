// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Shapes that the liquid takes at chosen frames, by simulating forward and backward from them and merging the result
// with a source simulation: Gowthaman, Paquette & Mould 2022, "Time ReversalSettings and Simulation Merging for
// Target-Driven Fluid Animation" (docs/reversal.md). Here is what the artist writes; the method is in control/reversal.

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "geometry/shapes/shape.h"
#include "scene/block_of.h"
#include "scene/linked_path.h"
#include "scene/solver_settings.h"

namespace weir::reversal {

// Where the liquid comes from that the targets are merged into: one of these.
struct ReversalSource {
  std::optional<LinkedPath> scene;                // is run first
  std::optional<RunName> run;                     // was run before
  std::optional<std::filesystem::path> sequence;  // particle files of any simulator that keeps ids
  double rate = 24;                               // of the sequence, frames a second
};

// Which of the source's particles may give their velocity (3.1.1, "additional restrictions").
struct VelocityFilter {
  Vec3d along{};                    // direction; without one it is the speed that counts
  double least = -1e4, most = 1e4;  // m/s
};

// Droplets around the shape that make its forming look less perfect (5.1).
struct Distractors {
  double share = 0.1;   // of the target's particles
  double distance = 0;  // m around the shape; 0: ten spacings
};

struct ReversalTarget {
  std::string name;
  Shape shape;
  int frame = 1;
  std::optional<int> last;  // the shape lasts, or moves, until this frame (3.2)
  int every = 1;            // frames between its target simulations

  bool fill = false;
  double shell = 0;          // m, kappa_s; 0: one and a half spacings
  double spacing = 0;        // m, h; 0: the solver's
  double keep_distance = 0;  // m, kappa_t; 0: one spacing
  std::string phase;         // empty: the first

  std::optional<Shape> region;  // of the source whose velocities are taken; everywhere without one
  std::vector<VelocityFilter> filters;
  double fraction = 0.25;                   // f
  Animated<double> amplification{1.0};      // gamma
  Animated<Vec3d> factors{Vec3d{1, 1, 1}};  // along each axis
  Animated<double> mesh_velocity{0.0};      // share of the shape's own velocity
  std::optional<Distractors> distractors;

  double forward = 0.5, backward = 0.5;  // s
  double middle = 0.15;                  // s, towards neighbouring frames of the same target
  uint64_t seed = 0;                     // besides the scene's

  int last_frame() const { return last.value_or(frame); }
};

enum class ReversalMode { merge, interact };

struct ReversalSettings {
  std::optional<ReversalSource> source;  // without one, the scene's own liquids
  std::vector<ReversalTarget> targets;
  ReversalMode mode = ReversalMode::merge;
  double merge_distance = 0;             // m; 0: one spacing
  std::optional<SolverSettings> solver;  // of the target simulations; without one, the scene's
  Animated<double> drag{10.0};           // 1/s; mode interact: of targets on the source around them
  double settle = 1;                     // s; mode interact: in which liquid that came in excess is taken back
};

// Particles of other simulations that move through the liquid: it feels them, takes in those that end in it, and gives
// away those that begin in it. Made by reversal in its mode "interact".
struct MergedParticlesSettings {
  std::filesystem::path
      particles;                // files, #### for the frame; `temporary` marks those that are taken in or given away
  Animated<double> drag{10.0};  // 1/s
  double reach = 0;             // m; 0: two spacings
  double settle = 1;            // s in which liquid that came in excess is taken back
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
