// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A library of templates: a folder with a file each, NAME.weirt, and an index to search them by (library_index.h).
// Files may be copied into and out of it by any means.
//
//   const Library library(Library::default_folder());
//   std::shared_ptr<const Template> splash = library.open("splash");

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "control/templates/library/library_index.h"
#include "control/templates/library/template.h"

namespace weir::templates {

class Library {
 public:
  // The variable of the environment that names the folder.
  static constexpr const char* kVariable = "WEIR_LIBRARY";
  // $WEIR_LIBRARY, or else library/ below this folder; without one, below the working folder.
  static std::filesystem::path default_folder(const std::filesystem::path& below = {});

  // The folder that was given, or else the default.
  static Library chosen(const std::optional<std::filesystem::path>& given) {
    return Library(given && !given->empty() ? *given : default_folder());
  }

  explicit Library(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }
  LibraryList list(const LibraryFilter& filter = {}) const { return search_library(folder_, filter); }
  // InputError when there is none of this name (with the nearest that there is), or more than one.
  LibraryEntry find(const std::string& name) const;
  bool has(const std::string& name) const { return !list({.text = {}, .tag = {}, .name = name}).entries.empty(); }
  std::shared_ptr<const Template> open(const std::string& name) const { return open_template(find(name).file); }

  // Where a template of this name is to be recorded; makes the folder. InputError when the name is taken, unless
  // `overwrite` is set.
  std::filesystem::path file_for(const std::string& name, bool overwrite = false) const;
  void remove(const std::string& name) const;
  void rename(const std::string& from, const std::string& to) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace weir::templates
