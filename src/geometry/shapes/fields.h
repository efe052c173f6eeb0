// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The fields a shape is made of. Sizes are taken as sound here (build.cpp checks what the artist wrote); all distances
// are exact unless a function says otherwise.

#pragma once

#include <vector>

#include "geometry/shapes/outline.h"
#include "weir/geometry/shapes/field.h"

namespace weir {

FieldPtr box_field(const Box3d& box);
FieldPtr sphere_field(const Vec3d& centre, double radius);
FieldPtr cylinder_field(double radius, double height);  // axis along y, centred at the origin
FieldPtr capsule_field(const Vec3d& from, const Vec3d& to, double radius);
// The hull of two balls: a capsule whose radius changes along it.
FieldPtr round_cone_field(const Vec3d& from, const Vec3d& to, double radius_from, double radius_to);
FieldPtr ellipsoid_field(const Vec3d& centre, const Vec3d& radii);
FieldPtr torus_field(double radius, double tube);  // around the y axis
FieldPtr plane_field(const Vec3d& point, const Vec3d& normal);
// What an outline in the xy plane fills, from z = -thickness / 2 to thickness / 2.
FieldPtr extruded_field(const Outline& outline, double thickness);

// Booleans: exact on the outside of a plain union and the inside of a plain intersection, elsewhere a bound that no
// march oversteps. `smooth` (m) rounds the seams: where two parts' distances differ by less, a quadratic joins them.
FieldPtr union_field(std::vector<FieldPtr> parts, double smooth);
FieldPtr intersection_field(std::vector<FieldPtr> parts, double smooth);
FieldPtr difference_field(std::vector<FieldPtr> parts, double smooth);  // the first without the others

// A field moved by `affine`, which changes by `rate` (1/s). Exact when the scale is the same along all axes; otherwise
// the smallest scale bounds the distance.
FieldPtr transformed_field(FieldPtr field, const Affine& affine, const Affine& rate = {Mat3d::diagonal({}), {}});

// Largest and smallest stretch of a linear map.
struct Stretch {
  double smallest, largest;
};
Stretch stretch_of(const Mat3d& linear);

// Points that composed fields treat at a time, so that their scratch lies on the stack.
constexpr size_t kFieldChunk = 256;

}  // namespace weir
