// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/edit_history.h"

#include <algorithm>

namespace weir::studio {

EditHistory::Step EditHistory::between(const std::string& before, const std::string& after) {
  const size_t shorter = std::min(before.size(), after.size());
  size_t head = 0, tail = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  return {head, before.substr(head, before.size() - tail - head), after.substr(head, after.size() - tail - head), "",
          ""};
}

void EditHistory::add(const std::string& before, const std::string& after, const std::string& label,
                      const std::string& merge) {
  steps_.resize(done_);
  const bool goes_on = merges_ && done_ > 0 && !merge.empty() && steps_.back().merge == merge;
  const std::string start = goes_on ? undo(before) : before;
  steps_.resize(done_);
  Step step = between(start, after);
  step.label = label;
  step.merge = merge;
  merges_ = true;
  // A drag that has come back to where it began.
  if (step.removed.empty() && step.added.empty()) return;
  steps_.push_back(std::move(step));
  ++done_;
}

std::string EditHistory::undo(const std::string& text) {
  const Step& step = steps_[--done_];
  merges_ = false;
  return std::string(text).replace(step.at, step.added.size(), step.removed);
}

std::string EditHistory::redo(const std::string& text) {
  const Step& step = steps_[done_++];
  merges_ = false;
  return std::string(text).replace(step.at, step.removed.size(), step.added);
}

}  // namespace weir::studio
