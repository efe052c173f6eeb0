// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/smoke/smoke_settings.h"

#include "weir/scene/codec.h"

namespace weir {

template <>
const Block& block_of<grid::SmokeSettings>() {
  static const Block block =
      BlockOf<grid::SmokeSettings>(
          "smoke",
          "Smoke and hot air on a grid; cells are two spacings wide. Emitters and liquids are its "
          "sources, and every phase is a colour of smoke.")
          .add("buoyancy", &grid::SmokeSettings::buoyancy,
               {.help = "How hard a temperature of 1 lifts: a share of gravity, upwards.", .min = -100, .max = 100})
          .add("weight", &grid::SmokeSettings::weight,
               {.help = "How heavy a density of 1 is: a share of gravity, downwards.", .min = -100, .max = 100})
          .add("confinement", &grid::SmokeSettings::confinement,
               {.help = "How much of the small swirls, which the grid blurs, is given back.",
                .unit = "1/s",
                .min = 0,
                .max = 1000})
          .add("density", &grid::SmokeSettings::density,
               {.help = "Density of the smoke in its sources; pictures are made for 1.", .min = 0, .max = 1e6})
          .add("temperature", &grid::SmokeSettings::temperature,
               {.help = "Temperature in the sources, above that of the air; below 0 smoke is cold and sinks.",
                .min = -1e6,
                .max = 1e6})
          .add("cooling", &grid::SmokeSettings::cooling,
               {.help = "How fast smoke takes the temperature of the air: a share a second.",
                .unit = "1/s",
                .min = 0,
                .max = 1e4})
          .add("dissipation", &grid::SmokeSettings::dissipation,
               {.help = "How fast smoke vanishes: a share a second.", .unit = "1/s", .min = 0, .max = 1e4})
          .add("cfl", &grid::SmokeSettings::cfl,
               {.help = "Cells that the fastest air may move in a step.", .min = 0.1, .max = 4})
          .add("divergence_error", &grid::SmokeSettings::divergence_error,
               {.help = "Most of its volume that a cell may gain or lose in a step.",
                .unit = "%",
                .min = 1e-4,
                .max = 10})
          .add("max_iterations", &grid::SmokeSettings::max_iterations,
               {.help = "Most iterations of a pressure solve; it goes on with what is reached then.",
                .min = 1,
                .max = 10000});
  return block;
}

}  // namespace weir
