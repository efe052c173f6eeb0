// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The scenes that `weir bench` times: bench/GROUP/NAME.json, below the working folder or else the source folder. Those
// that take very long are bench/GROUP/large/NAME.json and are timed only when they are named.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace weir::app {

struct BenchScene {
  std::string name;  // of its file, without the ending
  std::filesystem::path file;
  bool large = false;
};

struct BenchGroup {
  std::string name;
  std::vector<BenchScene> scenes;  // by name, the large ones last; at least one
};

// All groups, by name. InputError when there are none.
std::vector<BenchGroup> bench_groups();

// The scenes of a group but the large ones, or only the one called `only` unless that is empty. InputError, telling
// what there is, for an unknown group or name.
std::vector<BenchScene> bench_scenes(const std::string& group, const std::string& only);

// "a, b, c, d (only when named)"
std::string names_of(const std::vector<BenchScene>& scenes);

}  // namespace weir::app
