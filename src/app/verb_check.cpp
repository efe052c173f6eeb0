// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir check SCENE

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/branch_text.h"
#include "app/say.h"
#include "app/verbs.h"
#include "weir/base/progress.h"
#include "weir/geometry/shapes/build.h"
#include "weir/run/check.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/solver_kind.h"

namespace weir::app {

namespace {

struct Options {
  std::string scene, folder, plan, from;
  bool json = false, time = false;
};

void say_particles(const Scene& scene, const Particles& particles) {
  say("  particles  {} at the start{}\n", short_count(static_cast<double>(particles.size())),
      scene.emitters.empty()
          ? ""
          : fmt::format(
                ", {} more, up to {}",
                scene.emitters.size() == 1 ? "an emitter adds" : fmt::format("{} emitters add", scene.emitters.size()),
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
  int keyframed = 0, rigid = 0;
  for (const Solid& solid : scene.solids) (solid.rigid ? rigid : keyframed) += solid.rigid || moves(solid.shape);
  const int still = static_cast<int>(scene.solids.size()) - keyframed - rigid;
  std::string how;
  const auto add = [&](int count, const char* what) {
    if (count > 0) how += fmt::format("{}{} {}", how.empty() ? ": " : ", ", count, what);
  };
  add(keyframed, "moved by keyframes");
  add(rigid, "rigid, moved by the liquid");
  add(still, "still");
  say("  solids     {}{}{}\n", scene.solids.size(), how,
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

std::string duration_in_words(double seconds) {
  if (seconds < 90) return fmt::format("{:.2g} s", std::max(1.0, seconds));
  if (seconds < 5400) return fmt::format("{:.2g} min", seconds / 60);
  return seconds < 172800 ? fmt::format("{:.2g} h", seconds / 3600) : fmt::format("{:.2g} days", seconds / 86400);
}

void say_time(const run::TimeGuess& time) {
  std::string how = fmt::format("guessed from {} steps", time.steps);
  if (time.step_ms > 0) how += fmt::format(" of {:.2g} ms, {:.2g} a frame", time.step_ms, time.steps_frame);
  for (const std::string& left_out : time.without) how += ", without " + left_out;
  say("  time       about {}; {}\n", duration_in_words(time.seconds), how);
}

void say_scene(const Options& given, const run::SceneCheck& check) {
  const Scene& scene = *check.scene;
  const Frames& frames = scene.frames;
  say("{}: good{}\n", given.scene, scene.title.empty() ? "" : fmt::format(" (\"{}\")", scene.title));
  say("  frames     {} to {}, {} a second: {:.4g} s in {}D\n", frames.first, frames.last, frames.rate,
      frames.time(frames.last), scene.dimensions);
  say("  solver     {}, spacing {} m\n", check.stage->solver().kind(), scene.solver.spacing);
  if (is_smoke(scene)) {
    say("  smoke      on cells of {} m, only where it is\n", 2 * scene.solver.spacing);
  } else {
    say_particles(scene, check.stage->solver().particles());
  }
  say_solids(scene);
  say_plan(*check.plan);
  say_directors(scene, *check.stage);
  if (check.size.memory > 0) {
    say("  memory     about {:.0f} MB\n", check.size.memory / 1e6);
    say("  disk       about {:.0f} MB\n", check.size.disk / 1e6);
  }
  if (check.time) say_time(*check.time);
}

void say_json(const Options& given, const run::SceneCheck& check) {
  const auto whole_or_null = [](double amount) {
    return amount > 0 ? nlohmann::ordered_json(static_cast<uint64_t>(amount)) : nlohmann::ordered_json();
  };
  auto findings = nlohmann::ordered_json::array();
  for (const Finding& f : check.findings) {
    findings.push_back({{"severity", name_of(f.severity)},
                        {"path", f.path},
                        {"file", f.file},
                        {"line", f.line > 0 ? nlohmann::ordered_json(f.line) : nlohmann::ordered_json()},
                        {"what", f.what},
                        {"remedy", f.remedy}});
  }
  const nlohmann::ordered_json json{
      {"scene", given.scene},
      {"good", check.good()},
      {"findings", findings},
      {"particles", whole_or_null(check.all.particles)},
      {"memory", whole_or_null(check.all.memory)},
      {"disk", whole_or_null(check.all.disk)},
      {"seconds", check.time ? nlohmann::ordered_json(check.time->seconds) : nlohmann::ordered_json()}};
  say("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void check(const Options& given) {
  const bool in_folder = !given.folder.empty();
  const std::filesystem::path folder = in_folder
                                           ? std::filesystem::path(given.folder)
                                           : std::filesystem::path("out") / std::filesystem::path(given.scene).stem();
  if (given.plan == "json") {
    const Scene scene = load_scene(given.scene);
    say("{}\n", run::Plan(scene, {.folder = folder}).json().dump(2));
    return;
  }
  const run::SceneCheck check = run::check_file(
      given.scene, {.folder = folder, .begins = in_folder, .from = branch_point(given.from), .timed = given.time});
  if (given.json) {
    say_json(given, check);
  } else {
    if (check.good()) say_scene(given, check);
    for (const Finding& f : check.findings) {
      if (f.severity != Severity::error) say("{}: {}\n", name_of(f.severity), f.sentence());
    }
  }
  if (!check.good()) throw InputError(problems_of(check.findings));
}

}  // namespace

void add_check(Verb& app) {
  Verb verb = app.verb("check", "Look a scene over and say what would be simulated");
  auto options = std::make_shared<Options>();
  verb.option("SCENE", options->scene, "The scene file").required();
  verb.option("--plan", options->plan, "Print only what must be made, in which order, from what: json")
      .one_of({"json"});
  verb.option("-o,--output", options->folder,
              "Folder of the run (default: out/NAME-OF-SCENE); given, also looks whether it can begin there");
  verb.option("--from", options->from, "Also look whether it can go on from another run, like out/dam@20");
  verb.flag("--time", options->time, "Try out some steps, and say how long the run will take");
  verb.flag("--json", options->json, "Print what was found as JSON, for programs").excludes("--plan");
  verb.action([options] { check(*options); });
}

}  // namespace weir::app
