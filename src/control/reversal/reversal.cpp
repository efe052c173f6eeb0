// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/reversal/reversal.h"
#include "control/reversal/reversal_preview.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/hash.h"
#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "control/reversal/merge_frames.h"
#include "control/reversal/reversal_overlay.h"
#include "control/reversal/reversal_settings.h"
#include "control/reversal/target_simulations.h"
#include "scene/move_scene.h"
#include "scene/scene_checks.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"
#include "weir/base/progress.h"
#include "weir/geometry/shapes/build.h"
#include "weir/sim/look_over.h"
#include "weir/sim/plan_step.h"
#include "weir/sim/solver_kind.h"

namespace weir::reversal {

namespace fs = std::filesystem;

namespace {

// Simulations below this many particles gain more from running side by side than from several threads each.
constexpr size_t kSmallSimulation = 50'000;

const ReversalSettings& settings_of(const DirectorPart& part) { return part.settings<ReversalSettings>(); }

bool lets_liquid_through(const Walls& walls) {
  for (int side = 0; side < 6; ++side) {
    const Wall& wall = walls.side(side / 2, side % 2);
    if (wall.get<walls::Inflow>() || wall.get<walls::Outflow>()) return true;
  }
  return false;
}

void check(const Node& node, const Scene& scene, size_t index, Reader& reader) {
  const auto& settings = *scene.directors[index].get<ReversalSettings>();
  for (size_t i = 0; i < index; ++i) {
    if (scene.directors[i].get<ReversalSettings>())
      reader.complain(node, "is the second one; put the targets of both into one reversal");
  }
  if (!scene.probes.empty()) {
    reader.complain(node, "makes frames from other runs, which have steps of their own; leave the probes out");
  }
  if (scene.domain && lets_liquid_through(scene.domain->walls)) {
    reader.complain(
        node,
        "runs backward in time, which sides that liquid flows through cannot; write \"walls\": \"closed\" or \"open\"");
  }
  check_names(node, "targets", settings.targets, reader);
  check_phases(node, "targets", settings.targets, scene, reader);
  const SolverKind* solver = kind_of(settings.solver ? *settings.solver : scene.solver);
  if (solver && solver->is_smoke)
    reader.complain(node, "needs liquid, not smoke; use the sph, flip or ballistic solver");
  if (settings.mode == ReversalMode::interact && settings.source && !settings.source->scene) {
    reader.complain(
        node, "simulates the source again in the mode interact; give the source a \"scene\", or use the mode merge");
  }
  for (size_t i = 0; i < settings.targets.size(); ++i) {
    const ReversalTarget& target = settings.targets[i];
    if (target.frame >= scene.frames.first && target.last_frame() <= scene.frames.last) continue;
    const Reader::Inside list(reader, "targets"), entry(reader, i);
    reader.complain(node.find("targets")->items[i],
                    fmt::format("its frames ({} to {}) must be among the scene's, {} to {}", target.frame,
                                target.last_frame(), scene.frames.first, scene.frames.last));
  }
}

bool brings_liquid(const Settings& settings) { return settings.get<ReversalSettings>()->source.has_value(); }

void check_rate(const DirectorPart& part, const char* source, double rate) {
  if (rate == part.scene.frames.rate) return;
  throw InputError(part.location(fmt::format(".source.{}", source)),
                   fmt::format("has {} frames a second, but this scene has {}; they must be the same", rate,
                               part.scene.frames.rate));
}

// The scene whose run becomes the source; nothing when the source was made before. InputError when it cannot be used.
std::optional<Scene> source_scene(const DirectorPart& part, const std::vector<fs::path>& chain) {
  const Scene& scene = part.scene;
  const std::optional<ReversalSource>& given = settings_of(part).source;
  if (given && !given->scene) return std::nullopt;
  const std::string location = part.location(".source.scene");
  if (given && std::find(chain.begin(), chain.end(), given->scene->path) != chain.end()) {
    throw InputError(location, "a scene cannot be its own source; leave \"source\" out for that");
  }
  Scene source = given ? counted_from(load_scene(given->scene->path), scene.origin) : scene;
  if (!given) {
    std::erase_if(source.directors, [](const DirectorSettings& d) { return d.get<ReversalSettings>() != nullptr; });
  }
  if (given) check_rate(part, "scene", source.frames.rate);
  if (source.frames.first > scene.frames.first) {
    throw InputError(location,
                     fmt::format("begins at frame {}, but this scene at {}", source.frames.first, scene.frames.first));
  }
  if (source.dimensions != scene.dimensions) {
    throw InputError(location, fmt::format("is in {}D, but this scene in {}D", source.dimensions, scene.dimensions));
  }
  return source;
}

// A source that was made before: where its frames are.
fs::path given_source(const DirectorPart& part) {
  const ReversalSource& given = *settings_of(part).source;
  if (given.sequence) {
    check_rate(part, "sequence", given.rate);
    try {
      cache::ParticleSequence files(*given.sequence);
    } catch (const InputError& error) {
      throw InputError(part.location(".source.sequence"), error.what());
    }
    return *given.sequence;
  }
  check_rate(part, "run", cache::scene_of_run(cache::RunFolder(given.run->folder).run_json()).frames.rate);
  return given.run->folder;
}

std::string made_from(const DirectorPart& part, const std::string& what, const std::string& source) {
  return fmt::format("{:016x}", hash_bytes(what + scene_text(part.scene) + source));
}

// A step whose files are complete when the note beside them says what they were made from.
PlanStep noted_step(const DirectorPart& part, const std::string& name, const std::string& from,
                    std::function<void(const ProgressSink&)> make) {
  const fs::path folder = part.folder / name, note = folder / "made_from";
  return {.name = name,
          .kind = "targets",
          .folder = folder,
          .needs = {},
          .made_from = from,
          .measure = [] { return StepSize{}; },
          .is_made = [note, from] { return fs::exists(note) && read_file(note) == from; },
          .make =
              [folder, note, from, make](const ProgressSink& progress) {
                make_folder(folder);
                remove_file(note);
                make(progress);
                write_file(note, from);
                return std::string();
              }};
}

std::vector<std::string> plan_halves(const DirectorPart& part, const TargetSimulations& simulations,
                                     const std::string& starts, PlanBuilder& plan) {
  size_t largest = 0;
  for (const TargetSimulation& s : *simulations) largest = std::max(largest, s.points.size());
  std::vector<std::string> halves;
  const auto add = [&](const TargetSimulation& simulation, Half half) {
    const fs::path targets = part.folder / "targets";
    const fs::path start = fs::absolute(targets / simulation.name / "start.vdb").lexically_normal();
    halves.push_back(plan.add_run({.scene = half_scene(part, simulation, half, start),
                                   .folder = half_folder("targets", simulation, half).string(),
                                   .task = "simulating targets",
                                   .needs = {starts},
                                   .small = largest < kSmallSimulation,
                                   .size = StepSize{.particles = static_cast<double>(simulation.points.size())}}));
  };
  for (const TargetSimulation& simulation : *simulations) {
    add(simulation, Half::forward);
    if (simulation.span.backward > 0) add(simulation, Half::backward);
  }
  return halves;
}

std::string target_summary(const ReversalTarget& target, size_t index, const TargetSimulations& simulations) {
  size_t count = 0, particles = 0;
  for (const TargetSimulation& s : *simulations) {
    if (s.span.target != index) continue;
    ++count;
    particles += s.points.size();
  }
  return fmt::format("  target     \"{}\" at frame {}{}: {} simulation{} forward and backward, {} particles{}",
                     target.name, target.frame, target.last ? fmt::format(" to {}", *target.last) : "", count,
                     count == 1 ? "" : "s",
                     short_count(static_cast<double>(particles) / static_cast<double>(std::max(count, size_t{1}))),
                     count == 1 ? "" : " each");
}

std::string summary_of(const DirectorPart& part, const TargetSimulations& simulations) {
  const ReversalSettings& settings = settings_of(part);
  std::string lines;
  if (settings.source) {
    const ReversalSource& source = *settings.source;
    lines = source.scene
                ? fmt::format("source     {} is run first", source.scene->path.string())
                : fmt::format("source     {}", source.run ? source.run->folder.string() : source.sequence->string());
  }
  for (size_t t = 0; t < settings.targets.size(); ++t) {
    const std::string line = target_summary(settings.targets[t], t, simulations);
    lines += lines.empty() ? line.substr(2) : "\n" + line;
  }
  return lines;
}

// Mode interact: the source again, with the targets in it.
std::string plan_interacting(const DirectorPart& part, Scene source, const std::shared_ptr<MergedFrames>& frames,
                             std::vector<std::string> needs, const std::string& from, PlanBuilder& plan) {
  PlanStep step = noted_step(part, "visitors", made_from(part, "visitors", from),
                             [frames](const ProgressSink& progress) { frames->write_merged_particles(progress); });
  step.needs = std::move(needs);
  const std::string visitors = plan.add(std::move(step));
  const ReversalSettings& settings = settings_of(part);
  source.directors.push_back(
      {.name = "",
       .settings =
           MergedParticlesSettings{.particles = fs::absolute(part.folder / "visitors" / "####.vdb").lexically_normal(),
                                   .drag = settings.drag,
                                   .settle = settings.settle},
       .key = "visitors"});
  return plan.add_run(
      {.scene = std::move(source), .folder = "interact", .task = "simulating with targets", .needs = {visitors}});
}

void plan(const DirectorPart& part, PlanBuilder& builder) {
  const auto simulations = std::make_shared<const std::vector<TargetSimulation>>(sample_targets(part));
  int last = part.scene.frames.last;
  for (const TargetSimulation& s : *simulations) last = std::max(last, s.span.frame);
  std::optional<Scene> source = source_scene(part, builder.chain());
  std::vector<std::string> needs;
  std::string from;
  fs::path source_folder;
  if (source) {
    source->frames.last = last;
    needs = {builder.add_run({.scene = *source, .folder = "source", .task = "simulating the source"})};
    from = builder.made_from(needs.front());
    source_folder = part.folder / "source";
  } else {
    source_folder = given_source(part);
    from = source_folder.string();
  }
  const auto frames = std::make_shared<MergedFrames>(part, simulations, source_folder, last);
  PlanStep starts = noted_step(part, "targets", made_from(part, "targets", from),
                               [frames](const ProgressSink& progress) { frames->write_starts(progress); });
  starts.needs = needs;
  starts.summary = summary_of(part, simulations);
  const std::string started = builder.add(std::move(starts));
  std::vector<std::string> halves = plan_halves(part, simulations, started, builder);
  if (settings_of(part).mode == ReversalMode::interact) {
    halves.insert(halves.end(), needs.begin(), needs.end());
    source->frames.last = part.scene.frames.last;
    plan_interacting(part, std::move(*source), frames, std::move(halves), from, builder);
    frames->merge_into(part.folder / "interact");
  }
  builder.make_frames_by(frames);
}

// Of the scene of a source, neither comments nor looks matter, but all that it includes does: its run tells.
std::vector<DirectorInput> inputs(const DirectorPart& part) {
  const std::optional<ReversalSource>& source = settings_of(part).source;
  if (!source || !source->scene) return {};
  const cache::RunFolder run(part.folder / "source");
  return {{part.scene.director_path(part.index) + ": source", cache::read_run_record(run.run_json()).fingerprint()}};
}

void look_at_target(const ReversalTarget& target, const std::string& path, const LookOver& seen) {
  constexpr size_t kFewest[]{30, 100};  // in 2D and 3D: fewer show no form
  const Scene& scene = seen.scene;
  const double age = scene.frames.time(target.frame);
  if (target.frame > scene.frames.first && target.backward > age * (1 + 1e-6)) {
    seen.findings.warn(path + ".backward",
                       fmt::format("is {:g} s, but frame {} is only {:.3g} s after the first: its drops are in the air "
                                   "from the beginning",
                                   target.backward, target.frame, age),
                       "make it shorter, or \"frame\" later");
  }
  const TargetLengths lengths = lengths_of(target, scene.solver.spacing);
  ShapeBuilder builder(0.5f * lengths.spacing, scene.frames.rate);
  const FieldPtr field = builder.field(target.shape, target.frame);
  const size_t size = sample_target(*field, target, lengths, scene.dimensions, target.seed).size();
  if (size == 0 || size >= kFewest[scene.dimensions - 2]) return;
  seen.findings.warn(path + ".shape",
                     fmt::format("has only {} particle{}, {:.3g} m apart, which show no form", size,
                                 size == 1 ? "" : "s", static_cast<double>(lengths.spacing)),
                     "make it larger, or its \"spacing\" or that of the solver smaller");
}

// A shape that is partly outside loses what is there.
void look_over(const DirectorPart& part, const LookOver& seen) {
  const auto& all = settings_of(part).targets;
  for (size_t i = 0; i < all.size(); ++i) look_at_target(all[i], seen.path(fmt::format("targets[{}]", i)), seen);
  constexpr double kSlack = 0.5;  // spacings
  const Scene& scene = seen.scene;
  if (!scene.domain) return;
  ShapeBuilder builder(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate);
  const auto& targets = settings_of(part).targets;
  for (size_t i = 0; i < targets.size(); ++i) {
    const auto box = static_cast<Box3d>(builder.field(targets[i].shape, targets[i].frame)->bounds());
    const Box3d domain = scene.domain_box().padded(kSlack * scene.solver.spacing);
    const std::string path = seen.path(fmt::format("targets[{}].shape", i));
    for (int axis = 0; axis < scene.dimensions; ++axis) {
      const double over = std::max(domain.lower[axis] - box.lower[axis], box.upper[axis] - domain.upper[axis]);
      if (over <= 0) continue;
      const bool upper = box.upper[axis] - domain.upper[axis] == over;
      seen.findings.warn(
          path,
          fmt::format("reaches {:.3g} m out of the domain at frame {}, beyond its {} side: that part of it "
                      "is cut off",
                      over, targets[i].frame, Walls::name(axis, upper)),
          "move it in, or make the domain larger");
      break;
    }
  }
}

void coarsen(const CoarserPart& part) {
  auto& reversal = part.settings<ReversalSettings>();
  if (reversal.source && !reversal.source->scene) {
    throw InputError(location_in(part.scene, part.scene.director_path(part.index) + ".source"),
                     "particles that are there already have one spacing only");
  }
  if (reversal.source) reversal.source->scene->path = part.copy_of(reversal.source->scene->path);
  if (reversal.solver) reversal.solver->spacing *= part.factor;
  reversal.merge_distance *= part.factor;
  for (ReversalTarget& target : reversal.targets) {
    for (double* length : {&target.spacing, &target.shell, &target.keep_distance}) *length *= part.factor;
  }
}

}  // namespace

DirectorKind director_kind() {
  DirectorKind kind{.settings = kind_of_settings<ReversalSettings>(&check),
                    .makes_frames = true,
                    .plan = &plan,
                    .inputs = &inputs,
                    .look_over = &look_over};
  kind.settings.brings_liquid = &brings_liquid;
  kind.settings.key = "reversal";
  kind.overlay = &make_overlay;
  kind.preview = &preview;
  kind.coarsen = &coarsen;
  return kind;
}

}  // namespace weir::reversal
