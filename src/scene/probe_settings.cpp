// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of probes.

#include "weir/scene/probe_settings.h"

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

template <>
struct EnumNames<probes::HeightAbove> {
  static constexpr const char* names[] = {"floor", "point"};
};

template <>
const Block& block_of<probes::Height>() {
  static const Block block =
      BlockOf<probes::Height>("height", "A gauge: how high the liquid stands on a line.")
          .add("point", &probes::Height::point,
               {.help = "A point of the line.", .unit = "m", .required = true, .place = true})
          .add("up", &probes::Height::up,
               {.help = "Direction of the line, in which heights are counted.", .direction = true})
          .add("above", &probes::Height::above,
               {.help = "Where heights are counted from: the floor of the domain, or the point."})
          .check([](const Node& node, const probes::Height& gauge, Reader& reader) {
            if (length(gauge.up) == 0) reader.complain(node, "up must have a length");
          });
  return block;
}

template <>
const Block& block_of<probes::Pressure>() {
  static const Block block =
      BlockOf<probes::Pressure>("pressure", "The pressure at a point: in the liquid, on a wall or on a solid.")
          .add("point", &probes::Pressure::point, {.help = "Where.", .unit = "m", .required = true, .place = true});
  return block;
}

template <>
const Block& block_of<probes::Flux>() {
  static const Block block =
      BlockOf<probes::Flux>("flux", "How much liquid passes through a window.")
          .add("centre", &probes::Flux::centre,
               {.help = "Middle of the window.", .unit = "m", .required = true, .place = true})
          .add("normal", &probes::Flux::normal,
               {.help = "Flow along this direction counts as positive.", .direction = true})
          .add("width", &probes::Flux::width,
               {.help = "Across the normal, level; along x if the normal is upright. Without limit by default.",
                .unit = "m",
                .above = 0})
          .add("height", &probes::Flux::height,
               {.help = "Across the normal and the width. Without limit by default.", .unit = "m", .above = 0})
          .check([](const Node& node, const probes::Flux& flux, Reader& reader) {
            if (length(flux.normal) == 0) reader.complain(node, "normal must have a length");
          });
  return block;
}

template <>
const Block& block_of<probes::Force>() {
  static const Block block =
      BlockOf<probes::Force>("force", "What the liquid's pressure does to a solid: force and torque.")
          .add("solid", &probes::Force::solid, {.help = "Its name.", .required = true, .names = "solids"})
          .add("about", &probes::Force::about, {.help = "Point that the torque is about.", .unit = "m", .place = true});
  return block;
}

template <>
const Block& block_of<Probe>() {
  static const Block block =
      BlockOf<Probe>("probe", "Measures something in every step, into probes.jsonl.")
          .kinds(&Probe::kind)
          .add("name", &Probe::name, {.help = "In files, plots and messages.", .required = true});
  return block;
}

std::string kind_of(const Probe& probe) { return block_of<Probe>().kind_of(&probe); }

}  // namespace weir
