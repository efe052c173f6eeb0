// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A file name in which a run of # stands for a number: horse_####.obj is horse_0001.obj, horse_0002.obj and so on.
// One # is any number; several are as many digits, or more where the number needs them.

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weir {

class NumberedName {
 public:
  static bool has_number(const std::filesystem::path& file);  // a # in its last part
  // InputError when there is more than one run of #.
  explicit NumberedName(const std::filesystem::path& file);

  std::filesystem::path file(int number) const;
  std::optional<int> number_in(const std::string& name) const;  // nothing for other names
  // What is on the disk, in the order of the numbers.
  std::vector<std::pair<int, std::filesystem::path>> files() const;

 private:
  std::filesystem::path folder_;
  std::string before_, after_;
  size_t digits_;
};

}  // namespace weir
