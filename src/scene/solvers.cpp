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
struct EnumNames<PressureMethod> {
  static constexpr const char* names[] = {"dfsph", "iisph", "wcsph"};
};

template <>
const Block& block_of<SphSettings>() {
  static const Block block =
      BlockOf<SphSettings>("sph", "Incompressible liquid made of particles (smoothed particle hydrodynamics).")
          .add("method", &SphSettings::method,
               {.help = "How the liquid is kept from being compressed: dfsph is the fastest and most accurate; iisph "
                        "and wcsph are there for comparison."})
          .add("density_error", &SphSettings::density_error,
               {.help = "Mean compression that a step may leave.", .unit = "%", .min = 1e-4, .max = 10})
          .add("divergence_error", &SphSettings::divergence_error,
               {.help = "Mean compression per step that the velocities may still bring (dfsph).",
                .unit = "%",
                .min = 1e-4,
                .max = 10})
          .add("max_iterations", &SphSettings::max_iterations,
               {.help = "Most iterations of a pressure solve; it goes on with what is reached then.",
                .min = 1,
                .max = 10000})
          .add("cfl", &SphSettings::cfl,
               {.help = "Spacings that all but the fastest particles may move against others in a step.",
                .min = 0.01,
                .max = 1})
          .add("min_step", &SphSettings::min_step, {.help = "Shortest time step.", .unit = "s", .max = 1, .above = 0})
          .add("max_step", &SphSettings::max_step, {.help = "Longest time step.", .unit = "s", .max = 1, .above = 0})
          .add("xsph", &SphSettings::xsph,
               {.help = "How much of the difference to its neighbours' velocities a particle gives up in a step: a "
                        "little keeps water smooth.",
                .min = 0,
                .max = 0.5})
          .add("wall_friction", &SphSettings::wall_friction,
               {.help = "Share of the liquid's viscosity (and xsph) that acts between liquid and solids: 0 slips, 1 "
                        "sticks.",
                .min = 0,
                .max = 10})
          .add("compression", &SphSettings::compression,
               {.help = "How much liquid may be compressed (wcsph); less takes shorter steps.",
                .unit = "%",
                .min = 0.01,
                .max = 20})
          .check([](const Node& node, const SphSettings& s, Reader& reader) {
            if (s.min_step > s.max_step) reader.complain(node, "min_step must not be longer than max_step");
          });
  return block;
}

template <>
const Block& block_of<FlipSettings>() {
  static const Block block =
      BlockOf<FlipSettings>(
          "flip", "Liquid carried by particles and pressed by a grid (FLIP and APIC); cells are two spacings wide.")
          .add("flip", &FlipSettings::flip,
               {.help = "1 is FLIP, lively and a little noisy; 0 is APIC, calm; between them a blend.",
                .min = 0,
                .max = 1})
          .add("cfl", &FlipSettings::cfl,
               {.help = "Cells that all but the fastest particles may move in a step.", .min = 0.1, .max = 4})
          .add("divergence_error", &FlipSettings::divergence_error,
               {.help = "Most of its volume that a cell may gain or lose in a step.",
                .unit = "%",
                .min = 1e-4,
                .max = 10})
          .add("max_iterations", &FlipSettings::max_iterations,
               {.help = "Most iterations of a pressure solve; it goes on with what is reached then.",
                .min = 1,
                .max = 10000})
          .add(
              "band", &FlipSettings::band,
              {.help = "Cells under the surface that hold particles (4 is usual); deeper liquid is carried by the grid "
                       "alone, which is much faster. 0 fills all liquid with particles.",
               .min = 0,
               .max = 7})
          .add("tracked_surface", &FlipSettings::tracked_surface,
               {.help = "Keeps a mesh of the surface, three times finer than the grid, that moves with the flow: every "
                        "frame of it is written to surface/. In 3D only."})
          .add("thin_sheets", &FlipSettings::thin_sheets,
               {.help = "Of the tracked surface: sheets thinner than a third of a cell stay, instead of tearing."});
  return block;
}

template <>
const Block& block_of<SmokeSettings>() {
  static const Block block =
      BlockOf<SmokeSettings>("smoke",
                             "Smoke and hot air on a grid; cells are two spacings wide. Emitters and liquids are its "
                             "sources, and every phase is a colour of smoke.")
          .add("buoyancy", &SmokeSettings::buoyancy,
               {.help = "How hard a temperature of 1 lifts: a share of gravity, upwards.", .min = -100, .max = 100})
          .add("weight", &SmokeSettings::weight,
               {.help = "How heavy a density of 1 is: a share of gravity, downwards.", .min = -100, .max = 100})
          .add("confinement", &SmokeSettings::confinement,
               {.help = "How much of the small swirls, which the grid blurs, is given back.",
                .unit = "1/s",
                .min = 0,
                .max = 1000})
          .add("density", &SmokeSettings::density,
               {.help = "Density of the smoke in its sources; pictures are made for 1.", .min = 0, .max = 1e6})
          .add("temperature", &SmokeSettings::temperature,
               {.help = "Temperature in the sources, above that of the air; below 0 smoke is cold and sinks.",
                .min = -1e6,
                .max = 1e6})
          .add("cooling", &SmokeSettings::cooling,
               {.help = "How fast smoke takes the temperature of the air: a share a second.",
                .unit = "1/s",
                .min = 0,
                .max = 1e4})
          .add("dissipation", &SmokeSettings::dissipation,
               {.help = "How fast smoke vanishes: a share a second.", .unit = "1/s", .min = 0, .max = 1e4})
          .add("cfl", &SmokeSettings::cfl,
               {.help = "Cells that the fastest air may move in a step.", .min = 0.1, .max = 4})
          .add("divergence_error", &SmokeSettings::divergence_error,
               {.help = "Most of its volume that a cell may gain or lose in a step.",
                .unit = "%",
                .min = 1e-4,
                .max = 10})
          .add("max_iterations", &SmokeSettings::max_iterations,
               {.help = "Most iterations of a pressure solve; it goes on with what is reached then.",
                .min = 1,
                .max = 10000});
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
