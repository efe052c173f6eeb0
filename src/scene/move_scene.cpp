// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "scene/move_scene.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "scene/blocks.h"
#include "weir/geometry/shapes/transform.h"

namespace weir {

namespace {

bool has_places(const Block& kind) {
  return std::any_of(kind.parameters.begin(), kind.parameters.end(), [](const Block::Parameter& p) {
    std::vector<const Block*> inside;
    p.codec->blocks(inside);
    return p.info.place || !inside.empty();  // or other shapes
  });
}

// Some point of a shape, by its own numbers: those without any are about zero.
struct OwnPlace {
  Vec3d operator()(const shapes::Box& box) const { return (box.lower + box.upper) * 0.5; }
  Vec3d operator()(const shapes::Sphere& sphere) const { return sphere.centre; }
  Vec3d operator()(const shapes::Capsule& capsule) const { return capsule.from; }
  Vec3d operator()(const shapes::Plane& plane) const { return plane.point; }
  Vec3d operator()(const shapes::MeshFile& file) const { return file.offset; }
  template <class Kind>
  Vec3d operator()(const Kind& kind) const {
    if constexpr (requires { kind.shapes; }) {
      if (!kind.shapes.empty()) return of(kind.shapes.front(), 1);
    }
    return {};
  }
  static Vec3d of(const Shape& shape, double frame) {
    return affine_at(shape.transform, frame).point(std::visit(OwnPlace(), shape.kind));
  }
};

Vec3d nearest_to_zero(const shapes::Plane& plane) {
  return plane.normal * (dot(plane.point, plane.normal) / length_squared(plane.normal));
}

// Where the scene is; nothing when only its files could tell.
std::optional<Box3d> place_of(const Scene& scene) {
  if (scene.domain) return Box3d{scene.domain->lower, scene.domain->upper};
  Box3d box;
  for (const Liquid& liquid : scene.liquids) {
    if (!liquid.particles) box.include(OwnPlace::of(liquid.shape, scene.frames.first));
  }
  for (const Emitter& emitter : scene.emitters) box.include(OwnPlace::of(emitter.shape, scene.frames.first));
  return box.empty() ? std::nullopt : std::optional(box);
}

// The least power of ten that is not below this.
double ten_to(double least) { return std::pow(10.0, std::ceil(std::log10(least))); }

}  // namespace

double distance_from_zero(const Box3d& box, int dimensions) {
  double farthest = 0;
  for (int axis = 0; axis < dimensions; ++axis) farthest = std::max({farthest, box.lower[axis], -box.upper[axis]});
  return farthest;
}

// That of the two is moved which is far, the shape by its own numbers or its transform, so that neither is far
// afterwards: shapes are made into fields in their own space.
void move_shape(Shape& shape, const PlaceMove& move) {
  for (const Block::Kind& kind : block_of<Shape>().all_kinds()) {
    const void* own = kind.get(&shape);
    if (!own) continue;
    std::vector<Key<Vec3d>>& way = shape.transform.translate.keys;
    if (!has_places(*kind.block) || length(move(way[0].value)) < length(way[0].value)) {
      for (Key<Vec3d>& key : way) key.value = move(key.value);
    } else {
      kind.block->move(const_cast<void*>(own), move);
      shape.transform.pivot = move(shape.transform.pivot);
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
