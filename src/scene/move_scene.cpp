// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "scene/move_scene.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "scene/blocks.h"
#include "weir/geometry/shapes/build.h"

namespace weir {

namespace {

bool has_places(const Block& kind) {
  return std::any_of(kind.parameters.begin(), kind.parameters.end(), [](const Block::Parameter& p) {
    std::vector<const Block*> inside;
    p.codec->blocks(inside);
    return p.info.place || !inside.empty();  // or other shapes
  });
}

Vec3d nearest_to_zero(const shapes::Plane& plane) {
  return plane.normal * (dot(plane.point, plane.normal) / length_squared(plane.normal));
}

// Where the scene is; nothing when only its files could tell.
std::optional<Box3d> place_of(const Scene& scene) {
  if (scene.domain) return Box3d{scene.domain->lower, scene.domain->upper};
  Box3d box;
  for (const Liquid& liquid : scene.liquids) {
    if (!liquid.particles) box.include(middle_of(liquid.shape, scene.frames.first));
  }
  for (const Emitter& emitter : scene.emitters) box.include(middle_of(emitter.shape, scene.frames.first));
  return box.empty() ? std::nullopt : std::optional(box);
}

// The least power of ten that is not below this.
double ten_to(double least) { return std::pow(10.0, std::ceil(std::log10(least))); }

void move_carrier(Transform& transform, const PlaceMove& move) {
  if (!transform.carrier) return;
  auto carrier = std::make_shared<Carrier>(*transform.carrier);
  move_placed(carrier->transform, move);
  transform.carrier = std::move(carrier);
}

}  // namespace

double distance_from_zero(const Box3d& box, int dimensions) {
  double farthest = 0;
  for (int axis = 0; axis < dimensions; ++axis) farthest = std::max({farthest, box.lower[axis], -box.upper[axis]});
  return farthest;
}

void move_placed(Transform& transform, const PlaceMove& move) {
  if (transform.path) {
    block_of<Path>().move(&*transform.path, move);
  } else {
    for (Key<Vec3d>& key : transform.translate.keys) key.value = move(key.value);
  }
  move_carrier(transform, move);
}

void move_within(Transform& transform, const PlaceMove& move) {
  if (transform.path) block_of<Path>().move(&*transform.path, move);
  if (transform.pivot || !transform.path) transform.pivot = move(transform.pivot.value_or(Vec3d{}));
  move_carrier(transform, move);
}

// That of the two is moved which is far, the shape by its own numbers or its transform, so that neither is far
// afterwards: shapes are made into fields in their own space. A path is moved in any case, and takes the shape with it.
void move_shape(Shape& shape, const PlaceMove& move) {
  for (const Block::Kind& kind : block_of<Shape>().all_kinds()) {
    const void* own = kind.get(&shape);
    if (!own) continue;
    Transform& transform = shape.transform;
    const auto nearer = [&](const Vec3d& place) { return length(move(place)) < length(place); };
    const bool own_numbers = has_places(*kind.block) && (transform.path ? nearer(own_middle_of(shape, 1))
                                                                        : !nearer(transform.translate.keys[0].value));
    if (!own_numbers) {
      move_placed(transform, move);
    } else {
      kind.block->move(const_cast<void*>(own), move);
      move_within(transform, move);
      if (auto* plane = std::get_if<shapes::Plane>(&shape.kind)) plane->point = nearest_to_zero(*plane);
    }
  }
}

Scene counted_from(Scene scene, const Vec3d& origin) {
  if (origin == scene.origin) return scene;
  const PlaceMove move{.by = scene.origin - origin, .grains = 1e6 * ten_to(1 / scene.solver.spacing)};
  block_of<Scene>().move(&scene, move);
  scene.origin = origin;
  return scene;
}

void move_near_zero(Scene& scene) {
  const std::optional<Box3d> box = place_of(scene);
  const double spacing = scene.solver.spacing;
  if (!box || distance_from_zero(*box, scene.dimensions) <= kFarthestSpacings * spacing) return;
  // A round number, so that places keep the digits that they were written with.
  const double step = ten_to(std::max(length(box->size()), 64 * spacing));
  Vec3d origin = scene.origin;
  for (int axis = 0; axis < scene.dimensions; ++axis) origin[axis] += std::round(box->centre()[axis] / step) * step;
  scene = counted_from(std::move(scene), origin);
}

}  // namespace weir
