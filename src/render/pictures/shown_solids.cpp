// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/pictures/shown_solids.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/shapes/fields.h"
#include "sim/in_scene.h"
#include "weir/geometry/shapes/transform.h"

namespace weir::render {

namespace {

bool reaches_without_limit(const Shape& shape) {
  const auto any = [](const std::vector<Shape>& parts) {
    return std::any_of(parts.begin(), parts.end(), reaches_without_limit);
  };
  if (std::holds_alternative<shapes::Plane>(shape.kind)) return true;
  if (const auto* join = std::get_if<shapes::Union>(&shape.kind)) return any(join->shapes);
  if (const auto* meet = std::get_if<shapes::Intersection>(&shape.kind)) {
    return std::all_of(meet->shapes.begin(), meet->shapes.end(), reaches_without_limit);
  }
  if (const auto* rest = std::get_if<shapes::Difference>(&shape.kind))
    return reaches_without_limit(rest->shapes.front());
  return false;
}

// The part of a polygon on one side: where sign * p[axis] is at most sign * limit.
std::vector<Vec3d> cut(const std::vector<Vec3d>& polygon, int axis, double limit, double sign) {
  std::vector<Vec3d> kept;
  for (size_t i = 0; i < polygon.size(); ++i) {
    const Vec3d &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double outside_a = sign * (a[axis] - limit), outside_b = sign * (b[axis] - limit);
    if (outside_a <= 0) kept.push_back(a);
    if ((outside_a <= 0) != (outside_b <= 0)) kept.push_back(lerp(a, b, outside_a / (outside_a - outside_b)));
  }
  return kept;
}

// Only its surface, cut along the limits.
Mesh plane_within(const Shape& shape, double frame, const Box3f& limits) {
  const auto& plane = std::get<shapes::Plane>(shape.kind);
  const Affine placed = affine_at(shape.transform, frame);
  const Vec3d normal = normalized(placed.linear.inverse().transposed() * plane.normal);
  const Vec3d across = normalized(cross(normal, std::abs(normal.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}));
  const Vec3d middle(limits.centre());
  const Vec3d centre = middle - normal * dot(middle - placed.point(plane.point), normal);
  const double reach = 2 * length(Vec3d(limits.size()));
  const Vec3d x = across * reach, y = cross(normal, across) * reach;
  std::vector<Vec3d> polygon{centre - x - y, centre + x - y, centre + x + y, centre - x + y};
  for (int axis = 0; axis < 3; ++axis) {
    polygon = cut(cut(polygon, axis, limits.lower[axis], -1), axis, limits.upper[axis], 1);
  }
  Mesh mesh;
  for (const Vec3d& p : polygon) mesh.positions.push_back(Vec3f(p));
  for (int i = 2; i < static_cast<int>(polygon.size()); ++i) mesh.triangles.push_back({0, i - 1, i});
  return mesh;
}

// Coarse: such shapes are large, and what is cut off is not detailed.
Mesh mesh_within(const Shape& shape, double frame, const Box3f& limits, double rate) {
  if (std::holds_alternative<shapes::Plane>(shape.kind)) return plane_within(shape, frame, limits);
  Shape box;
  box.kind = shapes::Box{Vec3d(limits.lower), Vec3d(limits.upper)};
  Shape both;
  both.kind = shapes::Intersection{{shape, box}};
  ShapeBuilder coarse(max_component(limits.size()) / 100, rate);
  try {
    return coarse.mesh(both, frame);
  } catch (const InputError&) {
    return {};  // nothing of it lies there
  }
}

}  // namespace

ShownSolids::ShownSolids(const ShownRun& run)
    : run_(run),
      builder_(static_cast<float>(0.5 * run.scene.solver.spacing), run.scene.frames.rate),
      still_(run.scene.solids.size()) {}

const Affine* ShownSolids::pose(size_t index, int frame) const {
  const auto bodies = run_.bodies.find(frame);
  if (bodies == run_.bodies.end()) return nullptr;
  for (const cache::BodyPose& body : bodies->second) {
    if (body.solid == index) return &body.pose;
  }
  return nullptr;
}

bool ShownSolids::build(size_t index, int frame, const Box3f& limits, ShownSolid& shown) {
  const Scene& scene = run_.scene;
  const Solid& solid = scene.solids[index];
  const Affine* moved = solid.rigid ? pose(index, frame) : nullptr;
  if (solid.rigid && !moved) return false;
  const double built_at = solid.rigid ? scene.frames.first : run_.scene_frame(frame);
  shown.colour = Vec3f(solid.colour.rgb);
  if (scene.dimensions == 2) {
    shown.field = builder_.field(solid.shape, built_at);
    if (moved) shown.field = transformed_field(shown.field, *moved);
    return true;
  }
  shown.mesh = reaches_without_limit(solid.shape) ? mesh_within(solid.shape, built_at, limits, scene.frames.rate)
                                                  : builder_.mesh(solid.shape, built_at);
  if (moved) transform(shown.mesh, *moved);
  return true;
}

std::vector<ShownSolid> ShownSolids::at(int frame, const Box3f& limits) {
  const std::vector<Solid>& solids = run_.scene.solids;
  std::vector<ShownSolid> shown;
  std::vector<Problem> problems;
  for (size_t i = 0; i < solids.size(); ++i) {
    if (!solids[i].visible) continue;
    in_scene(run_.scene, fmt::format("solids[{}].shape", i), problems, [&] {
      if (still_[i]) return shown.push_back(*still_[i]);
      ShownSolid solid;
      if (!build(i, frame, limits, solid)) return;
      shown.push_back(solid);
      if (!solids[i].rigid && !moves(solids[i].shape)) still_[i] = std::move(solid);
    });
  }
  if (!problems.empty()) throw InputError(problems);
  return shown;
}

Box3f ShownSolids::moving_bounds(int frame) {
  const std::vector<Solid>& solids = run_.scene.solids;
  Box3f box;
  std::vector<Problem> problems;
  for (size_t i = 0; i < solids.size(); ++i) {
    const bool moving = solids[i].rigid || moves(solids[i].shape);
    if (!solids[i].visible || !moving || reaches_without_limit(solids[i].shape)) continue;
    in_scene(run_.scene, fmt::format("solids[{}].shape", i), problems, [&] {
      ShownSolid solid;
      if (!build(i, frame, {}, solid)) return;
      box.include(solid.field ? solid.field->bounds() : bounds(solid.mesh));
    });
  }
  if (!problems.empty()) throw InputError(problems);
  return box;
}

}  // namespace weir::render
