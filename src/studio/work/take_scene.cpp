// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/take_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "scene/move_scene.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"
#include "weir/run/check.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/solver_kind.h"

namespace weir::studio {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

// Makes a scene coarser or flat, and with it those that it stands on.
class Change {
 public:
  Change(fs::path folder, double coarser, bool flat, double slice)
      : folder_(std::move(folder)), coarser_(coarser), flat_(flat), slice_(slice) {}

  Scene of(Scene scene) {
    refuse_files_of_particles(scene);
    if (flat_) make_flat(scene);
    scene.solver.spacing *= coarser_;
    scene.companions.clear();
    std::erase_if(scene.recordings, [](const RecordingSettings& recording) { return !recording.scene; });
    for (RecordingSettings& recording : scene.recordings) recording.scene->path = linked(recording.scene->path);
    for (size_t i = 0; i < scene.directors.size(); ++i) {
      const DirectorKind& kind = kind_of(scene.directors[i]);
      if (kind.coarsen) kind.coarsen({scene, i, coarser_, [this](const fs::path& file) { return linked(file); }});
    }
    return scene;
  }

 private:
  // Their spacing, and their dimensions, are what they are.
  static void refuse_files_of_particles(const Scene& scene) {
    for (size_t i = 0; i < scene.liquids.size(); ++i) {
      if (!scene.liquids[i].particles) continue;
      throw InputError(location_in(scene, fmt::format("liquids[{}].particles", i)),
                       "a file of particles has one spacing only");
    }
  }

  // Counted from the slice, which is then at z = 0.
  void make_flat(Scene& scene) const {
    scene = counted_from(std::move(scene), {0, 0, slice_});
    scene.origin = {};
    scene.dimensions = 2;
  }

  // The changed copy of another scene. One that cannot be read stays as it is: running tells what is wrong with it.
  fs::path linked(const fs::path& file) {
    if (const auto found = copies_.find(file); found != copies_.end()) return found->second;
    const fs::path copy = folder_ / "needs" / fmt::format("{}-{}", copies_.size(), file.filename().string());
    copies_[file] = copy;
    std::vector<Problem> problems;
    Scene scene = load_scene(file, problems);
    if (!problems.empty()) return copies_[file] = file;
    make_folder(copy.parent_path());
    write_file(copy, scene_text(of(counted_from(std::move(scene), {}))));
    return copy;
  }

  fs::path folder_;
  double coarser_;
  bool flat_;
  double slice_;
  std::map<fs::path, fs::path> copies_;
};

double middle_of(const Scene& scene) {
  return scene.domain ? 0.5 * (scene.domain->lower.z + scene.domain->upper.z) : 0;
}

// What only solvers with pressure know.
void leave_out_contact(Scene& scene) {
  if (scene.domain) {
    scene.domain->friction = scene.domain->adhesion = 0;
    scene.domain->stickiness.reset();
  }
  for (Solid& solid : scene.solids) {
    solid.rigid.reset();
    solid.stickiness.reset();
    solid.heat.reset();
    solid.friction = solid.adhesion = 0;
  }
}

template <class Source>
void leave_out_carried(std::vector<Source>& sources) {
  for (Source& source : sources) {
    source.heat.reset();
    source.thickness.reset();
    source.colour.reset();
  }
}

std::string ballistic_text(Scene scene) {
  scene.directors.clear();
  scene.recordings.clear();
  scene.companions.clear();
  scene.probes.clear();
  scene.mixing = {};
  for (Phase& phase : scene.phases) {
    phase.viscosity_by_heat.clear();
    phase.heat = Phase().heat;
  }
  leave_out_contact(scene);
  leave_out_carried(scene.liquids);
  leave_out_carried(scene.emitters);
  Json json = Json::parse(scene_text(scene));
  json["solver"] = {
      {"kind", "ballistic"}, {"spacing", scene.solver.spacing}, {"max_particles", scene.solver.max_particles}};
  return json.dump(2);
}

void refuse_what_it_is(const Scene& scene, const std::string& kind) {
  if (kind == "flat" && scene.dimensions == 2) throw InputError("", "this scene is flat already; run it as it is");
  if (kind == "ballistic" && is_smoke(scene)) throw InputError("", "smoke has no drops that could fly; run it coarser");
  if (kind == "ballistic" && scene.solver.kind() == "ballistic") {
    throw InputError("", "this scene has the ballistic solver already; run it as it is");
  }
}

std::string text_of_kind(const Scene& scene, const std::string& kind, const fs::path& folder) {
  if (kind == "full") return scene_text(scene);
  if (kind == "half") return scene_text(Change(folder, 2, false, 0).of(scene));
  if (kind == "quarter") return scene_text(Change(folder, 4, false, 0).of(scene));
  if (kind == "flat") return scene_text(Change(folder, 1, true, middle_of(scene)).of(scene));
  if (kind == "ballistic") return ballistic_text(scene);
  throw InputError("", fmt::format("a take can be full, half, quarter, flat or ballistic, but not \"{}\"", kind));
}

std::string manner(const std::string& kind) {
  if (kind == "half") return "at twice its spacing";
  if (kind == "quarter") return "at four times its spacing";
  return kind;
}

}  // namespace

std::string edited_text(const Scene& scene) { return scene_text(counted_from(scene, {})); }

std::string without_file(const InputError& error, const fs::path& scene_file) {
  Findings findings;
  findings.refuse(error, scene_file.string());
  const Finding& first = findings.all().front();
  std::string sentence = first.path.empty() ? first.what : first.path + ": " + first.what;
  if (!first.remedy.empty()) sentence += "; " + first.remedy;
  return sentence;
}

Scene write_take_scene(const Scene& given, const std::string& kind, const fs::path& folder) {
  const Scene scene = counted_from(given, {});
  refuse_what_it_is(scene, kind);
  const fs::path file = folder / "scene.json";
  try {
    write_file(file, text_of_kind(scene, kind, folder));
    Scene read = load_scene(file);
    if (kind == "full") return read;
    const run::SceneCheck check = run::check_scene(read, {.folder = folder});
    if (!check.good()) throw InputError(problems_of(check.findings));
    return read;
  } catch (const InputError& error) {
    if (kind == "full") throw InputError("", without_file(error, file));
    throw InputError("", fmt::format("this scene cannot be run {}: {}", manner(kind), without_file(error, file)));
  }
}

}  // namespace weir::studio
