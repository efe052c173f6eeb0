// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/surface_detail.h"

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

using namespace meshes;

template <>
const Block& block_of<SurfaceDetail>() {
  using D = SurfaceDetail;
  static const Block block =
      BlockOf<D>("surface_detail",
                 "What a control mesh does to the tracked surface, below the cells of the grid (needs a solver with "
                 "tracked_surface).")
          .add("detail", &D::detail,
               {.help = "How much of its distance to the control mesh the surface makes up for while liquid falls "
                        "through half a cell: 0 lets it alone, 1 takes it there.",
                .min = 0,
                .max = 1})
          .add(
              "drippiness", &D::drippiness,
              {.help = "How easily liquid comes off: 0 holds all within outer_distance, 1 lets go of all that has left "
                       "the mesh.",
               .min = 0,
               .max = 1})
          .add("inner_distance", &D::inner_distance,
               {.help = "Inside the control mesh, the surface is drawn from no further away.",
                .unit = "cells",
                .min = 0,
                .max = 100})
          .add("outer_distance", &D::outer_distance,
               {.help = "Outside the control mesh, the surface is drawn from no further away.",
                .unit = "cells",
                .min = 0,
                .max = 100})
          .add("waves", &D::waves, {.help = "Whether waves run over the surface where the control mesh moves it."})
          .add("wave_height", &D::wave_height,
               {.help = "How far waves may rise and fall before they are drawn back.",
                .unit = "cells",
                .max = 100,
                .above = 0})
          .add("wave_speed", &D::wave_speed,
               {.help = "c: how fast waves run; without one by the cells (0.5 m/s at 2 cm).", .unit = "m/s", .min = 0})
          .add("wave_damping", &D::wave_damping,
               {.help = "How fast waves fade: a share a second; without one by the cells (0.5 at 2 cm).",
                .unit = "1/s",
                .min = 0})
          .add("tear_every", &D::tear_every,
               {.help = "Thin sheets that have left the control mesh are torn so often; 0 leaves them whole; without "
                        "one by the cells (0.02 s at 2 cm).",
                .unit = "s",
                .min = 0});
  return block;
}

}  // namespace weir
