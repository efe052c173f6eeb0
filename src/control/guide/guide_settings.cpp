// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of guide shapes; symbols and defaults are those of section 3.2 of the paper.

#include "control/guide/guide_settings.h"

#include <fmt/format.h>

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

using namespace guide;

template <>
struct EnumNames<GuideVelocity> {
  static constexpr const char* names[] = {"extrapolation", "potential"};
};

static void check_guide(const Node& node, const GuideSettings& guide, Reader& reader) {
  const int given = (guide.run ? 1 : 0) + (guide.coarse ? 1 : 0) + (guide.refine ? 1 : 0) + (guide.shape ? 1 : 0);
  if (given != 1) {
    reader.complain(node, fmt::format("must have one of \"run\", \"coarse\", \"refine\" and \"shape\", but has {}",
                                      given == 0 ? "none" : "several"));
  }
  // Otherwise the open air within the mask could not be told from a pocket.
  if (guide.mask && *guide.mask < guide.gap + guide.air_pocket) {
    const Reader::Inside inside(reader, "mask");
    reader.complain(*node.find("mask"), fmt::format("must not be below gap + air_pocket ({}), but is {}",
                                                    guide.gap + guide.air_pocket, *guide.mask));
  }
}

template <>
const Block& block_of<GuideSettings>() {
  using G = GuideSettings;
  static const Block block =
      BlockOf<G>("guide",
                 "Simulates only a shell of the liquid; below it the liquid moves as in a coarse run or as an animated "
                 "shape (Nielsen & Bridson 2011). For the flip solver.")
          .add("run", &G::run, {.help = "Folder of a finished run, coarser or of other particles, that guides."})
          .add("coarse", &G::coarse, {.help = "Scene file that is run first and guides."})
          .add("refine", &G::refine,
               {.help = "This scene itself is run first, this many times coarser, and guides.", .max = 16, .above = 1})
          .add("shape", &G::shape, {.help = "An animated shape that guides, such as a sequence of meshes."})
          .add("depth", &G::depth,
               {.help = "alpha_e: least depth of liquid that is simulated.", .unit = "m", .above = 0})
          .add("gap", &G::gap,
               {.help = "alpha_d: gaps in what guides are closed to this depth, in its cells.", .min = 0, .max = 20})
          .add("air_pocket", &G::air_pocket,
               {.help = "alpha_a: air enclosed in what guides is liquid up to this radius, in its cells.",
                .min = 0,
                .max = 20})
          .add("mask", &G::mask,
               {.help = "alpha_M: what is farther from what guides is left alone, in its cells; gap + air_pocket "
                        "without one.",
                .min = 0,
                .max = 40})
          .add("overlap", &G::overlap,
               {.help = "alpha_s: so far from the guide missing liquid is filled up, in cells of the solver.",
                .min = 0,
                .max = 7})
          .add("detailed", &G::detailed,
               {.help = "Names of solids with simulated liquid all around them; at the others, and at the walls, only "
                        "near the surface.",
                .names = "solids"})
          .add("velocity", &G::velocity,
               {.help = "How the velocity at the surface of an animated shape goes on inside it."})
          .add("cell", &G::cell,
               {.help = "Cells of an animated shape's guide; twice those of the solver without one.",
                .unit = "m",
                .above = 0})
          .add("strength", &G::strength,
               {.help = "How fast liquid above the guide takes on its velocity.", .unit = "1/s", .min = 0, .max = 1e4})
          .add("reach", &G::reach,
               {.help = "So far above the guide, fading, that acts; the depth without one.", .unit = "m", .above = 0})
          .check(check_guide);
  return block;
}

}  // namespace weir
