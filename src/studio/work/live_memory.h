// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The frames of a live take, what they measured, and the states from which it can go on, in memory. States are files in
// a folder that is in memory where the machine has one; of many large ones every second, fourth, ... frame's stays.

#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

#include "base/scratch_folder.h"
#include "studio/takes.h"

namespace weir::studio {

class LiveMemory {
 public:
  LiveMemory();

  // A frame after all others; its state is in state_file(frame). False when there is no more room for frames.
  bool add(int frame, LiveFrame what, LiveLines lines, std::shared_ptr<const ReadScene> scene);
  // Frames after this one, and their states, are forgotten. The next frame has another edition.
  void cut_after(int frame);
  void clear();

  // InputError when it has no such frame.
  LiveFrame frame(int frame) const;
  // Of all frames, in their order.
  LiveLines lines() const;
  std::vector<int> frames() const;
  // [[first frame, edition], ...]: which edition the frames from there on are of.
  Json editions() const;

  std::filesystem::path state_file(int frame) const;
  struct State {
    int frame;
    std::shared_ptr<const ReadScene> scene;  // that it is a state of
  };
  // The last one that is kept up to that frame.
  std::optional<State> state_before(int frame) const;

 private:
  struct Kept {
    LiveFrame what;
    LiveLines lines;
    double bytes = 0;
    std::shared_ptr<const ReadScene> scene;  // null: its state was dropped
    double state_bytes = 0;
  };
  void thin_out_states();

  const ScratchFolder folder_;
  mutable std::mutex mutex_;
  std::map<int, Kept> kept_;
  int edition_, state_every_ = 1;
  double bytes_ = 0, state_bytes_ = 0;
};

}  // namespace weir::studio
