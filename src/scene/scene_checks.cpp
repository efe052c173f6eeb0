// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "scene/scene_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "weir/geometry/shapes/transform.h"

#include "scene/blocks.h"
#include "scene/carried_parameters.h"

namespace weir {

namespace {

// Those of other scenes are checked with these (control/templates/recordings.h).
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
  for (size_t i = 0; i < scene.companions.size(); ++i) {
    const auto here = scene.companions.begin() + static_cast<ptrdiff_t>(i);
    const auto same = [&](const auto& earlier) { return earlier.path.stem() == here->path.stem(); };
    if (std::none_of(scene.companions.begin(), here, same)) continue;
    const Reader::Inside inside(reader, "together"), entry(reader, i);
    reader.complain(node.find("together")->items[i], "an earlier entry has this file name");
  }
}

// What the kinds of solver and directors have to say of the scene.
void check_kinds(const Node& node, const Scene& scene, Reader& reader) {
  const KindOfSettings* solver = scene.solver.settings.empty() ? nullptr : solver_kinds().find(scene.solver.kind());
  if (solver && solver->check) {
    const Reader::Inside inside(reader, "solver");
    solver->check(*node.find("solver"), scene, 0, reader);
  }
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const DirectorSettings& director = scene.directors[i];
    const KindOfSettings* kind = director.settings.empty() ? nullptr : director_kinds().find(director.kind());
    if (!kind || !kind->check) continue;
    if (!director.key.empty()) {
      const Reader::Inside inside(reader, director.key);
      kind->check(*node.find(director.key), scene, i, reader);
    } else {
      const Reader::Inside inside(reader, "directors"), entry(reader, i);
      kind->check(node.find("directors")->items[i], scene, i, reader);
    }
  }
}

void check_height(const Node& node, const probes::Height& gauge, const Scene& scene, Reader& reader) {
  if (scene.dimensions == 2 && gauge.up.z != 0)
    reader.complain(node, "a gauge in a flat scene must have up in x and y");
  if (gauge.above == probes::HeightAbove::point) return;
  const bool upright = (gauge.up.x != 0) + (gauge.up.y != 0) + (gauge.up.z != 0) == 1;
  if (!scene.domain) {
    reader.complain(node, "there is no domain, and so no floor; use \"above\": \"point\"");
  } else if (!upright) {
    reader.complain(node, "up is not along an axis, so no side of the domain is its floor; use \"above\": \"point\"");
  }
}

// In a flat scene one side of the window is along z, where there is nothing.
void check_flux(const Node& node, const probes::Flux& flux, const Scene& scene, Reader& reader) {
  if (scene.dimensions == 3) return;
  if (flux.normal.z != 0) reader.complain(node, "a window in a flat scene must have its normal in x and y");
  const bool level = flux.normal.x == 0;
  if (level ? flux.height.has_value() : flux.width.has_value()) {
    reader.complain(node, fmt::format("in a flat scene the {} of this window is along z, and cannot be given",
                                      level ? "height" : "width"));
  }
}

void check_force(const Node& node, const probes::Force& force, const Scene& scene, Reader& reader) {
  std::vector<std::string> known = names_of(scene.solids);
  std::erase(known, "");
  if (std::find(known.begin(), known.end(), force.solid) != known.end()) return;
  const Reader::Inside inside(reader, "solid");
  const Node* at = node.find("solid");
  reader.complain(at ? *at : node, known.empty()
                                       ? "the scene has no solid with a name"
                                       : fmt::format("must be {}, but is \"{}\"", either(known), force.solid));
}

void check_probes(const Node& node, const Scene& scene, Reader& reader) {
  for (size_t i = 0; i < scene.probes.size(); ++i) {
    const Reader::Inside inside(reader, "probes"), entry(reader, i);
    const Node& at = node.find("probes")->items[i];
    const Probe& probe = scene.probes[i];
    if (probe.name.empty() && at.find("name")) reader.complain(at, "must have a name that is not empty");
    if (const auto* gauge = probe.get<probes::Height>()) check_height(at, *gauge, scene, reader);
    if (const auto* flux = probe.get<probes::Flux>()) check_flux(at, *flux, scene, reader);
    if (const auto* force = probe.get<probes::Force>()) check_force(at, *force, scene, reader);
  }
}

// A level must be inside the domain, and a side must be there.
void check_wall(const Node& at, const Scene& scene, int axis, bool upper, Reader& reader) {
  const Wall& wall = scene.domain->walls.side(axis, upper);
  if (scene.dimensions == 2 && axis == 2) {
    if (!wall.get<walls::Closed>()) reader.complain(at, "a flat scene has neither back nor front");
    return;
  }
  const auto check_level = [&](double level) {
    if (level > scene.domain->lower.y && level <= scene.domain->upper.y) return;
    const Reader::Inside inside(reader, "level");
    reader.complain(at,
                    fmt::format("must be above the floor of the domain ({} m) and not above its top ({} m), but is {}",
                                scene.domain->lower.y, scene.domain->upper.y, level));
  };
  if (const auto* inflow = wall.get<walls::Inflow>()) check_level(inflow->level);
  if (const auto* outflow = wall.get<walls::Outflow>()) {
    check_level(outflow->level);
    const Vec3d gravity = value_at(scene.gravity, scene.frames.first);
    if (!(gravity.y < 0)) reader.complain(at, "needs gravity that points down (-y), since nothing else makes a level");
  }
}

void check_walls(const Node& node, const Scene& scene, Reader& reader) {
  const Node* domain = node.find("domain");
  const Node* walls = domain ? domain->find("walls") : nullptr;
  if (!scene.domain || !walls || walls->type != Node::Type::object) return;
  const Reader::Inside inside(reader, "domain"), in_walls(reader, "walls");
  for (int side = 0; side < 6; ++side) {
    const char* name = Walls::name(side / 2, side % 2);
    const Node* at = walls->find(name);
    if (!at) continue;
    const Reader::Inside in_side(reader, name);
    check_wall(*at, scene, side / 2, side % 2, reader);
  }
}

// The transforms of a shape and of those that it is a part of, the outermost first.
using Placements = std::vector<const Transform*>;

Affine placed_at(const Placements& placements, double frame) {
  Affine all;
  for (const Transform* transform : placements) all = all * affine_at(*transform, frame);
  return all;
}

// Frames between which a turn of any number of degrees shows.
std::vector<double> telling_frames(const Placements& placements) {
  std::vector<double> frames;
  const auto add = [&](const auto& animated) {
    for (size_t k = 1; k < animated.keys.size(); ++k) {
      const double from = animated.keys[k - 1].frame, to = animated.keys[k].frame;
      frames.insert(frames.end(), {from, from + 0.217 * (to - from), from + 0.618 * (to - from), to});
    }
  };
  for (const Transform* transform : placements) {
    add(transform->translate);
    add(transform->rotate);
    add(transform->spin);
    add(transform->scale);
    if (transform->path) add(*transform->path->along);
    if (!transform->carrier) continue;
    const std::vector<double> carried = telling_frames({&transform->carrier->transform});
    frames.insert(frames.end(), carried.begin(), carried.end());
  }
  return frames;
}

// Whether a shape, or a part of it, moves so that the plane z = 0 goes elsewhere.
bool leaves_plane(const Shape& shape, Placements placements) {
  constexpr double kNothing = 1e-9;
  placements.push_back(&shape.transform);
  const std::vector<double> frames = telling_frames(placements);
  for (const double frame : frames) {
    const Affine moved = placed_at(placements, frame) * placed_at(placements, frames.front()).inverse();
    const Vec3d& z = moved.linear.row[2];
    if (std::abs(z.x) > kNothing || std::abs(z.y) > kNothing || std::abs(moved.offset.z) > kNothing) return true;
  }
  return std::visit(
      [&](const auto& kind) {
        if constexpr (requires { kind.shapes; }) {
          return std::any_of(kind.shapes.begin(), kind.shapes.end(),
                             [&](const Shape& part) { return leaves_plane(part, placements); });
        }
        return false;
      },
      shape.kind);
}

// Solids that are attached to one another in a ring would all stand on nothing.
void check_attached_solids(const Node& node, const Scene& scene, Reader& reader) {
  const auto carrier = [&](size_t solid) {
    const std::string& name = scene.solids[solid].shape.transform.attach;
    const std::vector<std::string> names = names_of(scene.solids);
    return name.empty() ? names.size()
                        : static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    size_t at = carrier(i);
    for (size_t steps = 0; at < scene.solids.size() && at != i && steps < scene.solids.size(); ++steps)
      at = carrier(at);
    if (at != i) continue;
    const Reader::Inside inside(reader, "solids"), entry(reader, i);
    reader.complain(node.find("solids")->items[i],
                    fmt::format("\"{}\" is attached to itself, in the end; one of these solids must not be attached",
                                scene.solids[i].name));
  }
}

// Of emitters and sinks: only where a path takes them.
template <class T>
void check_flat_paths(const Node& node, const char* list, const std::vector<T>& things, Reader& reader) {
  for (size_t i = 0; i < things.size(); ++i) {
    if (!things[i].shape.transform.path || !leaves_plane(things[i].shape, {})) continue;
    const Reader::Inside inside(reader, list), entry(reader, i), shape(reader, "shape");
    reader.complain(*node.find(list)->items[i].find("shape"),
                    "its path leaves the plane of a flat scene; give all its points the same z");
  }
}

// Liquid in a plane would meet another cut through such a solid at every frame, at a speed that is not the solid's.
void check_flat_solids(const Node& node, const Scene& scene, Reader& reader) {
  for (size_t i = 0; scene.dimensions == 2 && i < scene.solids.size(); ++i) {
    if (!leaves_plane(scene.solids[i].shape, {})) continue;
    const Reader::Inside inside(reader, "solids"), entry(reader, i), shape(reader, "shape");
    reader.complain(*node.find("solids")->items[i].find("shape"),
                    "moves out of the plane of a flat scene; spin it about \"spin_axis\": [0, 0, 1], rotate it about z "
                    "and move it in x and y");
  }
}

bool flows_in(const Scene& scene) {
  for (int side = 0; scene.domain && side < 6; ++side) {
    if (scene.domain->walls.side(side / 2, side % 2).get<walls::Inflow>()) return true;
  }
  return false;
}

// Then the misspelt key is complained of already.
bool liquid_is_misspelt(const Node& node) {
  std::vector<std::string> known;
  for (const Block::Parameter& p : block_of<Scene>().parameters) known.push_back(p.name);
  return std::any_of(node.keys.begin(), node.keys.end(), [&](const std::string& key) {
    return std::find(known.begin(), known.end(), key) == known.end() &&
           !nearest_word(key, {"liquids", "emitters"}).empty();
  });
}

bool liquid_is_brought(const Scene& scene) {
  return std::any_of(scene.directors.begin(), scene.directors.end(), [](const DirectorSettings& director) {
    const KindOfSettings* kind = director.settings.empty() ? nullptr : director_kinds().find(director.kind());
    return kind && kind->brings_liquid && kind->brings_liquid(director.settings);
  });
}

}  // namespace

void check_scene(const Node& node, const Scene& scene, Reader& reader) {
  if (scene.phases.empty()) reader.complain(node, "phases must have at least one entry");
  if (scene.phases.size() > 255) reader.complain(node, "phases must have at most 255 entries");
  if (scene.dimensions == 2 && scene.origin.z != 0) {
    const Reader::Inside inside(reader, "origin");
    reader.complain(*node.find("origin"), "must have z = 0, where flat scenes are");
  }
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
  check_names(node, "probes", scene.probes, reader);
  check_probes(node, scene, reader);
  check_walls(node, scene, reader);
  std::vector<std::string> named_solids = names_of(scene.solids);
  std::erase(named_solids, "");
  reader.check_solids(named_solids);
  check_attached_solids(node, scene, reader);
  check_flat_solids(node, scene, reader);
  if (scene.dimensions == 2) check_flat_paths(node, "emitters", scene.emitters, reader);
  if (scene.dimensions == 2) check_flat_paths(node, "sinks", scene.sinks, reader);
  check_carried(node, scene, reader);
  check_kinds(node, scene, reader);
  check_own_recordings(node, scene, reader);
  check_together(node, scene, reader);
  const auto none = [&](const char* list) { return !node.find(list) || node.find(list)->items.empty(); };
  if (none("liquids") && none("emitters") && !flows_in(scene) && !liquid_is_brought(scene) &&
      !liquid_is_misspelt(node)) {
    reader.complain(node, "there is no liquid: give at least one entry in liquids or emitters");
  }
}

}  // namespace weir
