// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/project_copy.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/numbered_name.h"
#include "studio/folder.h"
#include "studio/service.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

// Where the text in quotes that begins here ends.
size_t end_of_literal(const std::string& text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\';
  return std::min(at + 1, text.size());
}

size_t end_of_comment(const std::string& text, size_t at) {
  const bool to_line_end = text[at + 1] == '/';
  const size_t end = text.find(to_line_end ? "\n" : "*/", at + 2);
  return end == std::string::npos ? text.size() : end + (to_line_end ? 1 : 2);
}

bool is_key(const std::string& text, size_t end) {
  const size_t next = text.find_first_not_of(" \t\r\n", end);
  return next != std::string::npos && text[next] == ':';
}

// A file, a folder, or a sequence of files.
bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(NumberedName::has_number(path) ? path.parent_path() : path, error);
}

}  // namespace

std::vector<CopiedFile> SceneCopy::of(const std::string& text, const fs::path& from, const fs::path& to) {
  beside_ = to.parent_path() / to.stem();
  to_ = {{from, to}};
  files_ = {{to, {}}};
  std::string copy = moved(text, from, to);
  files_.front().bytes = std::move(copy);
  return std::move(files_);
}

std::string SceneCopy::moved(const std::string& text, const fs::path& from, const fs::path& to) {
  if (from.parent_path() == to.parent_path()) return text;
  std::string result;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (text[at] == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*')) {
      end = end_of_comment(text, at);
    } else if (text[at] == '"') {
      end = end_of_literal(text, at);
      const std::string literal = text.substr(at, end - at);
      result += is_key(text, end) ? literal : moved_literal(literal, from, to);
      at = end;
      continue;
    }
    result.append(text, at, end - at);
    at = end;
  }
  return result;
}

// The literal that names the same file at `to`.
std::string SceneCopy::moved_literal(const std::string& literal, const fs::path& from, const fs::path& to) {
  const Json value = Json::parse(literal, nullptr, false);
  if (!value.is_string()) return literal;
  const std::string name = value.get<std::string>();
  const fs::path named = (from.parent_path() / name).lexically_normal();
  if (name.find_first_of("./") == std::string::npos || fs::path(name).is_absolute() || !is_there(named)) return literal;
  const fs::path there = is_copied(named) ? copied(named) : named;
  return Json((is_below(there, folder_) ? there.lexically_relative(to.parent_path()) : there).string()).dump();
}

bool SceneCopy::is_copied(const fs::path& file) const {
  std::error_code error;
  if (is_below(file, folder_) || !fs::is_regular_file(file, error)) return false;
  return std::any_of(shipped_.begin(), shipped_.end(), [&](const fs::path& one) { return is_below(file, one); });
}

// Where the file will be; other scenes with what they name themselves.
fs::path SceneCopy::copied(const fs::path& file) {
  if (const auto known = to_.find(file); known != to_.end()) return known->second;
  const fs::path to = to_[file] = free_place(file);
  const std::string bytes = read_file(file);
  std::string copy = file.extension() == ".json" ? moved(bytes, file, to) : bytes;
  files_.push_back({to, std::move(copy)});
  return to;
}

fs::path SceneCopy::free_place(const fs::path& file) const {
  const auto is_taken = [this](const fs::path& place) {
    std::error_code error;
    return fs::exists(place, error) ||
           std::any_of(to_.begin(), to_.end(), [&](const auto& one) { return one.second == place; });
  };
  fs::path place = beside_ / file.filename();
  for (int number = 2; is_taken(place); ++number) {
    place = beside_ / fmt::format("{}-{}{}", file.stem().string(), number, file.extension().string());
  }
  return place;
}

}  // namespace weir::studio
