// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Directing by rig and skin (Lu et al. 2019): a cloud of points, moved as a body and deformed without change of
// volume, that the liquid follows.
//
// What each parameter means is in its help: rig_settings.cpp.

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "weir/geometry/sampling/sampling.h"
#include "weir/geometry/shapes/shape.h"
#include "weir/scene/block_of.h"

namespace weir::rig {

// What deforms a rig, in the space it is placed in before its motion. All act at the same time; each has no divergence,
// so their sum has none either.
// Takes the inside of a ball (or of an egg around a segment) along, and what is around it less and less.
struct Move {
  Animated<Vec3d> by{Vec3d{}};  // m
  Vec3d centre{};
  std::optional<Vec3d> end;
  double inner = 0.25, outer = 0.5;  // m
};
// The same for a box with round edges.
struct Stamp {
  Animated<Vec3d> by{Vec3d{}};
  Vec3d centre{};
  Vec3d size{0.5, 0.5, 0.5};  // m
  double falloff = 0.5;       // of the size
};
// Turns what is beyond a plane about an axis.
struct Bend {
  Animated<double> degrees{0.0};
  Vec3d axis{0, 0, 1};
  Vec3d centre{};
  Vec3d normal{0, 1, 0};
  double from = -0.25, to = 0.25;  // m
};
// Turns about an axis, farther the farther along it.
struct Twist {
  Animated<double> degrees{0.0};
  Vec3d axis{0, 1, 0};
  Vec3d centre{};
  double from = -0.5, to = 0.5;        // m
  std::optional<double> inner, outer;  // m from the axis; without them it reaches everywhere
};
// Rising, turning air: drawn in at the foot, spread at the head.
struct Tornado {
  Vec3d axis{0, 1, 0};
  Vec3d centre{};                   // of its foot
  double radius = 0.3, height = 2;  // m
  Animated<double> turns{1.0};
  Animated<double> lift{1.0};  // m/s, in the core
};
// Turbulence (Bridson, Hourihan & Nordenstam 2007).
struct CurlNoise {
  double size = 0.5;            // m of an eddy
  Animated<double> speed{0.5};  // m/s
  double change = 1;
  int pattern = 0;
};

using RigField = std::variant<Move, Stamp, Bend, Twist, Tornado, CurlNoise>;

struct RigDeformation {
  RigField kind;
};

// Motion as formulas of time (base/formula.h): metres, and degrees about x, y, z in this order.
struct RigFormula {
  std::vector<std::string> translate{"0", "0", "0"}, rotate{"0", "0", "0"};
};

enum class RigSampling { lattice, poisson };
// Whose gradient a skin goes by: the flow as it is, the flow without what the rig did to it (v_A), curl noise.
enum class RigFeatures { flow, original, turbulence };

// Linear flow skinning: what the velocity's gradient becomes around the rig, in every step.
struct RigSkin {
  Animated<double> lambda1{0.01};  // m2
  Animated<double> lambda0{1.0};
  RigFeatures features = RigFeatures::flow;                     // grad v_1
  Animated<double> vorticity{1.0}, expansion{1.0}, shear{1.0};  // alpha_R, alpha_V, alpha_S
  Animated<double> turbulence{0.5};                             // m/s
  double turbulence_size = 0.1;                                 // m
  bool incompressible = false;
};

struct RigSettings {
  std::optional<Shape> shape;                   // sampled as it is at `first`
  std::optional<std::filesystem::path> points;  // "x y z" lines instead
  RigSampling sampling = RigSampling::lattice;
  std::optional<double> spacing;    // of rig points, in the solver's spacings; none: by the shape's thickness
  double first = -1e9, last = 1e9;  // frames between which it acts
  Transform motion;
  std::optional<RigFormula> formula;
  std::vector<RigDeformation> deformations;
  std::vector<double> keyframes;
  bool stays = false;
  std::string phase;                // empty: all phases
  Animated<double> strength{1.0};   // of all drags
  double radius = 6;                // R
  Animated<double> viscous{100.0};  // D_V, 1/s
  Animated<double> turbulent{0.0};  // D_T, 1/m
  Animated<double> inertial{1.0};   // D_I
  Animated<double> hold{0.0};       // share of the viscous drag that also acts against the liquid's own motion
  std::optional<RigSkin> skin;
};

}  // namespace weir::rig

namespace weir {
template <>
const Block& block_of<rig::Move>();
template <>
const Block& block_of<rig::Stamp>();
template <>
const Block& block_of<rig::Bend>();
template <>
const Block& block_of<rig::Twist>();
template <>
const Block& block_of<rig::Tornado>();
template <>
const Block& block_of<rig::CurlNoise>();
template <>
const Block& block_of<rig::RigDeformation>();
template <>
const Block& block_of<rig::RigFormula>();
template <>
const Block& block_of<rig::RigSkin>();
template <>
const Block& block_of<rig::RigSettings>();
}  // namespace weir
