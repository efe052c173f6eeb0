// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/project_copy.h"

#include <algorithm>

#include "base/numbered_name.h"
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

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

// The literal that names the same file at `to`.
std::string moved(const std::string& literal, const fs::path& from, const fs::path& to, const fs::path& folder) {
  const Json value = Json::parse(literal, nullptr, false);
  if (!value.is_string()) return literal;
  const std::string name = value.get<std::string>();
  const fs::path named = (from.parent_path() / name).lexically_normal();
  if (name.find_first_of("./") == std::string::npos || fs::path(name).is_absolute() || !is_there(named)) return literal;
  const fs::path there = is_below(named, folder) ? named.lexically_relative(to.parent_path()) : named;
  return Json(there.string()).dump();
}

}  // namespace

std::string text_moved(const std::string& text, const fs::path& from, const fs::path& to, const fs::path& folder) {
  if (from.parent_path() == to.parent_path()) return text;
  std::string result;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (text[at] == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*')) {
      end = end_of_comment(text, at);
    } else if (text[at] == '"') {
      end = end_of_literal(text, at);
      const std::string literal = text.substr(at, end - at);
      result += is_key(text, end) ? literal : moved(literal, from, to, folder);
      at = end;
      continue;
    }
    result.append(text, at, end - at);
    at = end;
  }
  return result;
}

}  // namespace weir::studio
