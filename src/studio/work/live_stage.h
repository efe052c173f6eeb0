// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A Stage of a live take, with the scene that it simulates.

#pragma once

#include <filesystem>
#include <memory>

#include "studio/takes.h"
#include "weir/run/stage.h"

namespace weir::studio {

class LiveStage {
 public:
  // At its first frame. `needs`: where what the scene needs was made.
  LiveStage(std::shared_ptr<const ReadScene> read, const std::filesystem::path& needs);
  // With a state of another version of the scene. InputError when it cannot go on from there.
  LiveStage(std::shared_ptr<const ReadScene> read, const std::filesystem::path& needs,
            const std::filesystem::path& state, const Scene& state_of, int frame);

  const Scene& scene() const { return read_->scene; }
  int frame() const { return stage_.frame(); }
  run::Stage::FrameReport advance() { return stage_.advance(); }
  LiveFrame current();
  // What the frame measured, as a run has it. `milliseconds`: that it took to keep the frame.
  LiveLines lines(const run::Stage::FrameReport& report, double milliseconds) const;
  void save(const std::filesystem::path& file);

 private:
  std::shared_ptr<const ReadScene> read_;
  run::Stage stage_;
};

// Whether the change from one version to the other concerns what is there from the start of a run, so that it shows
// only when the run begins anew; whether it concerns no more than pictures and names.
bool changes_the_start(const Scene& before, const Scene& after);
bool changes_only_looks(const Scene& before, const Scene& after);

}  // namespace weir::studio
