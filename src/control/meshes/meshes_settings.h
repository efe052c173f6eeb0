// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Directing by meshes (Raveendran et al. 2012): shapes of water, from a mesh a frame or from few of them.
//
// What each parameter means is in its help: meshes_settings.cpp.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "control/meshes/surface_detail.h"
#include "weir/geometry/shapes/shape.h"
#include "weir/scene/block_of.h"

namespace weir::meshes {

// A form that a control mesh takes at a frame; between keys it is morphed.
struct MeshKey {
  double frame = 1;
  Shape shape;
  double twist = 0;               // degrees
  std::optional<Vec3d> velocity;  // m/s
};

// Of a morph: where some of the vertices must be at a frame, or how fast.
struct MeshHold {
  Shape region;
  double frame = 1;
  std::optional<Vec3d> offset;    // m
  std::optional<Vec3d> velocity;  // m/s
};

// Part of a mesh that is held looser or tighter than the rest.
struct PaintedLooseness {
  Shape region;
  double looseness = 0.5;
  double falloff = 0;  // m
};

struct ControlMeshSettings {
  std::string name;
  std::optional<Shape> shape;
  std::vector<MeshKey> keys;
  std::vector<MeshHold> holds;
  std::optional<double> first, last;    // frames between which it controls
  Animated<double> looseness{0.0};      // 1 - alpha
  std::vector<PaintedLooseness> paint;  // later ones lie over earlier ones
  std::optional<SurfaceDetail> detail;
  std::optional<double> refill;  // s; none: by the size of the form
};

struct MeshesSettings {
  std::vector<ControlMeshSettings> meshes;
};

}  // namespace weir::meshes

namespace weir {
template <>
const Block& block_of<meshes::MeshKey>();
template <>
const Block& block_of<meshes::MeshHold>();
template <>
const Block& block_of<meshes::PaintedLooseness>();
template <>
const Block& block_of<meshes::ControlMeshSettings>();
template <>
const Block& block_of<meshes::MeshesSettings>();
}  // namespace weir
