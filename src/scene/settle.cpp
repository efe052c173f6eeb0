// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "scene/settle.h"

#include <algorithm>

#include "scene/blocks.h"
#include "weir/geometry/shapes/build.h"

namespace weir {

namespace {

void settle_along(Path& path, const Frames& frames) {
  if (path.along) return;
  std::vector<Key<double>> keys{{static_cast<double>(frames.first), 0}};
  if (frames.last > frames.first) keys.push_back({static_cast<double>(frames.last), 1});
  path.along = Animated<double>(std::move(keys), Interpolation::linear);
}

void settle_pivot(Shape& shape, const Frames& frames) {
  if (shape.transform.path && !shape.transform.pivot) shape.transform.pivot = own_middle_of(shape, frames.first);
}

// What a solid is attached to is settled before what is attached to it. Nothing for a rigid one, for one that there is
// not, and for one that is attached to itself (`left`: how many may stand between).
std::shared_ptr<const Carrier> carrier_of(const Scene& scene, const std::string& name, size_t left) {
  const auto solid =
      std::find_if(scene.solids.begin(), scene.solids.end(), [&](const Solid& s) { return s.name == name; });
  if (name.empty() || solid == scene.solids.end() || solid->rigid || left == 0) return nullptr;
  Carrier carrier{solid->shape.transform, static_cast<double>(scene.frames.first)};
  if (!carrier.transform.attach.empty()) {
    carrier.transform.carrier = carrier_of(scene, carrier.transform.attach, left - 1);
    if (!carrier.transform.carrier) return nullptr;
  }
  return std::make_shared<const Carrier>(std::move(carrier));
}

}  // namespace

void settle(Scene& scene) {
  block_of<Scene>().visit(&scene, [&](const Block& block, void* object) {
    if (&block == &block_of<Path>()) settle_along(*static_cast<Path*>(object), scene.frames);
    if (&block == &block_of<Shape>()) settle_pivot(*static_cast<Shape*>(object), scene.frames);
  });
  block_of<Scene>().visit(&scene, [&](const Block& block, void* object) {
    if (&block != &block_of<Transform>()) return;
    auto& transform = *static_cast<Transform*>(object);
    transform.carrier = carrier_of(scene, transform.attach, scene.solids.size());
  });
}

}  // namespace weir
