// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The surface of a solid as small pieces, for integrals over it, wherever the solid is.

#pragma once

#include <span>
#include <vector>

#include "weir/geometry/shapes/build.h"
#include "weir/scene/scene.h"
#include "weir/sim/solids.h"

namespace weir {

struct SurfacePiece {
  Vec3f middle, normal;  // outward, of length 1
  float area = 0;        // m2; 2D: m
};

class SolidSurface {
 public:
  // `path` of the solid in the scene, for messages. InputError for a solid that reaches without limit. Scene and
  // builder must outlive it.
  SolidSurface(const Scene& scene, size_t solid, const std::string& path, ShapeBuilder& builder);

  // At a frame; a rigid one where its pose says.
  const std::vector<SurfacePiece>& at(double frame, std::span<const RigidPose> rigid);

 private:
  std::vector<SurfacePiece> pieces_at(double frame) const;

  const Scene& scene_;
  const size_t solid_;
  ShapeBuilder& builder_;
  bool keeps_form_;  // moves rigidly if at all
  std::vector<SurfacePiece> first_, now_;
};

}  // namespace weir
