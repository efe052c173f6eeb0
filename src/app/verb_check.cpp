// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir check SCENE

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/say.h"
#include "app/verbs.h"
#include "weir/base/progress.h"
#include "weir/geometry/shapes/build.h"
#include "weir/run/plan.h"
#include "weir/run/stage.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/solver_kind.h"

namespace weir::app {

namespace {

struct Options {
  std::string scene, folder, plan;
};

void say_particles(const Scene& scene, const Particles& particles) {
  say("  particles  {} at the start{}\n", short_count(static_cast<double>(particles.size())),
      scene.emitters.empty() ? ""
                             : fmt::format(", {} emitters add more, up to {}", scene.emitters.size(),
                                           short_count(scene.solver.max_particles)));
  for (size_t phase = 0; phase < scene.phases.size() && scene.phases.size() > 1; ++phase) {
    const auto count = std::count(particles.phase.begin(), particles.phase.end(), phase);
    say("             {} of {}\n", short_count(static_cast<double>(count)), scene.phases[phase].name);
  }
}

const char* walls_in_words(const Walls& walls) {
  return walls == Walls::closed ? "closed" : walls == Walls::open ? "open" : "partly open";
}

void say_solids(const Scene& scene) {
  const auto moving =
      std::count_if(scene.solids.begin(), scene.solids.end(), [](const Solid& s) { return moves(s.shape); });
  say("  solids     {}, {} of them moving{}\n", scene.solids.size(), moving,
      scene.domain ? fmt::format("; {} domain", walls_in_words(scene.domain->walls)) : "");
}

// What is made besides the run itself, in the order in which it is made.
void say_plan(const run::Plan& plan) {
  for (const PlanStep& step : plan.steps()) {
    if (!step.summary.empty()) say("  {}\n", step.summary);
  }
}

// Forces first, as the stage has them.
void say_directors(const Scene& scene, const run::Stage& stage) {
  const std::vector<const Director*> built = stage.all_directors();
  for (size_t i = 0; i < scene.forces.size(); ++i) {
    say("  acts       {}{}\n", built[i]->kind, built[i]->name.empty() ? "" : fmt::format(" \"{}\"", built[i]->name));
  }
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const DirectorKind& kind = kind_of(scene.directors[i]);
    if (!kind.make) continue;
    const std::string& name = scene.directors[i].name;
    const std::string summary = kind.summary ? kind.summary({scene, i}, built[scene.forces.size() + i]) : "";
    say("  acts       {}{}{}\n", kind.name(), name.empty() ? "" : fmt::format(" \"{}\"", name),
        summary.empty() ? "" : ": " + summary);
  }
}

// Scenes that the run stands on must be as good as the scene itself: looking at their size finds what is wrong.
void check_other_steps(const run::Plan& plan) {
  for (const PlanStep& step : plan.steps()) {
    if (step.name != run::kRunStep) step.measure();
  }
}

void check(const Options& given) {
  const Scene scene = load_scene(given.scene);
  const std::filesystem::path folder = given.folder.empty()
                                           ? std::filesystem::path("out") / std::filesystem::path(given.scene).stem()
                                           : std::filesystem::path(given.folder);
  const run::Plan plan(scene, {.folder = folder});
  if (given.plan == "json") {
    say("{}\n", plan.json().dump(2));
    return;
  }
  check_other_steps(plan);
  const run::Stage stage(scene, run::Stage::Unopened{});
  const StepSize size = run::measure_run(scene, stage);
  const Frames& frames = scene.frames;
  say("{}: good{}\n", given.scene, scene.title.empty() ? "" : fmt::format(" (\"{}\")", scene.title));
  say("  frames     {} to {}, {} a second: {:.4g} s in {}D\n", frames.first, frames.last, frames.rate,
      frames.time(frames.last), scene.dimensions);
  say("  solver     {}, spacing {} m\n", stage.solver().kind(), scene.solver.spacing);
  if (is_smoke(scene)) {
    say("  smoke      on cells of {} m, only where it is\n", 2 * scene.solver.spacing);
  } else {
    say_particles(scene, stage.solver().particles());
  }
  say_solids(scene);
  say_plan(plan);
  say_directors(scene, stage);
  if (size.memory == 0) return;
  say("  memory     about {:.0f} MB\n", size.memory / 1e6);
  say("  disk       about {:.0f} MB\n", size.disk / 1e6);
}

}  // namespace

void add_check(Verb& app) {
  Verb verb = app.verb("check", "Look a scene over and say what would be simulated");
  auto options = std::make_shared<Options>();
  verb.option("SCENE", options->scene, "The scene file").required();
  verb.option("--plan", options->plan, "Print only what must be made, in which order, from what: json")
      .one_of({"json"});
  verb.option("-o,--output", options->folder, "Folder of the run that is planned (default: out/NAME-OF-SCENE)");
  verb.action([options] { check(*options); });
}

}  // namespace weir::app
