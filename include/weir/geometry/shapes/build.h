// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// From a Shape (what the artist wrote) to geometry at one frame: a signed distance field or a triangle mesh.
//
//   ShapeBuilder builder(0.01f, 24);
//   FieldPtr water = builder.field(shape, 1);
//   Mesh hull = builder.mesh(shape, 1);
//
// A builder keeps what is costly (read files, voxelised meshes, outlines of letters) for the next frame. Use one
// builder from one thread at a time; the fields it returns can be used from any number of threads.

#pragma once

#include <memory>

#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/field.h"
#include "weir/geometry/shapes/shape.h"

namespace weir {

class ShapeBuilder {
 public:
  // `resolution`: size (m) of the detail that must be kept, usually half the particle spacing or cell size.
  ShapeBuilder(float resolution, double frames_per_second);
  ~ShapeBuilder();

  FieldPtr field(const Shape& shape, double frame);
  // The field before its outermost transform, which the caller applies.
  FieldPtr own_field(const Shape& shape, double frame);
  // Closed, outward; but a mesh file is given as it is, even open: good enough for pictures, though not for a field.
  // Shapes of fixed connectivity (figure, hand, dolphin, boat, files) keep it over all frames.
  Mesh mesh(const Shape& shape, double frame);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The middle of a shape by the numbers that it was given; of those without any (a figure, a boat, a mesh in a file)
// their zero, of a union the mean of its parts. The first one is before its outermost transform.
Vec3d own_middle_of(const Shape& shape, double frame);
Vec3d middle_of(const Shape& shape, double frame);

// True when the shape's position or form depends on the frame (a keyframe anywhere inside it, or a mesh sequence).
bool moves(const Shape& shape);
// True when more than its outermost transform changes.
bool deforms(const Shape& shape);
// True when a field of its form at another frame takes long to build (a posed body, a mesh sequence).
bool costly_to_pose(const Shape& shape);

}  // namespace weir
