// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/edit_history.h"

namespace weir::studio {

void EditHistory::add(const std::string& before, const std::string& after, const std::string& label,
                      const std::string& merge) {
  const bool goes_on = done_ > 0 && !merge.empty() && merge_ == merge;
  const std::string start = goes_on ? undo(before) : before;
  steps_.resize(done_);
  merge_.clear();
  Splices splices = splices_between(start, after);
  // A drag that has come back to where it began.
  if (splices.empty()) return;
  steps_.push_back({std::move(splices), label});
  ++done_;
  merge_ = merge;
}

std::string EditHistory::undo(const std::string& text) {
  merge_.clear();
  return taken_back(text, steps_[--done_].splices);
}

std::string EditHistory::redo(const std::string& text) {
  merge_.clear();
  return carried_out(text, steps_[done_++].splices);
}

}  // namespace weir::studio
