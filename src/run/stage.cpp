// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ballistic/ballistic.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/numbered_name.h"
#include "base/stopwatch.h"
#include "cache/sequence.h"
#include "control/forces/forces.h"
#include "control/meshes/meshes.h"
#include "control/reversal/visitors.h"
#include "control/rig/rig.h"
#include "control/templates/director/templates.h"
#include "grid/liquid/flip.h"
#include "grid/smoke/smoke.h"
#include "run/guides.h"
#include "run/liquid_files.h"
#include "run/scene_templates.h"
#include "sph/sph.h"

namespace weir::run {

namespace {

void refuse_rigid_solids(const Scene& scene, const char* solver) {
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    if (!scene.solids[i].rigid) continue;
    throw InputError(
        fmt::format("{}: solids[{}].rigid", scene.file.string(), i),
        fmt::format("the {} solver does not move solids; leave \"rigid\" out, or use another solver", solver));
  }
}

std::unique_ptr<Solver> make_solver(const Scene& scene, const BallisticSettings&) {
  refuse_rigid_solids(scene, "ballistic");
  return ballistic::make_ballistic_solver(scene);
}

std::unique_ptr<Solver> make_solver(const Scene& scene, const FlipSettings&) {
  refuse_rigid_solids(scene, "flip");
  return grid::make_flip_solver(scene);
}

std::unique_ptr<Solver> make_solver(const Scene& scene, const SmokeSettings&) {
  refuse_rigid_solids(scene, "smoke");
  return grid::make_smoke_solver(scene);
}

std::unique_ptr<Solver> make_solver(const Scene& scene, const SphSettings&) { return sph::make_sph_solver(scene); }

std::unique_ptr<Director> make_kind(const Scene& scene, size_t index, const TemplatesSettings& settings,
                                    const std::filesystem::path& run_folder) {
  return templates::make_templates_director(
      scene, index, [&](const std::string& name) { return find_template(scene, settings, name, run_folder); });
}

std::unique_ptr<Director> make_kind(const Scene& scene, size_t index, const GuideSettings&,
                                    const std::filesystem::path& run_folder) {
  return open_guide(scene, index, run_folder);
}

std::unique_ptr<Director> make_kind(const Scene& scene, size_t index, const RigSettings&,
                                    const std::filesystem::path&) {
  return rig::make_rig_director(scene, index);
}

std::unique_ptr<Director> make_kind(const Scene& scene, size_t index, const MeshesSettings&,
                                    const std::filesystem::path&) {
  return meshes::make_meshes_director(scene, index);
}

std::unique_ptr<Director> make_director(const Scene& scene, size_t index, const std::filesystem::path& run_folder) {
  auto director = std::visit([&](const auto& settings) { return make_kind(scene, index, settings, run_folder); },
                             scene.directors[index].kind);
  director->name = scene.directors[index].name;
  return director;
}

// Frames without a file have no visitors.
reversal::ReadVisitors visitor_files(const Scene& scene) {
  const NumberedName name(scene.visitors->particles);
  return [name](int frame) {
    const std::filesystem::path file = name.file(frame);
    return std::filesystem::exists(file) ? cache::read_particles(file) : Particles();
  };
}

}  // namespace

Stage::Stage(const Scene& scene, const std::filesystem::path& run_folder)
    : read_(with_files_read(scene)), scene_(read_ ? *read_ : scene), frame_(scene.frames.first) {
  solver_ = std::visit([&](const auto& settings) { return make_solver(scene_, settings); }, scene.solver.kind);
  for (size_t i = 0; i < scene.forces.size(); ++i) {
    directors_.add(forces::make_force(scene, i));
    const std::string obstacle = obstacle_between(*solver_, directors_[i]);
    if (!obstacle.empty()) throw InputError(fmt::format("{}: forces[{}]", scene.file.string(), i), obstacle);
  }
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    directors_.add(make_director(scene, i, run_folder));
    const std::string obstacle = obstacle_between(*solver_, directors_[scene.forces.size() + i]);
    if (!obstacle.empty()) throw InputError(fmt::format("{}: directors[{}]", scene.file.string(), i), obstacle);
  }
  if (scene.visitors) {
    directors_.add(reversal::make_visitors_director(scene_, visitor_files(scene_)));
    const std::string obstacle = obstacle_between(*solver_, directors_[directors_.size() - 1]);
    if (!obstacle.empty()) throw InputError(fmt::format("{}: visitors", scene.file.string()), obstacle);
  }
  solver_->begin({static_cast<double>(frame_), time(), 0, scene_.frames.rate}, directors_);
}

std::vector<Volume> Stage::volumes() {
  return solver_->volumes({static_cast<double>(frame_), time(), 0, scene_.frames.rate}, directors_);
}

// Steps are as long as the solver wants and directors allow, but the last two of a frame share what is left, so that no
// tiny one remains.
double Stage::next_step(const Clock& clock, double done, double whole) const {
  const double left = whole - done, wanted = std::min(solver_->wanted_step(), directors_.longest_step(clock));
  const double steps = std::ceil(left / wanted * (1 - 1e-9));
  return steps <= 2 ? left / std::max(1.0, steps) : wanted;
}

Stage::FrameReport Stage::advance() {
  const Stopwatch watch;
  const double whole = 1 / scene_.frames.rate;
  Clock clock{static_cast<double>(frame_), time(), 0, scene_.frames.rate};
  directors_.frame_start(clock, solver_->particles());
  FrameReport report;
  for (double done = 0; done < whole * (1 - 1e-9); done += clock.step) {
    if (interrupted()) throw Interrupted("stopped");
    clock.frame = frame_ + done * scene_.frames.rate;
    clock.time = time() + done;
    clock.step = next_step(clock, done, whole);
    solver_->step(clock, directors_);
    ++report.steps;
  }
  ++frame_;
  clock = {static_cast<double>(frame_), time(), 0, scene_.frames.rate};
  report.directors = directors_.frame_end(clock, solver_->particles());
  report.milliseconds = watch.milliseconds();
  report.solver = solver_->measures();
  return report;
}

static constexpr const char* kFrame = "frame";  // the first field

int Stage::frame_in(Archive& archive) {
  int frame = 0;
  archive(kFrame, frame);
  return frame;
}

void Stage::store_frame(Archive& archive, int frame) { archive(kFrame, frame); }

void Stage::state(Archive& archive) {
  archive(kFrame, frame_);
  solver_->state(archive);
  directors_.state(archive);
}

}  // namespace weir::run
