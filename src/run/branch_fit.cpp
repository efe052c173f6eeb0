// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/branch_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/in_scene.h"
#include "weir/base/error.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/solver_kind.h"

namespace weir::run {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFixed[] = {"dimensions",   "frames.first", "frames.rate",   "domain.lower",
                                  "domain.upper", "solver.kind",  "solver.spacing"};

Json at(const Json& scene, std::string path) {
  std::replace(path.begin(), path.end(), '.', '/');
  const Json::json_pointer pointer("/" + path);
  return scene.contains(pointer) ? scene.at(pointer) : Json();
}

// What the walls are; how fast it flows in through one may change.
Json kinds_of_walls(const Json& scene) {
  Json walls = at(scene, "domain.walls");
  for (Json& side : walls) {
    if (side.is_object()) side = side.value("kind", Json());
  }
  return walls;
}

std::string shown(const Json& json) { return json.is_null() ? "not given" : json.dump(); }

std::vector<std::string> phases_of(const Scene& scene) {
  std::vector<std::string> phases;
  for (const Phase& phase : scene.phases) phases.push_back(fmt::format("{} ({} kg/m3)", phase.name, phase.density));
  return phases;
}

class Fit {
 public:
  Fit(const Scene& before, const Scene& after, int frame) : before_(before), after_(after), frame_(frame) {}

  void check() {
    const Json was = Json::parse(scene_text(before_)), is = Json::parse(scene_text(after_));
    for (const char* path : kFixed) compare(path, at(was, path), at(is, path));
    compare("domain.walls", kinds_of_walls(was), kinds_of_walls(is));
    // Without them told first, nobody would understand why settings of another solver differ.
    if (problems_.empty()) check_solver(was, is);
    check_phases();
    check_directors();
    if (problems_.empty() && !(before_.origin == after_.origin)) {
      refuse("domain", "lies elsewhere, so that the run's numbers would mean other places");
    }
    if (!problems_.empty()) throw InputError(problems_);
  }

 private:
  void refuse(const std::string& path, const std::string& what) {
    problems_.push_back(
        {location_in(after_, path), fmt::format("{}; undo this change, or run the scene from its start", what)});
  }

  void compare(const std::string& path, const Json& was, const Json& is) {
    if (was != is) refuse(path, fmt::format("is {}, but the run to go on with has {}", shown(is), shown(was)));
  }

  void check_solver(const Json& was, const Json& is) {
    const SolverKind* kind = kind_of(after_.solver);
    if (!kind) return;
    for (const std::string& name : kind->of_state)
      compare("solver." + name, at(was, "solver." + name), at(is, "solver." + name));
  }

  void check_phases() {
    const std::vector<std::string> was = phases_of(before_), is = phases_of(after_);
    if (was == is) return;
    refuse("phases",
           fmt::format("are {}, but the run to go on with has {}", fmt::join(is, ", "), fmt::join(was, ", ")));
  }

  // Of those that hold liquid, that both scenes have the same.
  void check_directors() {
    const auto holding = [](const Scene& scene) {
      std::vector<std::string> names;
      for (const DirectorSettings& director : scene.directors) {
        if (weir::kind_of(director).holds_liquid) names.push_back(director.kind() + " " + director.name);
      }
      return names;
    };
    const std::vector<std::string> was = holding(before_), is = holding(after_);
    for (size_t i = 0; i < after_.directors.size(); ++i) {
      const DirectorSettings& director = after_.directors[i];
      if (!weir::kind_of(director).holds_liquid) continue;
      if (std::count(was.begin(), was.end(), director.kind() + " " + director.name) > 0) continue;
      refuse(after_.director_path(i), fmt::format("holds liquid from the start of a run on, and so a {} cannot join at "
                                                  "frame {}",
                                                  director.kind(), frame_));
    }
    for (size_t i = 0; i < before_.directors.size(); ++i) {
      const DirectorSettings& director = before_.directors[i];
      if (!weir::kind_of(director).holds_liquid) continue;
      if (std::count(is.begin(), is.end(), director.kind() + " " + director.name) > 0) continue;
      refuse("directors",
             fmt::format("the run's {}{} holds some of its liquid, and so it cannot go at frame {}", director.kind(),
                         director.name.empty() ? "" : " \"" + director.name + "\"", frame_));
    }
  }

  const Scene &before_, &after_;
  int frame_;
  std::vector<Problem> problems_;
};

}  // namespace

void check_can_go_on(const Scene& before, const Scene& after, int frame) { Fit(before, after, frame).check(); }

}  // namespace weir::run
