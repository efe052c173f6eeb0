// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of the scene itself.

#include "weir/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/carried_parameters.h"
#include "scene/move_scene.h"
#include "scene/phase_presets.h"
#include "scene/scene_checks.h"
#include "scene/settle.h"
#include "scene/short_forms.h"
#include "weir/scene/codec.h"
#include "weir/scene/scene_of_text.h"

namespace weir {

template <>
struct EnumNames<Lattice> {
  static constexpr const char* names[] = {"regular", "body_centred"};
};
template <>
struct EnumNames<Precision> {
  static constexpr const char* names[] = {"compact", "exact"};
};

template <>
const Block& block_of<Frames>() {
  static const Block block =
      BlockOf<Frames>("frames", "Which frames are simulated.")
          .add("first", &Frames::first, {.help = "The start of the animation.", .unit = "frame", .min = 0, .max = 1e6})
          .add("last", &Frames::last, {.help = "The end of the animation.", .unit = "frame", .min = 0, .max = 1e6})
          .add("rate", &Frames::rate, {.help = "Frames a second.", .unit = "1/s", .min = 0.01, .max = 10000})
          .check([](const Node& node, const Frames& f, Reader& reader) {
            if (f.last < f.first)
              reader.complain(node, fmt::format("last ({}) must not be before first ({})", f.last, f.first));
          });
  return block;
}

namespace {

Info friction_info() {
  return {.help =
              "Coulomb's coefficient between liquid and solid: how much of its weight on the solid holds it back. Ice "
              "0.05, wood 0.4, rubber 1.",
          .min = 0,
          .max = 100};
}
Info stickiness_info() {
  return {.help =
              "Share of its speed along the solid that liquid which touches it loses for every spacing it slides: 0 "
              "slips, 1 moves with it. Without it, only thick liquid sticks.",
          .min = 0,
          .max = 1};
}
Info adhesion_info() {
  return {.help = "Pull on liquid that touches it; more than gravity lets a thin layer hang from a ceiling.",
          .unit = "m/s2",
          .min = 0,
          .max = 100000};
}

}  // namespace

template <>
const Block& block_of<Domain>() {
  static const Block block =
      BlockOf<Domain>("domain", "The box the liquid may be in; without one it is unlimited.")
          .add("lower", &Domain::lower, {.help = "Corner with the smallest coordinates.", .unit = "m", .place = true})
          .add("upper", &Domain::upper, {.help = "Corner with the largest coordinates.", .unit = "m", .place = true})
          .add("walls", &Domain::walls,
               {.help = "closed: the liquid stays in; open: what leaves is gone; or side by side."})
          .add("friction", &Domain::friction, friction_info())
          .add("stickiness", &Domain::stickiness, stickiness_info())
          .add("adhesion", &Domain::adhesion, adhesion_info())
          .check([](const Node& node, const Domain& d, Reader& reader) {
            if (d.lower.x >= d.upper.x || d.lower.y >= d.upper.y || d.lower.z >= d.upper.z) {
              reader.complain(node, "every coordinate of lower must be below that of upper");
            }
            if (!d.walls.any_solid() && (d.friction != 0 || d.stickiness || d.adhesion != 0)) {
              reader.complain(node, "open walls have no friction, stickiness or adhesion");
            }
          });
  return block;
}

template <>
const Block& block_of<Liquid>() {
  static const Block block =
      BlockOf<Liquid>("liquid", "Liquid that is there from the start.")
          .add("name", &Liquid::name, {.help = "For messages and overrides."})
          .add("shape", &Liquid::shape, {.help = "What it fills."})
          .add("particles", &Liquid::particles,
               {.help = "Instead of a shape: a file of particles (.vdb, .bgeo, .ply) that it starts with."})
          .add("speed", &Liquid::speed, {.help = "Velocities of the particles times this; -1 turns them back."})
          .add("velocity", &Liquid::velocity, {.help = "At the start, of liquid that fills a shape.", .unit = "m/s"})
          .add("phase", &Liquid::phase, {.help = "Name of its phase; the first one by default.", .names = "phases"})
          .add("lattice", &Liquid::lattice, {.help = "How its particles lie at the start."})
          .add("heat", &Liquid::heat, heat_info("Of its particles, which carry it with them."))
          .add("thickness", &Liquid::thickness, thickness_info())
          .add("colour", &Liquid::colour, {.help = "Of its particles, which carry it with them."})
          .check([](const Node& node, const Liquid& liquid, Reader& reader) {
            if (!node.find("shape") && !liquid.particles) reader.complain(node, "lacks \"shape\": What it fills.");
          });
  return block;
}

template <>
const Block& block_of<Emitter>() {
  static const Block block =
      BlockOf<Emitter>("emitter", "A shape that liquid keeps flowing out of.")
          .add("name", &Emitter::name, {.help = "For messages and overrides."})
          .add("shape", &Emitter::shape,
               {.help = "Liquid enters where the flow enters the shape; at least two spacings long.", .required = true})
          .add("velocity", &Emitter::velocity, {.help = "Of the flow.", .unit = "m/s", .direction = true})
          .add("phase", &Emitter::phase, {.help = "Name of its phase; the first one by default.", .names = "phases"})
          .add("first", &Emitter::first, {.help = "Frame at which it starts.", .unit = "frame"})
          .add("last", &Emitter::last, {.help = "Frame at which it stops.", .unit = "frame"})
          .add("heat", &Emitter::heat, heat_info("Of its particles, which carry it with them."))
          .add("thickness", &Emitter::thickness, thickness_info())
          .add("colour", &Emitter::colour, {.help = "Of its particles, which carry it with them."});
  return block;
}

template <>
const Block& block_of<Sink>() {
  static const Block block = BlockOf<Sink>("sink", "A shape in which liquid vanishes.")
                                 .add("name", &Sink::name, {.help = "For messages and overrides."})
                                 .add("shape", &Sink::shape, {.help = "Where.", .required = true});
  return block;
}

template <>
const Block& block_of<Rigid>() {
  static const Block block =
      BlockOf<Rigid>("rigid", "Makes a solid a body that the liquid moves.")
          .add("density", &Rigid::density, {.help = "Lighter than the liquid floats.", .unit = "kg/m3", .above = 0})
          .add("velocity", &Rigid::velocity, {.help = "At the start.", .unit = "m/s", .direction = true})
          .add("angular_velocity", &Rigid::angular_velocity,
               {.help = "At the start: axis times turns a second.", .unit = "1/s"});
  return block;
}

template <>
const Block& block_of<Solid>() {
  static const Block block =
      BlockOf<Solid>("solid", "Something the liquid cannot enter; it moves when its shape has keyframes.")
          .add("name", &Solid::name, {.help = "For messages and overrides."})
          .add("shape", &Solid::shape, {.help = "Its form.", .required = true})
          .add("rigid", &Solid::rigid, {.help = "Given: the liquid moves it."})
          .add("friction", &Solid::friction, friction_info())
          .add("stickiness", &Solid::stickiness, stickiness_info())
          .add("adhesion", &Solid::adhesion, adhesion_info())
          .add("colour", &Solid::colour, {.help = "In pictures."})
          .add("visible", &Solid::visible, {.help = "In pictures."})
          .add("heat", &Solid::heat, heat_info("Warms or cools the liquid that touches it, as mixing.heat is fast."));
  return block;
}

template <>
const Block& block_of<DirectorSettings>() {
  static const Block block = BlockOf<DirectorSettings>("director", "Bends the liquid to what the artist wants.")
                                 .kinds(&DirectorSettings::settings, &director_kinds)
                                 .add("name", &DirectorSettings::name, {.help = "For messages and overrides."});
  return block;
}

template <>
const Block& block_of<Output>() {
  static const Block block =
      BlockOf<Output>("output", "What is written.")
          .add("precision", &Output::precision,
               {.help = "Of particle files; compact keeps positions to a 30000th of the spacing "
                        "and velocities to half floats."})
          .add("checkpoints", &Output::checkpoints,
               {.help = "Keeps a checkpoint of every so many frames, from which --from and --mend "
                        "go on; 0 keeps none but the last. By default as many as take about "
                        "the room of five frames.",
                .min = 0,
                .max = 1e6});
  return block;
}

namespace {

constexpr char kReversal[] = "reversal", kVisitors[] = "visitors";

// A director that older scenes give by a key of its own. Written, it is an entry of the list like all others.
void read_alone(const char* key, const Node& node, Scene& scene, Reader& reader) {
  for (const KindOfSettings& kind : director_kinds().all()) {
    if (kind.key != key) continue;
    DirectorSettings director{.name = "", .settings = kind.defaults(), .key = key};
    kind.block->read(node, director.settings.address(), reader);
    scene.directors.push_back(std::move(director));
    return;
  }
  reader.complain(node, fmt::format("this version of weir has no {}", key));
}

Json schema_alone(const char* key, const Info& info) {
  for (const KindOfSettings& kind : director_kinds().all()) {
    if (kind.key == key) return codec::described(codec::block_reference(*kind.block), info);
  }
  return codec::described({{"type", "object"}}, info);
}

void blocks_alone(const char* key, std::vector<const Block*>& blocks) {
  for (const KindOfSettings& kind : director_kinds().all()) {
    if (kind.key == key) codec::collect(*kind.block, blocks);
  }
}

template <const char* key>
const ValueCodec& alone() {
  static constexpr ValueCodec codec{[] { return std::string("object"); },
                                    [](const Node& node, void* scene, const Info&, Reader& reader) {
                                      read_alone(key, node, *static_cast<Scene*>(scene), reader);
                                    },
                                    [](const void*) { return Json(nullptr); },
                                    [](const Info& info) { return schema_alone(key, info); },
                                    [](std::vector<const Block*>& blocks) { blocks_alone(key, blocks); },
                                    [](const void*, std::vector<std::filesystem::path>&) {},
                                    [](void*, const Info&, const PlaceMove&) {},
                                    [](void*, const BlockVisit&) {}};
  return codec;
}

}  // namespace

template <>
const Block& block_of<Scene>() {
  static const Block block =
      BlockOf<Scene>("scene", "Everything of a scene file.")
          .add("title", &Scene::title, {.help = "Shown with pictures."})
          .add("seed", &Scene::seed, {.help = "Another number gives other random choices."})
          .add("dimensions", &Scene::dimensions, {.help = "2 is one particle thick, at z = 0.", .min = 2, .max = 3})
          .add("frames", &Scene::frames, {.help = "Which frames are simulated."})
          .add("gravity", &Scene::gravity, {.help = "Pulls the liquid.", .unit = "m/s2", .direction = true})
          .add("origin", &Scene::origin,
               {.help = "Where in the world the zero of all other places of this file is. Scenes far from zero get one "
                        "by themselves.",
                .unit = "m"})
          .add("domain", &Scene::domain, {.help = "Where the liquid may be."})
          .add("solver", &Scene::solver, {.help = "What moves the liquid.", .required = true})
          .add("phases", &Scene::phases, {.help = "Kinds of liquid; plain water by default."})
          .add("phase", the_only_phase(), {.help = "In place of phases, where all liquid is of one kind."})
          .add("mixing", &Scene::mixing, {.help = "How fast heat and paint spread in the liquid."})
          .add("liquids", &Scene::liquids, {.help = "Liquid that is there from the start."})
          .add("emitters", &Scene::emitters, {.help = "Where liquid flows in."})
          .add("sinks", &Scene::sinks, {.help = "Where liquid vanishes."})
          .add("solids", &Scene::solids, {.help = "What the liquid cannot enter."})
          .add("forces", &Scene::forces, {.help = "What acts on the liquid besides gravity."})
          .add("probes", &Scene::probes, {.help = "What is measured in every step, into probes.jsonl."})
          .add("recordings", &Scene::recordings, {.help = "Templates that are recorded, before or after the run."})
          .add("directors", &Scene::directors, {.help = "What bends the liquid to the artist's wish."})
          .add("together", &Scene::companions,
               {.help = "Scene files that are run after this one, for its frames, and shown in its pictures."})
          .add("reversal", alone<kReversal>(), {.help = "A director of this kind, outside of the list."})
          .add("visitors", alone<kVisitors>(), {.help = "A director of this kind, outside of the list."})
          .add("output", &Scene::output, {.help = "What is written."})
          .add("surface", &Scene::surface, {.help = "How particles become a surface."})
          .add("picture", &Scene::picture, {.help = "How pictures are made."});
  return block;
}

std::string recording_problem(const RecordingSettings& recording, const Scene& recorded) {
  const Frames& frames = recorded.frames;
  const int first = recording.first.value_or(frames.first), last = recording.last.value_or(frames.last);
  if (first < frames.first || last > frames.last || last < first) {
    return fmt::format("frames {} to {} are not among those of the scene, {} to {}", first, last, frames.first,
                       frames.last);
  }
  const std::string problem = recording.region ? region_problem(*recording.region, recorded.dimensions) : "";
  return problem.empty() ? "" : "the region does not fit: " + problem;
}

size_t Scene::phase_index(const std::string& name) const {
  for (size_t i = 0; i < phases.size(); ++i) {
    if (phases[i].name == name) return i;
  }
  return 0;
}

Scene::Scene() = default;
Scene::Scene(const Scene&) = default;
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(const Scene&) = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;

Box3d Scene::domain_box() const {
  constexpr double kUnlimited = 1e5;  // m
  Box3d box{{-kUnlimited, -kUnlimited, -kUnlimited}, {kUnlimited, kUnlimited, kUnlimited}};
  if (!domain) return box;
  for (int axis = 0; axis < dimensions; ++axis) {
    box.lower[axis] = domain->lower[axis];
    box.upper[axis] = domain->upper[axis];
  }
  return box;
}

Box3d Scene::solid_box() const {
  Box3d box = domain_box();
  if (!domain) return box;
  const Box3d unlimited = Scene().domain_box();
  for (int axis = 0; axis < 3; ++axis) {
    if (!domain->walls.side(axis, false).is_solid()) box.lower[axis] = unlimited.lower[axis];
    if (!domain->walls.side(axis, true).is_solid()) box.upper[axis] = unlimited.upper[axis];
  }
  return box;
}

// In 2D nothing moves along z.
static void flatten(Scene& scene) {
  const auto flat = [](Animated<Vec3d>& value) {
    for (auto& key : value.keys) key.value.z = 0;
  };
  flat(scene.gravity);
  for (Liquid& liquid : scene.liquids) liquid.velocity.drift.z = 0;
  for (Emitter& emitter : scene.emitters) flat(emitter.velocity);
}

static Scene read_scene(const Node& node, const std::filesystem::path& file, std::vector<Problem>& problems) {
  Reader reader;
  Scene scene;
  block_of<Scene>().read(node, &scene, reader);
  apply_presets(node, scene, reader);
  settle(scene);
  check_scene(node, scene, reader);
  try {
    reader.finish();
  } catch (const InputError& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
  if (scene.dimensions == 2) flatten(scene);
  scene.file = file;
  move_near_zero(scene);
  return scene;
}

Scene load_scene(const std::filesystem::path& file) {
  std::vector<Problem> problems;
  Scene scene = load_scene(file, problems);
  if (!problems.empty()) throw InputError(std::move(problems));
  return scene;
}

Scene load_scene(const std::filesystem::path& file, std::vector<Problem>& problems) {
  return read_scene(load_node(file), file, problems);
}

Scene load_scene(const std::filesystem::path& file, std::string_view text, std::vector<Problem>& problems) {
  return read_scene(load_node(file, text), file, problems);
}

std::string Scene::director_path(size_t index) const {
  return directors[index].key.empty() ? fmt::format("directors[{}]", index) : directors[index].key;
}

std::vector<std::filesystem::path> input_files(const Scene& scene) {
  std::vector<std::filesystem::path> files;
  block_of<Scene>().files(&scene, files);
  return files;
}

std::string scene_text(const Scene& scene) {
  // A file name need not be UTF-8.
  return block_of<Scene>().write(&scene).dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace weir
