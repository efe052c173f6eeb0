// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "scene/carried_parameters.h"

#include <fmt/format.h>

#include "weir/scene/codec.h"

namespace weir {

Info heat_info(const char* help) { return {.help = help, .unit = "degrees Celsius", .min = -273.15, .max = 1e5}; }
Info thickness_info() {
  return {.help = "Of its particles, which carry it with them: times the viscosity of the phase.",
          .unit = "factor",
          .max = 1e6,
          .above = 0};
}

void check_viscosity(const Node& node, const Phase& phase, Reader& reader) {
  const Node* curve = node.find("viscosity_by_heat");
  if (!curve || phase.viscosity_by_heat.empty()) return;
  const Reader::Inside inside(reader, "viscosity_by_heat");
  if (phase.viscosity != Animated<double>(0.0))
    reader.complain(*curve, "takes the place of viscosity; give one of the two");
  for (size_t i = 1; i < phase.viscosity_by_heat.size(); ++i) {
    const double before = phase.viscosity_by_heat[i - 1].heat, now = phase.viscosity_by_heat[i].heat;
    if (now > before) continue;
    const Reader::Inside entry(reader, i);
    reader.complain(curve->items[i],
                    fmt::format("must be hotter than the entry before ({} degrees), but is {}", before, now));
  }
}

namespace {

bool is_viscous(const Phase& phase) {
  return !phase.viscosity_by_heat.empty() || phase.viscosity != Animated<double>(0.0);
}

template <class Source>
void check_thickness(const Node& node, const char* list, const std::vector<Source>& sources, const Scene& scene,
                     Reader& reader) {
  for (size_t i = 0; i < sources.size(); ++i) {
    const Phase& phase = scene.phases[scene.phase_index(sources[i].phase)];
    if (!sources[i].thickness || is_viscous(phase)) continue;
    const Reader::Inside inside(reader, list), entry(reader, i), thickness(reader, "thickness");
    reader.complain(*node.find(list)->items[i].find("thickness"),
                    fmt::format("does nothing, since the phase \"{}\" has no viscosity", phase.name));
  }
}

}  // namespace

void check_carried(const Node& node, const Scene& scene, Reader& reader) {
  if (scene.phases.empty()) return;
  check_thickness(node, "liquids", scene.liquids, scene, reader);
  check_thickness(node, "emitters", scene.emitters, scene, reader);
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    if (!scene.solids[i].heat || scene.mixing.heat > 0) continue;
    const Reader::Inside inside(reader, "solids"), entry(reader, i), heat(reader, "heat");
    reader.complain(*node.find("solids")->items[i].find("heat"), "does nothing unless mixing.heat is above 0");
  }
}

template <>
const Block& block_of<HeatViscosity>() {
  static const Block block =
      BlockOf<HeatViscosity>("heat_viscosity", "A viscosity at a heat; between two, its logarithm is straight.")
          .add("heat", &HeatViscosity::heat,
               {.help = "Where.", .unit = "degrees Celsius", .min = -273.15, .max = 1e5, .required = true})
          .add("viscosity", &HeatViscosity::viscosity,
               {.help = "How thick the liquid is there.", .unit = "Pa s", .max = 1e6, .above = 0, .required = true});
  return block;
}

template <>
const Block& block_of<Mixing>() {
  static const Block block =
      BlockOf<Mixing>("mixing", "How fast what particles carry evens out between them; 0: never.")
          .add("heat", &Mixing::heat,
               {.help = "Diffusivity of heat; real water has 1.4e-7.", .unit = "m2/s", .min = 0, .max = 1e6})
          .add("paint", &Mixing::paint,
               {.help = "Diffusivity of colour and thickness, within a phase.", .unit = "m2/s", .min = 0, .max = 1e6});
  return block;
}

}  // namespace weir
