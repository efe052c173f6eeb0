// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/guide_preview.h"

#include "control/guide/guide_overlay.h"
#include "control/guide/guide_settings.h"

namespace weir::guide {

namespace {

// Beside the middle, since the names of things begin there.
void add_depth(const SetupThing& thing, const Box3f& box, double depth, SetupMaker& maker) {
  if (box.empty()) return;
  Vec3f top = box.centre();
  top.x = lerp(box.lower.x, box.upper.x, 0.8f);
  top.y = box.upper.y;
  const Vec3f below = top - Vec3f{0, static_cast<float>(depth), 0};
  maker.add_line({top, below}, thing.colour);
  maker.add_dot(top, thing.colour);
  maker.add_dot(below, thing.colour);
  maker.add_label({thing.path, "depth of the guide", thing.what, thing.colour}, below, length_in_words(depth));
}

}  // namespace

void preview(const DirectorPart& part, SetupMaker& maker) {
  const auto& guide = part.settings<GuideSettings>();
  const SetupThing thing{part.scene.director_path(part.index), part.entry().name, "guide", guide_colour()};
  Box3f box;
  maker.explain(thing.what, thing.colour);
  if (guide.shape) {
    SetupThing shape = thing;
    shape.path += ".shape";
    box = maker.add_shape(shape, *guide.shape, {.look = Setup::Look::wanted});
  } else {
    // Of a coarse run, the liquid at the start tells.
    for (const Liquid& liquid : part.scene.liquids) {
      if (!liquid.particles)
        maker.try_to_add(thing.path, [&] { box.include(maker.box_of(liquid.shape, part.scene.frames.first)); });
    }
  }
  add_depth(thing, box.intersected(maker.stage()), guide.depth, maker);
}

}  // namespace weir::guide
