// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "scene/mirror_time.h"

#include <algorithm>

namespace weir {

namespace {

template <class T>
void mirror(Animated<T>& value, double about) {
  if (!value.moves()) return;
  std::reverse(value.keys.begin(), value.keys.end());
  for (Key<T>& key : value.keys) key.frame = 2 * about - key.frame;
  if (value.between != Interpolation::step) return;
  // A step holds a key's value until the next key: backward, until the key before.
  for (size_t i = value.keys.size() - 1; i > 0; --i) value.keys[i].frame = value.keys[i - 1].frame;
  value.keys.front().frame = value.keys[1].frame - 1;
}

void mirror(Transform& t, double about) {
  mirror(t.translate, about);
  mirror(t.rotate, about);
  mirror(t.spin, about);
  mirror(t.scale, about);
  if (t.path && t.path->along) mirror(*t.path->along, about);
  if (!t.carrier) return;
  auto carrier = std::make_shared<Carrier>(*t.carrier);
  mirror(carrier->transform, about);
  carrier->since = 2 * about - carrier->since;
  t.carrier = std::move(carrier);
}

void mirror(Shape& shape, double about);

template <class Kind>
void mirror_kind(Kind&, double) {}
void mirror_kind(shapes::Hand& hand, double about) {
  mirror(hand.curl, about);
  mirror(hand.spread, about);
}
void mirror_kind(shapes::Dolphin& dolphin, double about) { mirror(dolphin.bend, about); }
void mirror_kind(shapes::Figure& figure, double about) { mirror(figure.phase, about); }
void mirror_kind(shapes::MeshFile& file, double about) {
  file.first_frame = 2 * about - file.first_frame;
  file.speed = -file.speed;
}
void mirror_kind(shapes::Union& all, double about) {
  for (Shape& part : all.shapes) mirror(part, about);
}
void mirror_kind(shapes::Intersection& all, double about) {
  for (Shape& part : all.shapes) mirror(part, about);
}
void mirror_kind(shapes::Difference& all, double about) {
  for (Shape& part : all.shapes) mirror(part, about);
}

void mirror(Shape& shape, double about) {
  mirror(shape.transform, about);
  std::visit([&](auto& kind) { mirror_kind(kind, about); }, shape.kind);
}

void mirror_kind(forces::Push& push, double about) { mirror(push.acceleration, about); }
void mirror_kind(forces::Wind& wind, double about) {
  mirror(wind.velocity, about);
  mirror(wind.drag, about);
}
void mirror_kind(forces::Vortex& vortex, double about) {
  mirror(vortex.centre, about);
  mirror(vortex.turns, about);
  mirror(vortex.drag, about);
}
void mirror_kind(forces::Attract& attract, double about) {
  mirror(attract.point, about);
  mirror(attract.strength, about);
}

}  // namespace

Shape mirrored(Shape shape, double about) {
  mirror(shape, about);
  return shape;
}

void mirror_time(Scene& scene, double about) {
  mirror(scene.gravity, about);
  for (Phase& phase : scene.phases) mirror(phase.viscosity, about);
  for (Solid& solid : scene.solids) {
    mirror(solid.shape, about);
    if (solid.heat) mirror(*solid.heat, about);
  }
  for (Sink& sink : scene.sinks) mirror(sink.shape, about);
  for (Force& force : scene.forces) {
    if (force.region) mirror(*force.region, about);
    std::visit([&](auto& kind) { mirror_kind(kind, about); }, force.kind);
  }
}

}  // namespace weir
