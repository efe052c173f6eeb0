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

std::string_view NumberedName::digits_in(const std::string& name) const {
  if (name.size() <= before_.size() + after_.size()) return {};
  if (!name.starts_with(before_) || !name.ends_with(after_)) return {};
  const std::string_view digits(name.data() + before_.size(), name.size() - before_.size() - after_.size());
  return digits.find_first_not_of("0123456789") == std::string_view::npos ? digits : std::string_view();
}

// As file() writes numbers.
bool NumberedName::is_filled_up(std::string_view digits) const {
  return digits.size() == digits_ || (digits.size() > digits_ && digits[0] != '0');
}

std::vector<std::pair<int, fs::path>> NumberedName::files() const {
  struct Found {
    int number;
    fs::path file;
    bool filled_up, has_zeros;
  };
  std::vector<Found> found;
  std::error_code error;
  const fs::path folder = folder_.empty() ? fs::path(".") : folder_;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::string_view digits = digits_in(name);
    int number = 0;
    const auto [rest, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || wrong != std::errc()) continue;
    found.push_back({number, folder_ / name, is_filled_up(digits), digits.size() > 1 && digits[0] == '0'});
  }
  const bool any_filled_up =
      std::any_of(found.begin(), found.end(), [](const Found& f) { return f.filled_up && f.has_zeros; });
  std::vector<std::pair<int, fs::path>> files;
  for (const Found& f : found) {
    if (digits_ == 1 || (any_filled_up ? f.filled_up : !f.has_zeros)) files.emplace_back(f.number, f.file);
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace weir
