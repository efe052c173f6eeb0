// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/flip_settings.h"

#include "weir/scene/codec.h"

namespace weir {

template <>
const Block& block_of<grid::FlipSettings>() {
  static const Block block =
      BlockOf<grid::FlipSettings>(
          "flip", "Liquid carried by particles and pressed by a grid (FLIP and APIC); cells are two spacings wide.")
          .add("flip", &grid::FlipSettings::flip,
               {.help = "1 is FLIP, lively and a little noisy; 0 is APIC, calm; between them a blend.",
                .min = 0,
                .max = 1})
          .add("cfl", &grid::FlipSettings::cfl,
               {.help = "Cells that all but the fastest particles may move in a step.", .min = 0.1, .max = 4})
          .add("divergence_error", &grid::FlipSettings::divergence_error,
               {.help = "Most of its volume that a cell may gain or lose in a step.",
                .unit = "%",
                .min = 1e-4,
                .max = 10})
          .add("max_iterations", &grid::FlipSettings::max_iterations,
               {.help = "Most iterations of a pressure solve; it goes on with what is reached then.",
                .min = 1,
                .max = 10000})
          .add(
              "band", &grid::FlipSettings::band,
              {.help = "Cells under the surface that hold particles (4 is usual); deeper liquid is carried by the grid "
                       "alone, which is much faster. 0 fills all liquid with particles.",
               .min = 0,
               .max = 7})
          .add("tracked_surface", &grid::FlipSettings::tracked_surface,
               {.help = "Keeps a mesh of the surface, three times finer than the grid, that moves with the flow: every "
                        "frame of it is written to surface/. In 3D only."})
          .add("thin_sheets", &grid::FlipSettings::thin_sheets,
               {.help = "Of the tracked surface: sheets thinner than a third of a cell stay, instead of tearing."});
  return block;
}

}  // namespace weir
