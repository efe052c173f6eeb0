// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of the solvers.

#include "scene/solvers.h"

#include "scene/blocks.h"
#include "scene/codec.h"

namespace weir {

template <>
const Block& block_of<BallisticSettings>() {
  static const Block block =
      BlockOf<BallisticSettings>(
          "ballistic", "Particles that fly freely and bounce off solids but not off each other: for fast previews.")
          .add("bounce", &BallisticSettings::bounce,
               {.help = "Share of the speed towards a solid that is given back.", .min = 0, .max = 1})
          .add("friction", &BallisticSettings::friction,
               {.help = "How much solids hold back what slides along them.", .min = 0, .max = 10})
          .add("steps", &BallisticSettings::steps,
               {.help = "Steps a frame; more follow fast solids and forces better.", .min = 1, .max = 1000});
  return block;
}

template <>
const Block& block_of<SolverSettings>() {
  static const Block block =
      BlockOf<SolverSettings>("solver", "What moves the liquid.")
          .kinds(&SolverSettings::kind)
          .add("spacing", &SolverSettings::spacing,
               {.help = "Distance between neighbouring particles; half of it makes eight times as many.",
                .unit = "m",
                .min = 1e-5,
                .max = 1000})
          .add("max_particles", &SolverSettings::max_particles,
               {.help = "Emitters stop when there are this many.", .min = 1});
  return block;
}

}  // namespace weir
