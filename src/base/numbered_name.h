// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A file name in which a run of # stands for a number: horse_####.obj is horse_0001.obj, horse_0002.obj and so on.
// One # is any number; several are as many digits, or more where the number needs them. Where no file has its number
// filled up with zeros, several stand for any number too: horse_####.obj is horse_1.obj, horse_2.obj and so on then.

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir {

class NumberedName {
 public:
  static bool has_number(const std::filesystem::path& file);  // a # in its last part
  // InputError when there is more than one run of #.
  explicit NumberedName(const std::filesystem::path& file);

  std::filesystem::path file(int number) const;  // that is to be written
  // What is on the disk, in the order of the numbers, each of which may be there more than once (7 and 007 of #).
  std::vector<std::pair<int, std::filesystem::path>> files() const;

 private:
  // The digits that stand for # in the name; empty for other names.
  std::string_view digits_in(const std::string& name) const;
  bool is_filled_up(std::string_view digits) const;

  std::filesystem::path folder_;
  std::string before_, after_;
  size_t digits_;
};

}  // namespace weir
