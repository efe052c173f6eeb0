// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Names for the parts of a state (Archive::parts), by which those of a changed scene find theirs.

#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace weir {

// The names that the scene gives; things without one, or with one that came before, are counted.
inline std::vector<std::string> part_names(std::vector<std::string> names) {
  std::map<std::string, int> seen;
  for (std::string& name : names) {
    const int count = ++seen[name];
    if (name.empty() || count > 1) name += fmt::format("#{}", count);
  }
  return names;
}

template <class List>
std::vector<std::string> part_names_of(const List& things) {
  std::vector<std::string> names;
  for (const auto& thing : things) names.push_back(thing.name);
  return part_names(std::move(names));
}

}  // namespace weir
