// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/numbered_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "weir/base/error.h"

namespace weir {

namespace fs = std::filesystem;

bool NumberedName::has_number(const fs::path& file) { return file.filename().string().find('#') != std::string::npos; }

NumberedName::NumberedName(const fs::path& file) : folder_(file.parent_path()) {
  const std::string name = file.filename().string();
  const size_t begin = std::min(name.find('#'), name.size());
  const size_t end = std::min(name.find_first_not_of('#', begin), name.size());
  before_ = name.substr(0, begin);
  after_ = name.substr(end);
  digits_ = end - begin;
  if (after_.find('#') != std::string::npos) throw InputError(file.string(), "has more than one run of #");
}

fs::path NumberedName::file(int number) const {
  return folder_ / fmt::format("{}{:0{}}{}", before_, number, digits_, after_);
}

std::optional<int> NumberedName::number_in(const std::string& name) const {
  if (name.size() < before_.size() + digits_ + after_.size()) return std::nullopt;
  if (!name.starts_with(before_) || !name.ends_with(after_)) return std::nullopt;
  const std::string_view digits(name.data() + before_.size(), name.size() - before_.size() - after_.size());
  if (digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  if (digits_ > 1 && digits.size() > digits_ && digits[0] == '0') return std::nullopt;  // another sequence's
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

std::vector<std::pair<int, fs::path>> NumberedName::files() const {
  std::vector<std::pair<int, fs::path>> files;
  std::error_code error;
  const fs::path folder = folder_.empty() ? fs::path(".") : folder_;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (const std::optional<int> number = number_in(name)) files.emplace_back(*number, folder_ / name);
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace weir
