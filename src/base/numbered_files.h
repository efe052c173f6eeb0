// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The numbered files of one kind in a folder, such as drop_1.bgeo, drop_2.bgeo and so on: a folder stands for the
// sequence that it holds.

#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir {

// A file name taken apart.
struct FileNumber {
  std::string stem;            // "drop_" of drop_0012.bgeo
  std::optional<int> number;   // 12
  std::string_view extension;  // ".bgeo"; empty when it is none of the given ones
};
FileNumber number_of_file(const std::filesystem::path& file, std::span<const std::string_view> extensions);

// The files of a folder that end in one of `extensions` and in a number before it, by name, which need not be the order
// of the numbers. Those still being written are left out. InputError when there is none or they have several names or
// extensions; `what` is "particle files".
std::vector<std::pair<int, std::filesystem::path>> numbered_files_in(const std::filesystem::path& folder,
                                                                     std::span<const std::string_view> extensions,
                                                                     std::string_view what);

// "1-3, 7, 9-12", of ascending numbers.
std::string in_ranges(std::span<const int> numbers);

}  // namespace weir
