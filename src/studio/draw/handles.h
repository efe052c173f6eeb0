// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What of a scene can be taken hold of and moved: every transform, every place and every direction that its blocks
// declare (Info::place, Info::direction in weir/scene/parameter.h), found by walking through them, so that whatever
// gets a place in the scene gets a handle.

#pragma once

#include <string>
#include <vector>

#include "weir/scene/scene.h"
#include "weir/sim/setup.h"

namespace weir::studio {

// In scenes that are far from zero, all is counted from the origin of the scene, but for a place's value, which is as
// it is written.
struct Handle {
  enum class Kind { transform, place, direction };

  std::string path;   // of the thing
  std::string edits;  // where it is written
  Kind kind = Kind::place;
  std::vector<std::string> can = {};  // what of it is written: "translate", "rotate", "scale" or "size"; or "value"
  Vec3d pivot{};                      // where the gizmo stands
  Affine placed{};                    // of a transform: from its own space
  Affine parent{};                    // in which it is written: what carries it, or the path along which it goes
  Vec3d about{};                      // the fixed point of scale and rotate, in its own space
  Vec3d translate{}, rotate{}, scale{1, 1, 1};  // at the frame, as written; of the others the value is `translate`
};

// `setup`: of the scene at that frame.
std::vector<Handle> handles_of(const Scene& scene, const Setup& setup, double frame);

// Turns about x, then y, then z, in degrees.
Vec3d euler_degrees_of(const Mat3d& turn);

}  // namespace weir::studio
