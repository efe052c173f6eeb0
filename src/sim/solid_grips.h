// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How solids and walls hold liquid that touches them: what the scene says of each, and what an artist has painted on
// the vertices of a mesh. The properties `friction`, `stickiness` and `adhesion` of a PLY file are shares, from 0 to 1,
// of what the solid has.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "geometry/shapes/painted_numbers.h"
#include "weir/geometry/shapes/build.h"
#include "weir/scene/scene.h"

namespace weir {

struct SolidGrip {
  float friction = 0;               // Coulomb's coefficient
  std::optional<float> stickiness;  // none: as the solver does by itself
  float adhesion = 0;               // m/s2
};

class SolidGrips {
 public:
  // InputError for paint that is not from 0 to 1.
  explicit SolidGrips(const Scene& scene);

  // Whether the scene says anything of the kind.
  bool any() const { return any_; }
  bool any_adhesion() const { return any_adhesion_; }

  size_t size() const { return solids_.size(); }
  const SolidGrip& of_walls() const { return walls_; }
  const SolidGrip& of_solid(size_t solid) const { return solids_[solid].grip; }
  bool is_painted(size_t solid) const;
  // At points in or near the surface of a solid as it is at a frame. From one thread at a time.
  std::vector<SolidGrip> of_solid(size_t solid, std::span<const Vec3f> points, ShapeBuilder& builder,
                                  double frame) const;

 private:
  struct OfSolid {
    SolidGrip grip;
    std::vector<PaintedNumbers> painted;  // as kGripNames
  };
  // The mesh that paint lies on, as it was asked for last.
  struct Surface {
    Surface(Mesh m, double at) : mesh(std::move(m)), tree(mesh), frame(at) {}
    Mesh mesh;
    TriangleTree tree;
    double frame;
  };
  const Surface& surface(size_t solid, ShapeBuilder& builder, double frame) const;

  const Scene& scene_;
  mutable std::vector<std::unique_ptr<Surface>> surfaces_;
  SolidGrip walls_;
  std::vector<OfSolid> solids_;
  bool any_ = false, any_adhesion_ = false;
};

// What the speed along a solid is divided by, less 1, when liquid touches it for a while: it loses `stickiness` of it
// for each spacing that it slides, v(x) = v (1 - stickiness)^(x / spacing), so v' = v / (1 + drag). `way`: how far it
// would slide meanwhile, in spacings. No more than a hundredth is left of what sticks entirely.
float sticky_drag(float stickiness, float way);

// Adds, as problems, what the solver would ignore: friction or stickiness, adhesion, and paint of either, also
// where a solid has nothing that paint could be a share of.
void refuse_grips(const Scene& scene, bool has_friction, bool has_adhesion, std::vector<Problem>& problems);

}  // namespace weir
