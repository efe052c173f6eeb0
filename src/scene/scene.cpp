// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of the scene itself, and what must hold between its parts.

#include "scene/scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/blocks.h"
#include "scene/codec.h"

namespace weir {

template <>
struct EnumNames<Walls> {
  static constexpr const char* names[] = {"closed", "open"};
};
template <>
struct EnumNames<Lattice> {
  static constexpr const char* names[] = {"regular", "body_centred"};
};
template <>
struct EnumNames<Precision> {
  static constexpr const char* names[] = {"compact", "exact"};
};

template <>
struct Codec<Colour> : PlainCodec {
  static constexpr Info limited(Info info) {
    info.min = 0;
    info.max = 1;
    return info;
  }
  static std::string type() { return "colour: 3 numbers from 0 to 1"; }
  static void read(const Node& node, Colour& value, const Info& info, Reader& reader) {
    codec::read_three(node, value.rgb, limited(info), reader);
  }
  static Json write(const Colour& value) { return Codec<Vec3d>::write(value.rgb); }
  static Json schema(const Info& info) { return Codec<Vec3d>::schema(limited(info)); }
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

template <>
const Block& block_of<Domain>() {
  static const Block block =
      BlockOf<Domain>("domain", "The box the liquid may be in; without one it is unlimited.")
          .add("lower", &Domain::lower, {.help = "Corner with the smallest coordinates.", .unit = "m"})
          .add("upper", &Domain::upper, {.help = "Corner with the largest coordinates.", .unit = "m"})
          .add("walls", &Domain::walls, {.help = "closed: the liquid stays in; open: what leaves is gone."})
          .check([](const Node& node, const Domain& d, Reader& reader) {
            if (d.lower.x >= d.upper.x || d.lower.y >= d.upper.y || d.lower.z >= d.upper.z) {
              reader.complain(node, "every coordinate of lower must be below that of upper");
            }
          });
  return block;
}

template <>
const Block& block_of<Phase>() {
  static const Block block = BlockOf<Phase>("phase", "A liquid of its own, like water or oil.")
                                 .add("name", &Phase::name, {.help = "Liquids and emitters name it.", .required = true})
                                 .add("density", &Phase::density, {.help = "At rest.", .unit = "kg/m3", .above = 0})
                                 .add("viscosity", &Phase::viscosity,
                                      {.help = "How thick it is: water 0, oil 0.1, honey 10, dough 1000.",
                                       .unit = "Pa s",
                                       .min = 0,
                                       .max = 1e6})
                                 .add("surface_tension", &Phase::surface_tension,
                                      {.help = "How much it holds together in drops and threads; 1 is a good start, 0 "
                                               "has none.",
                                       .min = 0,
                                       .max = 100})
                                 .add("colour", &Phase::colour, {.help = "In pictures."});
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
          .add("phase", &Liquid::phase, {.help = "Name of its phase; the first one by default."})
          .add("lattice", &Liquid::lattice, {.help = "How its particles lie at the start."})
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
          .add("velocity", &Emitter::velocity, {.help = "Of the flow.", .unit = "m/s"})
          .add("phase", &Emitter::phase, {.help = "Name of its phase; the first one by default."})
          .add("first", &Emitter::first, {.help = "Frame at which it starts.", .unit = "frame"})
          .add("last", &Emitter::last, {.help = "Frame at which it stops.", .unit = "frame"});
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
          .add("velocity", &Rigid::velocity, {.help = "At the start.", .unit = "m/s"})
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
          .add("colour", &Solid::colour, {.help = "In pictures."})
          .add("visible", &Solid::visible, {.help = "In pictures."});
  return block;
}

template <>
const Block& block_of<DirectorSettings>() {
  static const Block block = BlockOf<DirectorSettings>("director", "Bends the liquid to what the artist wants.")
                                 .kinds(&DirectorSettings::kind)
                                 .add("name", &DirectorSettings::name, {.help = "For messages and overrides."});
  return block;
}

template <>
const Block& block_of<Output>() {
  static const Block block = BlockOf<Output>("output", "What is written.")
                                 .add("precision", &Output::precision,
                                      {.help = "Of particle files; compact keeps positions to a 30000th of the spacing "
                                               "and velocities to half floats."});
  return block;
}

namespace {

template <class T>
std::vector<std::string> names_of(const std::vector<T>& things) {
  std::vector<std::string> names;
  for (const T& thing : things) names.push_back(thing.name);
  return names;
}

// Overrides and messages tell things apart by their names.
template <class T>
void check_names(const Node& scene, const char* list, const std::vector<T>& things, Reader& reader) {
  const std::vector<std::string> names = names_of(things);
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names[i].empty() && std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
                                 names.begin() + static_cast<std::ptrdiff_t>(i)) {
      const Reader::Inside inside(reader, list), entry(reader, i);
      reader.complain(scene.find(list)->items[i],
                      fmt::format("the name \"{}\" is taken by an earlier entry", names[i]));
    }
  }
}

template <class T>
void check_phases(const Node& node, const char* list, const std::vector<T>& things, const Scene& scene,
                  Reader& reader) {
  const std::vector<std::string> known = names_of(scene.phases);
  for (size_t i = 0; i < things.size(); ++i) {
    if (things[i].phase.empty() || std::find(known.begin(), known.end(), things[i].phase) != known.end()) continue;
    const Reader::Inside inside(reader, list), entry(reader, i), phase(reader, "phase");
    const Node& item = node.find(list)->items[i];
    const Node* at = item.find("phase");
    reader.complain(at ? *at : item, fmt::format("must be {}, but is \"{}\"", either(known), things[i].phase));
  }
}

void check_templates(const Node& node, const Scene& scene, Reader& reader) {
  const std::vector<std::string> solids = names_of(scene.solids);
  for (size_t d = 0; d < scene.directors.size(); ++d) {
    const auto* settings = std::get_if<TemplatesSettings>(&scene.directors[d].kind);
    if (!settings) continue;
    const Node& director = node.find("directors")->items[d];
    const Reader::Inside inside(reader, "directors"), entry(reader, d);
    check_phases(director, "instances", settings->instances, scene, reader);
    for (size_t i = 0; i < settings->instances.size(); ++i) {
      const std::string& attach = settings->instances[i].attach;
      if (attach.empty() || std::find(solids.begin(), solids.end(), attach) != solids.end()) continue;
      const Reader::Inside list(reader, "instances"), item(reader, i), key(reader, "attach");
      reader.complain(*director.find("instances")->items[i].find("attach"),
                      fmt::format("there is no solid \"{}\"", attach));
    }
  }
}

void check_guides(const Node& node, const Scene& scene, Reader& reader) {
  const std::vector<std::string> solids = names_of(scene.solids);
  for (size_t d = 0; d < scene.directors.size(); ++d) {
    const auto* guide = std::get_if<GuideSettings>(&scene.directors[d].kind);
    if (!guide) continue;
    const Node& director = node.find("directors")->items[d];
    const Reader::Inside inside(reader, "directors"), entry(reader, d);
    if (!std::holds_alternative<FlipSettings>(scene.solver.kind)) {
      reader.complain(director, "a guide needs the solver flip");
    }
    for (size_t i = 0; i < guide->detailed.size(); ++i) {
      if (std::find(solids.begin(), solids.end(), guide->detailed[i]) != solids.end()) continue;
      const Reader::Inside list(reader, "detailed"), item(reader, i);
      reader.complain(director.find("detailed")->items[i], fmt::format("there is no solid \"{}\"", guide->detailed[i]));
    }
  }
}

void check_rigs(const Node& node, const Scene& scene, Reader& reader) {
  const std::vector<std::string> known = names_of(scene.phases);
  for (size_t d = 0; d < scene.directors.size(); ++d) {
    const auto* rig = std::get_if<RigSettings>(&scene.directors[d].kind);
    if (!rig || rig->phase.empty() || std::find(known.begin(), known.end(), rig->phase) != known.end()) continue;
    const Reader::Inside inside(reader, "directors"), entry(reader, d), phase(reader, "phase");
    reader.complain(*node.find("directors")->items[d].find("phase"),
                    fmt::format("must be {}, but is \"{}\"", either(known), rig->phase));
  }
}

void check_reversal(const Node& node, const Scene& scene, Reader& reader) {
  const Node* reversal = node.find("reversal");
  const Reader::Inside inside(reader, "reversal");
  check_names(*reversal, "targets", scene.reversal->targets, reader);
  check_phases(*reversal, "targets", scene.reversal->targets, scene, reader);
  const SolverSettings& solver = scene.reversal->solver ? *scene.reversal->solver : scene.solver;
  if (std::holds_alternative<SmokeSettings>(solver.kind)) {
    reader.complain(*reversal, "needs a solver whose particles are liquid, not smoke");
  }
  const std::optional<ReversalSource>& source = scene.reversal->source;
  if (scene.reversal->mode == ReversalMode::interact && source && !source->scene) {
    reader.complain(*reversal, "interact simulates the source again, so the source must be a scene, not particles");
  }
  const auto complain = [&](size_t i, const std::string& what) {
    const Reader::Inside list(reader, "targets"), entry(reader, i);
    reader.complain(reversal->find("targets")->items[i], what);
  };
  for (size_t i = 0; i < scene.reversal->targets.size(); ++i) {
    const ReversalTarget& target = scene.reversal->targets[i];
    if (target.frame < scene.frames.first || target.last_frame() > scene.frames.last) {
      complain(i, fmt::format("its frames ({} to {}) must be among the scene's, {} to {}", target.frame,
                              target.last_frame(), scene.frames.first, scene.frames.last));
    }
  }
}

// Those of other scenes are checked with these (run/recordings.h).
void check_own_recordings(const Node& node, const Scene& scene, Reader& reader) {
  for (size_t i = 0; i < scene.recordings.size(); ++i) {
    if (scene.recordings[i].scene) continue;
    const std::string problem = recording_problem(scene.recordings[i], scene);
    if (problem.empty()) continue;
    const Reader::Inside inside(reader, "recordings"), entry(reader, i);
    reader.complain(node.find("recordings")->items[i], problem);
  }
}

// The runs of these scenes lie in folders of their names.
void check_together(const Node& node, const Scene& scene, Reader& reader) {
  for (size_t i = 0; i < scene.together.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (scene.together[i].path.stem() != scene.together[k].path.stem()) continue;
      const Reader::Inside inside(reader, "together"), entry(reader, i);
      reader.complain(node.find("together")->items[i], "an earlier entry has this file name");
    }
  }
}

void check_tracked_surface(const Node& node, const Scene& scene, Reader& reader) {
  const auto* flip = std::get_if<FlipSettings>(&scene.solver.kind);
  if (!flip || !flip->tracked_surface || scene.dimensions == 3) return;
  const Reader::Inside inside(reader, "solver");
  reader.complain(*node.find("solver")->find("tracked_surface"), "a flat liquid has no surface that could be tracked");
}

// What concerns several parts; told together with what is wrong inside the parts.
void check_scene(const Node& node, const Scene& scene, Reader& reader) {
  if (scene.phases.empty()) reader.complain(node, "phases must have at least one entry");
  if (scene.phases.size() > 255) reader.complain(node, "phases must have at most 255 entries");
  check_names(node, "phases", scene.phases, reader);
  check_names(node, "liquids", scene.liquids, reader);
  check_names(node, "emitters", scene.emitters, reader);
  check_names(node, "sinks", scene.sinks, reader);
  check_names(node, "solids", scene.solids, reader);
  check_names(node, "forces", scene.forces, reader);
  check_names(node, "recordings", scene.recordings, reader);
  check_names(node, "directors", scene.directors, reader);
  check_phases(node, "liquids", scene.liquids, scene, reader);
  check_phases(node, "emitters", scene.emitters, scene, reader);
  check_templates(node, scene, reader);
  check_tracked_surface(node, scene, reader);
  check_guides(node, scene, reader);
  check_rigs(node, scene, reader);
  if (scene.reversal) check_reversal(node, scene, reader);
  check_own_recordings(node, scene, reader);
  check_together(node, scene, reader);
  const auto none = [&](const char* list) { return !node.find(list) || node.find(list)->items.empty(); };
  const bool source_elsewhere = scene.reversal && scene.reversal->source;
  if (none("liquids") && none("emitters") && !source_elsewhere) {
    reader.complain(node, "there is no liquid: give at least one entry in liquids or emitters");
  }
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
          .add("gravity", &Scene::gravity, {.help = "Pulls the liquid.", .unit = "m/s2"})
          .add("domain", &Scene::domain, {.help = "Where the liquid may be."})
          .add("solver", &Scene::solver, {.help = "What moves the liquid.", .required = true})
          .add("phases", &Scene::phases, {.help = "Kinds of liquid; plain water by default."})
          .add("liquids", &Scene::liquids, {.help = "Liquid that is there from the start."})
          .add("emitters", &Scene::emitters, {.help = "Where liquid flows in."})
          .add("sinks", &Scene::sinks, {.help = "Where liquid vanishes."})
          .add("solids", &Scene::solids, {.help = "What the liquid cannot enter."})
          .add("forces", &Scene::forces, {.help = "What acts on the liquid besides gravity."})
          .add("recordings", &Scene::recordings, {.help = "Templates that are recorded, before or after the run."})
          .add("directors", &Scene::directors, {.help = "What bends the liquid to the artist's wish."})
          .add("together", &Scene::together,
               {.help = "Scene files that are run after this one, for its frames, and shown in its pictures."})
          .add("reversal", &Scene::reversal, {.help = "Shapes that the liquid takes at chosen frames."})
          .add("visitors", &Scene::visitors, {.help = "Particles of other simulations that mix with the liquid."})
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

// In 2D nothing moves along z.
static void flatten(Scene& scene) {
  const auto flat = [](Animated<Vec3d>& value) {
    for (auto& key : value.keys) key.value.z = 0;
  };
  flat(scene.gravity);
  for (Liquid& liquid : scene.liquids) liquid.velocity.z = 0;
  for (Emitter& emitter : scene.emitters) flat(emitter.velocity);
}

Scene load_scene(const std::filesystem::path& file) {
  const Node node = load_node(file);
  Reader reader;
  Scene scene;
  block_of<Scene>().read(node, &scene, reader);
  check_scene(node, scene, reader);
  reader.finish();
  if (scene.dimensions == 2) flatten(scene);
  scene.file = file;
  return scene;
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
