// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/run/stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/stopwatch.h"
#include "control/forces/forces.h"
#include "run/far_scene.h"
#include "run/liquid_files.h"
#include "sim/in_scene.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/solver_kind.h"

namespace weir::run {

Stage::Stage(const Scene& scene, Unopened)
    : read_(with_files_read(scene)), scene_(read_ ? *read_ : scene), frame_(scene.frames.first) {
  solver_ = make_solver(scene_);
  refuse_far_scene(scene_, solver_->particles());
  probes_ = std::make_unique<Probes>(scene_);
  for (size_t i = 0; i < scene_.forces.size(); ++i) {
    add(forces::make_force(scene_, i), fmt::format("forces[{}]", i));
  }
  for (size_t i = 0; i < scene_.directors.size(); ++i) {
    const DirectorPart part{scene_, i};
    made_.push_back(waits_for_plan(part) ? nullptr : make_director(part));
    if (made_.back()) refuse_incompatible(*made_.back(), scene_.director_path(i));
  }
}

Stage::Stage(const Scene& scene, const std::filesystem::path& run_folder) : Stage(scene, Unopened{}) {
  open(run_folder);
  begin();
}

void Stage::open(const std::filesystem::path& run_folder) {
  if (const std::optional<size_t> maker = frame_making_director(scene_)) {
    throw InputError(location_in(scene_, scene_.director_path(*maker)),
                     "makes the frames from other runs; such a scene cannot be simulated frame by frame");
  }
  for (size_t i = 0; i < scene_.directors.size(); ++i) {
    const DirectorPart part{scene_, i, run_folder};
    std::unique_ptr<Director> director = waits_for_plan(part) ? make_director(part) : std::move(made_[i]);
    if (director) add(std::move(director), scene_.director_path(i));
  }
  made_.clear();
}

void Stage::begin(Beginning beginning) {
  solver_->begin({static_cast<double>(frame_), time(), 0, scene_.frames.rate}, directors_, beginning);
  begun_ = true;
}

void Stage::add(std::unique_ptr<Director> director, const std::string& path) {
  refuse_incompatible(*director, path);
  directors_.add(std::move(director));
}

void Stage::refuse_incompatible(const Director& director, const std::string& path) const {
  const std::string reason = incompatibility(*solver_, director);
  if (!reason.empty()) throw InputError(location_in(scene_, path), reason);
}

std::vector<const Director*> Stage::all_directors() const {
  std::vector<const Director*> all;
  for (size_t i = 0; i < directors_.size(); ++i) all.push_back(&directors_[i]);
  for (const std::unique_ptr<Director>& director : made_) all.push_back(director.get());
  return all;
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
    if (!probes_->empty()) report.probes.push_back(probes_->read(clock, *solver_));
    ++report.steps;
  }
  ++frame_;
  if (!report.probes.empty()) report.probes.back().frame = frame_;  // without what summing up steps has rounded
  clock = {static_cast<double>(frame_), time(), 0, scene_.frames.rate};
  report.directors = directors_.frame_end(clock, solver_->particles());
  report.milliseconds = watch.milliseconds();
  report.solver = solver_->measures();
  return report;
}

Stage::Pace Stage::try_out(double seconds) {
  constexpr int kFewest = 3;
  struct Moment {
    double simulated, seconds;
  };
  std::vector<Moment> moments{{0, 0}};
  const Stopwatch watch;
  for (const int first = frame_; frame_ < scene_.frames.last; ++frame_) {
    const double whole = 1 / scene_.frames.rate;
    Clock clock{static_cast<double>(frame_), time(), 0, scene_.frames.rate};
    directors_.frame_start(clock, solver_->particles());
    for (double done = 0; done < whole * (1 - 1e-9); done += clock.step) {
      if (interrupted()) throw Interrupted("stopped");
      const double now = 1e-3 * watch.milliseconds();
      if (now > seconds && moments.size() > kFewest) break;
      clock.frame = frame_ + done * scene_.frames.rate;
      clock.time = time() + done;
      clock.step = next_step(clock, done, whole);
      solver_->step(clock, directors_);
      moments.push_back({(frame_ - first) * whole + done + clock.step, 1e-3 * watch.milliseconds()});
    }
    if (moments.back().seconds > seconds && moments.size() > kFewest) break;
    directors_.frame_end({static_cast<double>(frame_ + 1), time() + whole, 0, scene_.frames.rate},
                         solver_->particles());
  }
  const Moment end = moments.back();
  // The first step finds nothing from a step before it.
  const Moment half = moments[std::max<size_t>(moments.size() / 2, std::min<size_t>(1, moments.size() - 1))];
  return {static_cast<int>(moments.size()) - 1, end.simulated, end.seconds, end.simulated - half.simulated,
          end.seconds - half.seconds};
}

static constexpr const char* kFrame = "frame";  // the first field

int Stage::frame_in(Archive& archive) {
  int frame = 0;
  archive(kFrame, frame);
  return frame;
}

void Stage::store_frame(Archive& archive, int frame) { archive(kFrame, frame); }

void Stage::state(Archive& archive) {
  if (archive.is_loading() && !begun_) begin(Beginning::of_loading);
  archive(kFrame, frame_);
  solver_->state(archive);
  directors_.state(archive);
}

}  // namespace weir::run
