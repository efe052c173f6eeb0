// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What differs between two scenes, parameter by parameter:
//
//   for (const SceneChange& change : scene_changes(scene_text(before), scene_text(after))) show(change.sentence());
//
// Things in lists are told apart by their names, or by their places where they have none.

#pragma once

#include <string>
#include <vector>

namespace weir {

struct SceneChange {
  std::string path;           // "forces[0].drag", "solids[ball].rigid.density"
  std::string before, after;  // as JSON, on one line; empty: it is not there

  // "forces[0].drag: 2 → 5"; long values are cut short.
  std::string sentence() const;
};

// Of scenes as scene_text() writes them. InputError for what is no JSON.
std::vector<SceneChange> scene_changes(const std::string& before, const std::string& after);

}  // namespace weir
