// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The work of a reversal on disk: what its target simulations start with, and its frames, which are the source's with
// what is seen of the targets (Gowthaman et al. 2022, 3.1.2 and 3.2).

#pragma once

#include "control/reversal/merge.h"
#include "weir/sim/plan_step.h"

namespace weir::reversal {

using TargetSimulations = std::shared_ptr<const std::vector<TargetSimulation>>;

class MergedFrames final : public FrameMaker {
 public:
  // The scene must outlive it. `source`: where the frames of the source will be, up to `last`.
  MergedFrames(const DirectorPart& part, TargetSimulations simulations, std::filesystem::path source, int last);

  // targets/NAME/start.vdb of all simulations. Files are written only when they change: the halves stand on them.
  void write_starts(const ProgressSink& sink) const;
  // Mode interact: visitors/####.vdb.
  void write_merged_particles(const ProgressSink& sink);
  // The frames to merge into, when these are not the source's own.
  void merge_into(std::filesystem::path frames) { into_ = std::move(frames); }

  void begin(const ProgressSink& sink) override;
  Frame at(int frame) override;

 private:
  void settle(const ProgressSink& sink);

  DirectorPart part_;
  TargetSimulations simulations_;
  std::filesystem::path source_, into_;
  int last_;
  TargetFrames targets_;
  std::optional<Visibility> visibility_;
  std::optional<SourceFrames> frames_;
};

}  // namespace weir::reversal
