// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir check SCENE

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/say.h"
#include "app/verbs.h"
#include "base/progress.h"
#include "control/templates/library/library.h"
#include "geometry/shapes/build.h"
#include "run/guides.h"
#include "run/recordings.h"
#include "run/reversal_plan.h"
#include "run/reversal_run.h"
#include "run/stage.h"
#include "run/together.h"
#include "sim/in_scene.h"

namespace weir::app {

namespace {

constexpr double kProgramMegabytes = 40;  // the program itself, with its libraries

// Building the stage finds what is wrong at the first frame. What moves may go wrong later: a broken file in the middle
// of a mesh sequence, say.
void check_later_frames(const Scene& scene) {
  ShapeBuilder builder(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate);
  std::vector<Problem> problems;
  const auto check_shape = [&](const char* list, size_t index, const Shape& shape) {
    if (!moves(shape)) return;
    in_scene(scene, fmt::format("{}[{}].shape", list, index), problems, [&] {
      builder.field(shape, 0.5 * (scene.frames.first + scene.frames.last));
      builder.field(shape, scene.frames.last);
    });
  };
  for (size_t i = 0; i < scene.emitters.size(); ++i) check_shape("emitters", i, scene.emitters[i].shape);
  for (size_t i = 0; i < scene.sinks.size(); ++i) check_shape("sinks", i, scene.sinks[i].shape);
  for (size_t i = 0; i < scene.solids.size(); ++i) check_shape("solids", i, scene.solids[i].shape);
  if (!problems.empty()) throw InputError(problems);
}

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

void check_builds(const Scene& scene);

// Scenes that are run with a scene must be as good as that one.
void check_other_runs(const Scene& scene) {
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    if (!std::holds_alternative<GuideSettings>(scene.directors[i].kind)) continue;
    if (const std::optional<Scene> coarse = run::coarse_scene(scene, i)) check_builds(*coarse);
  }
  for (const run::RecordedScene& other : run::recorded_scenes(scene)) check_builds(other.scene);
  for (const run::TogetherScene& other : run::scenes_together(scene)) check_builds(other.scene);
}

void check_builds(const Scene& scene) {
  check_other_runs(scene);
  const Scene unrecorded = run::without_guides(run::without_recorded(scene));
  const run::Stage stage(unrecorded);
  check_later_frames(scene);
}

void say_recordings(const Scene& scene, const std::vector<run::RecordedScene>& recorded) {
  for (const run::RecordedScene& other : recorded) {
    const RecordingSettings& recording = *other.recording;
    say("  records    \"{}\" first: frames {} to {} of {}\n", recording.name,
        recording.first.value_or(other.scene.frames.first), recording.last.value_or(other.scene.frames.last),
        recording.scene->path.string());
  }
  for (const RecordingSettings& recording : scene.recordings) {
    if (recording.scene) continue;
    say("  records    \"{}\" at the end: frames {} to {}, into the library {}\n", recording.name,
        recording.first.value_or(scene.frames.first), recording.last.value_or(scene.frames.last),
        templates::Library::default_folder().string());
  }
}

void say_guides(const Scene& scene) {
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const auto* guide = std::get_if<GuideSettings>(&scene.directors[i].kind);
    if (!guide) continue;
    const std::string source = guide->run      ? guide->run->folder.string()
                               : guide->coarse ? guide->coarse->path.string() + ", which is run first"
                               : guide->refine
                                   ? fmt::format("itself with cells {:g} times as wide, run first", *guide->refine)
                                   : "an animated shape";
    say("  guide      {}; particles stay only in a shell of {:g} m\n", source, guide->depth);
  }
}

// The shapes are sampled, but whether the source has velocities for them only its run can tell.
void say_reversal(const Scene& scene) {
  const std::vector<run::TargetSimulation> simulations = run::plan_targets(scene);
  const ReversalSource source = scene.reversal->source.value_or(ReversalSource{});
  if (source.scene) {
    check_builds(*run::source_scene(scene, scene.frames.last));
    say("  source     {} is run first\n", source.scene->string());
  } else if (source.run || source.sequence) {
    say("  source     {}\n", source.run ? source.run->folder.string() : source.sequence->string());
  }
  for (size_t t = 0; t < scene.reversal->targets.size(); ++t) {
    const ReversalTarget& target = scene.reversal->targets[t];
    size_t count = 0, particles = 0;
    for (const run::TargetSimulation& s : simulations) {
      if (s.span.target != t) continue;
      ++count;
      particles += s.points.size();
    }
    say("  target     \"{}\" at frame {}{}: {} simulation{} forward and backward, {} particles{}\n", target.name,
        target.frame, target.last ? fmt::format(" to {}", *target.last) : "", count, count == 1 ? "" : "s",
        short_count(static_cast<double>(particles) / static_cast<double>(std::max(count, size_t{1}))),
        count == 1 ? "" : " each");
  }
}

void check(const std::string& file) {
  const Scene scene = load_scene(file);
  const std::vector<run::RecordedScene> recorded = run::recorded_scenes(scene);
  check_other_runs(scene);
  const Scene unrecorded = run::without_guides(run::without_recorded(scene));
  const run::Stage stage(unrecorded);
  check_later_frames(scene);
  const Particles& particles = stage.solver().particles();
  const Frames& frames = scene.frames;
  say("{}: good{}\n", file, scene.title.empty() ? "" : fmt::format(" (\"{}\")", scene.title));
  say("  frames     {} to {}, {} a second: {:.4g} s in {}D\n", frames.first, frames.last, frames.rate,
      frames.time(frames.last), scene.dimensions);
  say("  solver     {}, spacing {} m\n", stage.solver().kind(), scene.solver.spacing);
  const bool is_smoke = std::holds_alternative<SmokeSettings>(scene.solver.kind);
  if (is_smoke) {
    say("  smoke      on cells of {} m, only where it is\n", 2 * scene.solver.spacing);
  } else {
    say_particles(scene, particles);
  }
  const auto moving =
      std::count_if(scene.solids.begin(), scene.solids.end(), [](const Solid& s) { return moves(s.shape); });
  say("  solids     {}, {} of them moving{}\n", scene.solids.size(), moving,
      scene.domain ? fmt::format("; {} domain", scene.domain->walls == Walls::closed ? "closed" : "open") : "");
  say_recordings(scene, recorded);
  say_guides(scene);
  if (scene.reversal) say_reversal(scene);
  for (const LinkedPath& other : scene.together) say("  together   with {}, which is run then\n", other.path.string());
  for (size_t i = 0; i < stage.directors().size(); ++i) {
    const Director& director = stage.directors()[i];
    const std::string words = director.words();
    say("  acts       {}{}{}\n", director.kind(), director.name.empty() ? "" : fmt::format(" \"{}\"", director.name),
        words.empty() ? "" : ": " + words);
  }
  if (is_smoke) return;  // nobody knows how far it will spread
  say("  memory     about {:.0f} MB\n",
      static_cast<double>(particles.size()) * stage.solver().bytes_per_particle() / 1e6 + kProgramMegabytes);
  say("  disk       about {:.0f} MB\n",
      static_cast<double>(particles.size()) * 15e-6 * (frames.last - frames.first + 1));
}

}  // namespace

void add_check(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("check", "Look a scene over and say what would be simulated");
  auto file = std::make_shared<std::string>();
  verb->add_option("SCENE", *file, "The scene file")->required();
  verb->callback([file] { check(*file); });
}

}  // namespace weir::app
