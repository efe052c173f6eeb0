// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/sph_settings.h"

#include "weir/scene/codec.h"

namespace weir {

template <>
struct EnumNames<sph::PressureMethod> {
  static constexpr const char* names[] = {"dfsph", "iisph", "wcsph"};
};

template <>
struct EnumNames<sph::StepBy> {
  static constexpr const char* names[] = {"neighbours", "fastest"};
};

template <>
const Block& block_of<sph::SphSettings>() {
  static const Block block =
      BlockOf<sph::SphSettings>("sph", "Incompressible liquid made of particles (smoothed particle hydrodynamics).")
          .add("method", &sph::SphSettings::method,
               {.help = "How the liquid is kept from being compressed: dfsph is the fastest and most accurate; iisph "
                        "and wcsph are there for comparison."})
          .add("density_error", &sph::SphSettings::density_error,
               {.help = "Mean compression that a step may leave.", .unit = "%", .min = 1e-4, .max = 10})
          .add("divergence_error", &sph::SphSettings::divergence_error,
               {.help = "Mean compression per step that the velocities may still bring (dfsph).",
                .unit = "%",
                .min = 1e-4,
                .max = 10})
          .add("max_iterations", &sph::SphSettings::max_iterations,
               {.help = "Most iterations of a pressure solve; it goes on with what is reached then.",
                .min = 1,
                .max = 10000})
          .add("cfl", &sph::SphSettings::cfl,
               {.help = "Spacings that all but the fastest particles may move against others in a step.",
                .min = 0.01,
                .max = 1})
          .add("step_by", &sph::SphSettings::step_by,
               {.help = "What `cfl` limits: with neighbours, how far particles move against others, and the fastest "
                        "spray may go farther; with fastest, how far the fastest particle moves, as in most other "
                        "programs: more steps, and no better picture."})
          .add(
              "min_step", &sph::SphSettings::min_step,
              {.help = "Shortest time step; without one 0.00022 roots of spacing by gravity.", .unit = "s", .above = 0})
          .add("max_step", &sph::SphSettings::max_step,
               {.help = "Longest time step; without one 0.11 roots of spacing by gravity.", .unit = "s", .above = 0})
          .add("xsph", &sph::SphSettings::xsph,
               {.help = "How much of the difference to its neighbours' velocities a particle gives up in a step: a "
                        "little keeps water smooth.",
                .min = 0,
                .max = 0.5})
          .add("wall_friction", &sph::SphSettings::wall_friction,
               {.help = "Share of the liquid's viscosity (and xsph) that acts between liquid and solids: 0 slips, 1 "
                        "sticks.",
                .min = 0,
                .max = 10})
          .add("compression", &sph::SphSettings::compression,
               {.help = "How much liquid may be compressed (wcsph); less takes shorter steps.",
                .unit = "%",
                .min = 0.01,
                .max = 20})
          .check([](const Node& node, const sph::SphSettings& s, Reader& reader) {
            if (s.min_step && s.max_step && *s.min_step > *s.max_step)
              reader.complain(node, "min_step must not be longer than max_step");
          });
  return block;
}

}  // namespace weir
