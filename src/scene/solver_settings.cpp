// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/scene/solver_settings.h"

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

template <>
const Block& block_of<SolverSettings>() {
  static const Block block =
      BlockOf<SolverSettings>("solver", "What moves the liquid.")
          .kinds(&SolverSettings::settings, &solver_kinds)
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
