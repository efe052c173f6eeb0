// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "scene/scene_checks.h"

#include <fmt/format.h>

#include <algorithm>

namespace weir {

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
    const auto here = scene.together.begin() + static_cast<ptrdiff_t>(i);
    const auto same = [&](const auto& earlier) { return earlier.path.stem() == here->path.stem(); };
    if (std::none_of(scene.together.begin(), here, same)) continue;
    const Reader::Inside inside(reader, "together"), entry(reader, i);
    reader.complain(node.find("together")->items[i], "an earlier entry has this file name");
  }
}

void check_tracked_surface(const Node& node, const Scene& scene, Reader& reader) {
  const auto* flip = std::get_if<FlipSettings>(&scene.solver.kind);
  if (!flip || !flip->tracked_surface || scene.dimensions == 3) return;
  const Reader::Inside inside(reader, "solver");
  reader.complain(*node.find("solver")->find("tracked_surface"), "a flat liquid has no surface that could be tracked");
}

}  // namespace

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

}  // namespace weir
