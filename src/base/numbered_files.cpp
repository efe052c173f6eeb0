// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/numbered_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "weir/base/error.h"

namespace weir {

namespace fs = std::filesystem;

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Sorted by name. Names that begin with a dot are files still being written.
std::vector<fs::path> files_of(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->path().filename().string().starts_with('.') && entry->is_regular_file()) files.push_back(entry->path());
  }
  if (error) throw InputError(folder.string(), "cannot be read: " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

std::string pattern_of(const FileNumber& name) { return fmt::format("{}#{}", name.stem, name.extension); }

}  // namespace

FileNumber number_of_file(const fs::path& file, std::span<const std::string_view> extensions) {
  const std::string name = file.filename().string();
  const auto extension = std::find_if(extensions.begin(), extensions.end(), [&](auto e) { return name.ends_with(e); });
  FileNumber result;
  if (extension != extensions.end()) result.extension = *extension;
  const size_t end = name.size() - result.extension.size();
  size_t begin = end;
  while (begin > 0 && is_digit(name[begin - 1])) --begin;
  int number = 0;
  const auto [rest, error] = std::from_chars(name.data() + begin, name.data() + end, number);
  if (begin < end && error == std::errc()) result.number = number;
  result.stem = name.substr(0, begin);
  return result;
}

std::vector<std::pair<int, fs::path>> numbered_files_in(const fs::path& folder,
                                                        std::span<const std::string_view> extensions,
                                                        std::string_view what) {
  std::optional<FileNumber> first;
  std::vector<std::pair<int, fs::path>> files;
  for (const fs::path& file : files_of(folder)) {
    const FileNumber name = number_of_file(file, extensions);
    if (name.extension.empty() || !name.number) continue;
    if (!first) first = name;
    if (name.extension != first->extension || name.stem != first->stem) {
      throw InputError(folder.string(),
                       fmt::format("holds several sequences, {} and {}; say which, as in {}", pattern_of(*first),
                                   pattern_of(name), (folder / pattern_of(*first)).string()));
    }
    files.emplace_back(*name.number, file);
  }
  if (files.empty()) {
    throw InputError(folder.string(), fmt::format("holds no numbered {} such as 0001{}; {} are known", what,
                                                  extensions.front(), fmt::join(extensions, ", ")));
  }
  return files;
}

std::string in_ranges(std::span<const int> numbers) {
  std::string text;
  for (size_t i = 0; i < numbers.size();) {
    size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += text.empty() ? "" : ", ";
    text += last == i ? fmt::format("{}", numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace weir
