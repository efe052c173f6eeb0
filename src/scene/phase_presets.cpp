// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "scene/phase_presets.h"

#include <fmt/format.h>

#include <cmath>

#include "scene/carried_parameters.h"
#include "scene/short_forms.h"
#include "weir/scene/codec.h"

namespace weir {

template <>
struct EnumNames<PhasePreset> {
  static constexpr const char* names[] = {"water", "milk", "oil",     "honey", "syrup", "chocolate",
                                          "paint", "lava", "mercury", "blood", "ink"};
};
template <>
struct EnumNames<Finish> {
  static constexpr const char* names[] = {"automatic", "clear", "cloudy", "opaque", "metal", "glowing"};
};

template <>
const Block& block_of<Phase>() {
  static const Block block =
      BlockOf<Phase>("phase", "A liquid of its own, like water or oil.")
          .add("preset", &Phase::preset,
               {.help = "A liquid that is known by its name: all that follows is as it has it, unless given here."})
          .add(
              "size", &Phase::size,
              {.help = "Of the scene, for the preset: what is as thick as honey on a spoon flows like water in a lake. "
                       "The longest side of the domain by default.",
               .unit = "m",
               .above = 0})
          .add("name", &Phase::name, {.help = "Liquids and emitters name it; that of its preset by default."})
          .add("density", &Phase::density, {.help = "At rest.", .unit = "kg/m3", .above = 0})
          .add("viscosity", &Phase::viscosity,
               {.help = "How thick it is: water 0, oil 0.1, honey 10, dough 1000.",
                .unit = "Pa s",
                .min = 0,
                .max = 1e6})
          .add("viscosity_by_heat", &Phase::viscosity_by_heat,
               {.help = "In place of viscosity: what it is at some heats, the lowest first."})
          .add("heat", &Phase::heat,
               {.help = "At the start, where liquids and emitters give none of their own.",
                .unit = "degrees Celsius",
                .min = -273.15,
                .max = 1e5})
          .add(
              "surface_tension", &Phase::surface_tension,
              {.help = "How much it holds together in drops and threads; 0 has none. Solver flip: in N/m, water 0.072. "
                       "Solver sph: a strength, 1 is a good start.",
               .min = 0,
               .max = 1e6})
          .add("colour", &Phase::colour, {.help = "In pictures."})
          .add("finish", &Phase::finish,
               {.help = "How it takes light in pictures; automatic: clear, but cloudy where it is thick or has to be "
                        "told from other phases."})
          .check([](const Node& node, const Phase& phase, Reader& reader) {
            check_viscosity(node, phase, reader);
            if (phase.size && !phase.preset) {
              const Reader::Inside size(reader, "size");
              reader.complain(*node.find("size"), "does nothing without a preset");
            }
          });
  return block;
}

namespace {

struct PresetRow {
  PhasePreset preset;
  double density;    // kg/m3
  double viscosity;  // Pa s; 0 where it is less than what solvers have of their own
  double tension;    // N/m
  double strength;   // the tension of solvers that have it as a strength
  double seen_at;    // m, the size of the scene that these are for; 0: any
  Vec3d colour;
  Finish finish = Finish::automatic;
};

// Sources: docs/notes/presets.md.
constexpr double kTable = 0.2, kSlope = 10;
const PresetRow kPresets[] = {
    {PhasePreset::water, 1000, 0, 0.072, 0.2, 0, {0.1, 0.35, 0.6}},
    {PhasePreset::milk, 1030, 0, 0.05, 0.2, 0, {0.9, 0.87, 0.8}, Finish::opaque},
    {PhasePreset::oil, 915, 0.08, 0.032, 0.5, kTable, {0.8, 0.55, 0.04}, Finish::clear},
    {PhasePreset::honey, 1420, 10, 0.06, 1, kTable, {0.8, 0.36, 0.015}, Finish::clear},
    {PhasePreset::syrup, 1370, 2.5, 0.07, 1, kTable, {0.4, 0.09, 0.01}, Finish::clear},
    {PhasePreset::chocolate, 1300, 4, 0.03, 1, kTable, {0.09, 0.03, 0.012}, Finish::opaque},
    {PhasePreset::paint, 1250, 1, 0.035, 1, kTable, {0.75, 0.03, 0.03}, Finish::opaque},
    {PhasePreset::lava, 2700, 0, 0.35, 0.5, kSlope, {0.9, 0.15, 0.02}, Finish::glowing},
    {PhasePreset::mercury, 13534, 0, 0.485, 0.15, kTable, {0.78, 0.78, 0.8}, Finish::metal},
    {PhasePreset::blood, 1060, 0, 0.056, 0.2, 0, {0.25, 0.004, 0.004}, Finish::opaque},
    {PhasePreset::ink, 1020, 0, 0.05, 0.2, 0, {0.01, 0.012, 0.06}, Finish::opaque},
};
const double kLavaHeat = 1150;
const HeatViscosity kLavaViscosity[] = {{600, 1e5}, {900, 1000}, {1150, 100}};

const PresetRow& row_of(PhasePreset preset) {
  return *std::find_if(std::begin(kPresets), std::end(kPresets), [&](const auto& row) { return row.preset == preset; });
}

// Nothing where there is neither a size nor a domain.
std::optional<double> size_for(const Phase& phase, const Scene& scene) {
  if (phase.size) return phase.size;
  if (!scene.domain) return std::nullopt;
  const Vec3d size = scene.domain->upper - scene.domain->lower;
  return std::max({size.x, size.y, scene.dimensions == 3 ? size.z : 0});
}

// `node`: an object, or the name of the preset alone. What it says itself stays.
void apply(const PresetRow& row, double scale, bool strength, const Node& node, Phase& phase) {
  const auto open = [&](const char* key) { return !node.find(key) || node.find(key)->type == Node::Type::null; };
  if (open("name")) phase.name = Codec<PhasePreset>::write(row.preset).get<std::string>();
  if (open("density")) phase.density = row.density;
  if (open("viscosity") && open("viscosity_by_heat")) {
    const double thicker = std::pow(scale, 1.5);
    phase.viscosity = Animated<double>(row.viscosity * thicker);
    if (row.preset == PhasePreset::lava) {
      for (const HeatViscosity& point : kLavaViscosity) {
        phase.viscosity_by_heat.push_back({point.heat, std::min(1e6, point.viscosity * thicker)});
      }
    }
  }
  if (open("heat") && row.preset == PhasePreset::lava) phase.heat = kLavaHeat;
  if (open("surface_tension")) phase.surface_tension = strength ? row.strength : row.tension * scale * scale;
  if (open("colour")) phase.colour.rgb = row.colour;
  if (open("finish")) phase.finish = row.finish;
}

// Where a phase stands in the scene, for messages.
class Place {
 public:
  Place(const Node& scene, size_t index, Reader& reader)
      : alone_(!scene.find("phases") || scene.find("phases")->type == Node::Type::null),
        node_(alone_ ? *scene.find("phase") : scene.find("phases")->items[index]),
        list_(reader, alone_ ? "phase" : "phases") {
    if (!alone_) entry_.emplace(reader, index);
  }
  const Node& node() const { return node_; }

 private:
  bool alone_;
  const Node& node_;
  Reader::Inside list_;
  std::optional<Reader::Inside> entry_;
};

bool is_given(const Node& node, const char* key) { return node.find(key) && node.find(key)->type != Node::Type::null; }

}  // namespace

void apply_presets(const Node& node, Scene& scene, Reader& reader) {
  if (is_given(node, "phase") && is_given(node, "phases")) {
    const Reader::Inside phase(reader, "phase");
    return reader.complain(*node.find("phase"), "takes the place of phases; give one of the two");
  }
  const KindOfSettings* solver = scene.solver.settings.empty() ? nullptr : solver_kinds().find(scene.solver.kind());
  for (size_t i = 0; i < scene.phases.size(); ++i) {
    Phase& phase = scene.phases[i];
    if (!phase.preset) continue;
    const PresetRow& row = row_of(*phase.preset);
    const Place place(node, i, reader);
    const std::optional<double> size = size_for(phase, scene);
    if (!size && row.seen_at > 0) {
      reader.complain(place.node(), fmt::format("a domain, or \"size\" (m), must tell how large the scene is, since {} "
                                                "is as thick as looks right at its size",
                                                phase.name));
    }
    const double scale = size && row.seen_at > 0 ? *size / row.seen_at : 1;
    apply(row, scale, solver && solver->tension_is_strength, place.node(), phase);
  }
}

void Codec<Phase>::read(const Node& node, Phase& value, const Info&, Reader& reader) {
  value = {};
  if (node.type == Node::Type::text) return Codec<std::optional<PhasePreset>>::read(node, value.preset, {}, reader);
  block_of<Phase>().read(node, &value, reader);
}

Json Codec<Phase>::schema(const Info& info) {
  return codec::described(
      {{"anyOf", {{{"enum", Codec<PhasePreset>::names()}}, codec::block_reference(block_of<Phase>())}}}, info);
}

const ValueCodec& the_only_phase() {
  static constexpr ValueCodec codec{&Codec<Phase>::type,
                                    [](const Node& node, void* scene, const Info& info, Reader& reader) {
                                      std::vector<Phase>& phases = static_cast<Scene*>(scene)->phases;
                                      phases.assign(1, Phase{});
                                      Codec<Phase>::read(node, phases[0], info, reader);
                                    },
                                    [](const void*) { return Json(nullptr); },
                                    &Codec<Phase>::schema,
                                    &Codec<Phase>::blocks,
                                    [](const void*, std::vector<std::filesystem::path>&) {},
                                    [](void*, const Info&, const PlaceMove&) {},
                                    [](void*, const BlockVisit&) {}};
  return codec;
}

std::string preset_meant(const std::string& name, const std::vector<std::string>& phases) {
  const std::vector<std::string> presets = Codec<PhasePreset>::names();
  if (std::find(presets.begin(), presets.end(), name) == presets.end()) return "";
  return fmt::format("; for it write \"phases\": [\"{}\", \"{}\"] in the scene, or \"phase\": \"{}\" for all liquid",
                     fmt::join(phases, "\", \""), name, name);
}

}  // namespace weir
