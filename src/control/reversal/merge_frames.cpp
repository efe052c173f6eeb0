// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/reversal/merge_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/files.h"
#include "weir/base/interrupt.h"
#include "weir/cache/particles_vdb.h"

namespace weir::reversal {

namespace fs = std::filesystem;

namespace {

void stop_when_wanted() {
  if (interrupted()) throw Interrupted("stopped");
}

}  // namespace

MergedFrames::MergedFrames(const DirectorPart& part, TargetSimulations simulations, fs::path source, int last)
    : part_(part),
      simulations_(std::move(simulations)),
      source_(std::move(source)),
      into_(source_),
      last_(last),
      targets_(part.folder / "targets", *simulations_, part.scene.origin) {}

void MergedFrames::write_starts(const ProgressSink& sink) const {
  const SourceFrames source(source_, part_.scene, part_.scene.frames.first, last_);
  const std::vector<TargetSimulation>& simulations = *simulations_;
  std::vector<size_t> order(simulations.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return simulations[a].span.frame < simulations[b].span.frame; });
  Progress progress("preparing targets", "target", 1, static_cast<int>(order.size()), sink);
  Particles at_frame;
  int frame = -1;
  for (size_t n = 0; n < order.size(); ++n) {
    stop_when_wanted();
    const TargetSimulation& simulation = simulations[order[n]];
    if (simulation.span.frame != frame) {
      at_frame = source.with_deep_water(frame = simulation.span.frame);
    }
    const Particles start = start_particles(part_, simulation, at_frame);
    const fs::path folder = part_.folder / "targets" / simulation.name;
    make_folder(folder);
    cache::write_particles_vdb(folder / "start.vdb", start, simulation.lengths.spacing, Precision::exact,
                               cache::Ids::written, part_.scene.origin);
    progress.done(static_cast<int>(n) + 1, {{"particles", static_cast<double>(start.size())}});
  }
}

void MergedFrames::settle(const ProgressSink& sink) {
  const Frames& frames = part_.scene.frames;
  const SourceFrames source(source_, part_.scene, frames.first, last_);
  int passed = 0;
  Progress progress("finding collisions", "frame", 1, 2 * (frames.last - frames.first + 1), sink);
  visibility_ = settle_visibility(part_, source, targets_, *simulations_, [&] {
    stop_when_wanted();
    progress.done(++passed, {});
  });
}

void MergedFrames::write_merged_particles(const ProgressSink& sink) {
  settle(sink);
  for (int frame = part_.scene.frames.first; frame <= part_.scene.frames.last; ++frame) {
    stop_when_wanted();
    cache::write_particles_vdb(
        part_.folder / "visitors" / fmt::format("{:04}.vdb", frame), merged_particles_at(frame, targets_, *visibility_),
        static_cast<float>(part_.scene.solver.spacing), Precision::exact, cache::Ids::written, part_.scene.origin);
  }
}

void MergedFrames::begin(const ProgressSink& sink) {
  if (!visibility_) settle(sink);
  frames_.emplace(into_, part_.scene, part_.scene.frames.first, part_.scene.frames.last);
}

FrameMaker::Frame MergedFrames::at(int frame) {
  MergedFrame merged = merged_frame(frame, *frames_, targets_, *visibility_);
  Frame result{.particles = std::move(merged.particles),
               .same = {},
               .volumes = {},
               .director = {part_.entry().name, part_.entry().kind()},
               .measures = {{"target_particles", static_cast<double>(merged.target_particles)},
                            {"hidden", static_cast<double>(merged.hidden)}}};
  if (merged.target_particles == 0) result.same = frames_->file(frame).value_or(fs::path());
  result.volumes = frames_->volumes(frame).value_or(fs::path());
  return result;
}

}  // namespace weir::reversal
