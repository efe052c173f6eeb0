// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Directing by meshes (Raveendran et al. 2012): shapes of water, from a mesh a frame or from few of them.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "control/meshes/surface_detail.h"
#include "geometry/shapes/shape.h"
#include "scene/block_of.h"

namespace weir::meshes {

// A form that a control mesh takes at a frame; between keys it is morphed.
struct MeshKey {
  double frame = 1;
  Shape shape;
  double twist = 0;               // degrees its top is turned about y against its bottom
  std::optional<Vec3d> velocity;  // m/s of all of it just after the frame
};

// Of a morph: where some of the vertices must be at a frame, or how fast.
struct MeshHold {
  Shape region;  // holds the vertices of the first key that are in it
  double frame = 1;
  std::optional<Vec3d> offset;    // m from where they are in the first key
  std::optional<Vec3d> velocity;  // m/s
};

// Part of a mesh that is held looser or tighter than the rest.
struct PaintedLooseness {
  Shape region;  // paints the vertices that are in it at the mesh's first frame, and stays with them
  double looseness = 0.5;
  double falloff = 0;  // m around the region over which it goes over to that of the rest
};

struct ControlMeshSettings {
  std::string name;
  std::optional<Shape> shape;
  std::vector<MeshKey> keys;
  std::vector<MeshHold> holds;
  std::optional<double> first, last;    // frames between which it controls
  Animated<double> looseness{0.0};      // 1 - alpha
  std::vector<PaintedLooseness> paint;  // later ones lie over earlier ones
  std::optional<SurfaceDetail> detail;  // of the solver's tracked surface
  double refill = 0.25;                 // s in which most of what is missing comes back; 0: never
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
