// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What was done to a text, step by step, without end: only what differs is kept.
//
//   history.add(before, after, "move the ball", "drag 7");
//   text = history.undo(text);

#pragma once

#include <string>
#include <vector>

#include "studio/edit_splices.h"

namespace weir::studio {

class EditHistory {
 public:
  // Steps with the same `merge` that follow each other are one; empty: a step by itself. What had been taken back is
  // forgotten.
  void add(const std::string& before, const std::string& after, const std::string& label, const std::string& merge);
  bool can_undo() const { return done_ > 0; }
  bool can_redo() const { return done_ < steps_.size(); }
  // Of the text as it is now, which must be possible.
  std::string undo(const std::string& text);
  std::string redo(const std::string& text);
  const std::string& undo_label() const { return steps_[done_ - 1].label; }
  const std::string& redo_label() const { return steps_[done_].label; }

 private:
  struct Step {
    Splices splices;
    std::string label;
  };

  std::vector<Step> steps_;
  size_t done_ = 0;    // of them; the others were taken back
  std::string merge_;  // of the last step, where that is the latest thing that happened
};

}  // namespace weir::studio
