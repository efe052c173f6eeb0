// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Undo and redo against a list of whole texts.

#include "studio/edit_history.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace weir::studio {
namespace {

// What EditHistory promises, kept the plain way.
struct Model {
  struct Step {
    std::string before, after, merge;
  };
  std::vector<Step> steps;
  size_t done = 0;
  bool merges = false;

  void add(const std::string& before, const std::string& after, const std::string& merge) {
    steps.resize(done);
    Step step{before, after, merge};
    if (merges && done > 0 && !merge.empty() && steps.back().merge == merge) {
      step.before = steps.back().before;
      steps.pop_back();
    }
    merges = step.before != step.after;
    if (merges) steps.push_back(step);
    done = steps.size();
  }
};

auto some_letter() { return rc::gen::element('a', 'b', ',', '\n'); }

TEST(EditHistory, IsAsAListOfTexts) {
  EXPECT_TRUE(rc::check("undo, redo and merging", [] {
    Model model;
    EditHistory history;
    std::string text = *rc::gen::container<std::string>(some_letter());
    const int count = *rc::gen::inRange(1, 40);
    for (int i = 0; i < count; ++i) {
      const int what = *rc::gen::inRange(0, 4);
      if (what < 2) {
        // Texts that share much, as edits do, or nothing.
        std::string next = text;
        for (int place = *rc::gen::inRange(0, 4); place >= 0; --place) {
          const size_t at = *rc::gen::inRange<size_t>(0, next.size() + 1);
          next.replace(at, *rc::gen::inRange<size_t>(0, 3), *rc::gen::container<std::string>(some_letter()));
        }
        const std::string merge = *rc::gen::element<std::string>("", "1", "2");
        history.add(text, next, "edit " + std::to_string(i), merge);
        model.add(text, next, merge);
        text = next;
      } else if (what == 2 && history.can_undo()) {
        RC_ASSERT(model.steps[model.done - 1].after == text);
        text = history.undo(text);
        RC_ASSERT(text == model.steps[--model.done].before);
        model.merges = false;
      } else if (what == 3 && history.can_redo()) {
        text = history.redo(text);
        RC_ASSERT(text == model.steps[model.done++].after);
        model.merges = false;
      }
      RC_ASSERT(history.can_undo() == (model.done > 0));
      RC_ASSERT(history.can_redo() == (model.done < model.steps.size()));
    }
    while (history.can_undo()) text = history.undo(text);
    if (!model.steps.empty()) RC_ASSERT(text == model.steps.front().before);
  }));
}

// However far apart the places are: a hundred thousand steps must fit into the memory of a small machine.
TEST(EditSplices, AreWhatDiffersAndNoMore) {
  std::string before, after;
  for (int i = 0; i < 3000; ++i) {
    const bool is_changed = i % 500 == 100;
    before += fmt::format("  {{\"name\": \"{}\", \"key\": [1, {}]}},\n", i, i);
    after += fmt::format("  {{\"name\": \"{}\", \"key\": [1, {}]}},\n", i, is_changed ? i + 7 : i);
    if (i == 1000) after += "  {\"name\": \"new\"},\n";
    if (i == 2000) before += "  {\"name\": \"gone\"},\n  {\"name\": \"gone too\"},\n";
  }
  const Splices splices = splices_between(before, after);
  EXPECT_EQ(splices.size(), 8u);
  size_t kept = 0;
  for (const Splice& splice : splices) kept += splice.removed.size() + splice.added.size();
  EXPECT_LT(kept, 120u);
  EXPECT_EQ(carried_out(before, splices), after);
  EXPECT_EQ(taken_back(after, splices), before);
}

TEST(EditHistory, ADragIsOneStepWithItsLastName) {
  EditHistory history;
  history.add("x = 1", "x = 2", "move", "drag");
  history.add("x = 2", "x = 34", "move far", "drag");
  EXPECT_EQ(history.undo_label(), "move far");
  EXPECT_EQ(history.undo("x = 34"), "x = 1");
  EXPECT_FALSE(history.can_undo());
  EXPECT_EQ(history.redo("x = 1"), "x = 34");
  history.add("x = 34", "x = 5", "move", "drag");
  EXPECT_EQ(history.undo("x = 5"), "x = 34") << "what was redone is not part of it";
}

TEST(EditHistory, ADragThatComesBackIsNoStep) {
  EditHistory history;
  history.add("x = 1", "x = 2", "move", "drag");
  history.add("x = 2", "x = 1", "move", "drag");
  EXPECT_FALSE(history.can_undo());
}

}  // namespace
}  // namespace weir::studio
