// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What directors have to show besides the liquid: control and repulsion particles, template boxes, points of a rig,
// outlines of guides and targets. Drawn over everything else. Lengths in metres, colours linear
// (weir/base/colour.h).

#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "weir/base/vec.h"
#include "weir/geometry/mesh/mesh.h"
#include "weir/sim/particles.h"
#include "weir/sim/solids.h"

namespace weir {

struct Overlay {
  struct Point {
    Vec3f position;
    Vec3f colour;
    float radius = 0;  // m; never smaller than can be seen
  };
  // The edges of a box that may be turned.
  struct Box {
    Box3d box;
    Affine placed{};
    Vec3f colour;
  };
  struct Polyline {
    std::vector<Vec3f> points;
    Vec3f colour;
    bool closed = false;
  };
  // Drawn as its outline seen from the camera.
  struct Outlined {
    Mesh mesh;
    Vec3f colour;
  };

  std::vector<Point> points;
  std::vector<Box> boxes;
  std::vector<Polyline> lines;
  std::vector<Outlined> meshes;
};

// What one director of a finished run has to show, found again from its scene and its folder.
class DirectorOverlay {
 public:
  virtual ~DirectorOverlay() = default;

  // Adds what it does at a frame. `bodies`: where solids are that the liquid moves.
  virtual void add(int frame, const Particles& particles, std::span<const RigidPose> bodies, Overlay& overlay) = 0;
  // What its colours mean.
  virtual std::vector<std::pair<std::string, Vec3f>> legend() const = 0;
};

}  // namespace weir
