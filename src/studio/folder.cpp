// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/folder.h"

#include <fmt/format.h>

#include <algorithm>

#include "weir/base/error.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kExamples = "examples:";
constexpr size_t kLongest = 1000;

fs::path without_links(const fs::path& path) {
  std::error_code error;
  const fs::path plain = fs::weakly_canonical(path, error);
  if (error) throw InputError(path.string(), "cannot be looked at: " + error.message());
  return plain;
}

void check_name(std::string_view name, const std::string& whole) {
  const auto refuse = [&](const char* why) { throw InputError("", fmt::format("\"{}\" {}", whole, why)); };
  if (name.empty()) refuse("names no file");
  if (name.size() > kLongest) throw InputError("", "this name is too long for a file");
  if (name.back() == '/') refuse("is a folder, not a file");
  if (name.front() == '/') refuse("must be a path below the folder that Studio has opened");
  if (std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; })) {
    throw InputError("", "the name of a file cannot have control characters");
  }
  while (!name.empty()) {
    const size_t slash = std::min(name.find('/'), name.size());
    const std::string_view part = name.substr(0, slash);
    if (part.empty() || part.front() == '.') refuse("has a part that is empty, hidden or leads elsewhere");
    name.remove_prefix(std::min(slash + 1, name.size()));
  }
}

}  // namespace

bool is_below(const fs::path& path, const fs::path& folder) {
  return !folder.empty() && std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

Folder::Folder(const fs::path& opened, const fs::path& examples) : opened_(without_links(opened)) {
  if (!fs::is_directory(opened_)) throw InputError(opened.string(), "is no folder");
  if (!examples.empty() && fs::is_directory(examples)) examples_ = without_links(examples);
  if (is_below(opened_, examples_)) {
    throw InputError(opened.string(),
                     "holds the examples that come with Weir, which are not changed; open a folder of "
                     "your own, where Studio shows them too");
  }
}

fs::path Folder::resolve(const std::string& name) const {
  const bool shipped = is_example(name);
  const std::string inside = shipped ? name.substr(kExamples.size()) : name;
  check_name(inside, name);
  const fs::path& base = shipped ? examples_ : opened_;
  if (base.empty()) throw InputError("", "the examples that come with Weir are not installed here");
  const fs::path path = without_links(base / inside);
  if (!is_below(path, base)) throw InputError("", fmt::format("\"{}\" leads out of the folder", name));
  return path;
}

bool Folder::is_readonly(const std::string& name) const { return is_below(resolve(name), examples_); }

fs::path Folder::writable(const std::string& name) const {
  const fs::path path = resolve(name);
  if (is_below(path, examples_)) {
    throw InputError("", fmt::format("\"{}\" is one of the examples that come with Weir, which are not changed; make a "
                                     "copy of it in your folder",
                                     name));
  }
  return path;
}

std::string Folder::name_of(const fs::path& file) const {
  const fs::path path = without_links(file);
  if (is_below(path, examples_)) return std::string(kExamples) + path.lexically_relative(examples_).generic_string();
  return is_below(path, opened_) ? path.lexically_relative(opened_).generic_string() : path.string();
}

}  // namespace weir::studio
