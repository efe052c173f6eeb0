// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of the plain forces.

#include "weir/scene/force_settings.h"

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

template <>
const Block& block_of<forces::Push>() {
  static const Block block = BlockOf<forces::Push>("push", "The same acceleration everywhere in its region.")
                                 .add("acceleration", &forces::Push::acceleration,
                                      {.help = "How hard and where to.", .unit = "m/s2", .direction = true});
  return block;
}

template <>
const Block& block_of<forces::Wind>() {
  static const Block block =
      BlockOf<forces::Wind>("wind",
                            "Carries the liquid along, all of it in its region, and as long as drag is above 0; at "
                            "velocity 0 it is a brake.")
          .add("velocity", &forces::Wind::velocity, {.help = "Of the wind.", .unit = "m/s", .direction = true})
          .add("drag", &forces::Wind::drag, {.help = "How fast the liquid takes it on.", .unit = "1/s", .min = 0});
  return block;
}

template <>
const Block& block_of<forces::Vortex>() {
  static const Block block =
      BlockOf<forces::Vortex>("vortex", "Turns the liquid about an axis.")
          .add("axis", &forces::Vortex::axis,
               {.help = "Direction of the axis; turns by the right-hand rule.", .direction = true})
          .add("centre", &forces::Vortex::centre, {.help = "A point of the axis.", .unit = "m", .place = true})
          .add("turns", &forces::Vortex::turns, {.help = "Wanted turns a second.", .unit = "1/s"})
          .add("drag", &forces::Vortex::drag, {.help = "How fast the liquid takes it on.", .unit = "1/s", .min = 0})
          .check([](const Node& node, const forces::Vortex& v, Reader& reader) {
            if (length(v.axis) == 0) reader.complain(node, "axis must have a length");
          });
  return block;
}

template <>
const Block& block_of<forces::Attract>() {
  static const Block block =
      BlockOf<forces::Attract>("attract", "Pulls the liquid to a point, equally hard from everywhere.")
          .add("point", &forces::Attract::point, {.help = "Where to.", .unit = "m", .place = true})
          .add("strength", &forces::Attract::strength, {.help = "Acceleration; negative repels.", .unit = "m/s2"});
  return block;
}

template <>
const Block& block_of<Force>() {
  static const Block block = BlockOf<Force>("force", "Acts on the liquid besides gravity.")
                                 .kinds(&Force::kind)
                                 .add("name", &Force::name, {.help = "For messages and overrides."})
                                 .add("region", &Force::region, {.help = "Where it acts; everywhere without one."});
  return block;
}

std::string kind_of(const Force& force) { return block_of<Force>().kind_of(&force); }

}  // namespace weir
