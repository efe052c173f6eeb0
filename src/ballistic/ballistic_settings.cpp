// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "ballistic/ballistic_settings.h"

#include "weir/scene/codec.h"

namespace weir {

template <>
const Block& block_of<ballistic::BallisticSettings>() {
  static const Block block =
      BlockOf<ballistic::BallisticSettings>(
          "ballistic", "Particles that fly freely and bounce off solids but not off each other: for fast previews.")
          .add("bounce", &ballistic::BallisticSettings::bounce,
               {.help = "Share of the speed towards a solid that is given back.", .min = 0, .max = 1})
          .add("friction", &ballistic::BallisticSettings::friction,
               {.help = "How much solids hold back what slides along them.", .min = 0, .max = 10})
          .add("steps", &ballistic::BallisticSettings::steps,
               {.help = "Steps a frame; more follow fast solids and forces better.", .min = 1, .max = 1000});
  return block;
}

}  // namespace weir
