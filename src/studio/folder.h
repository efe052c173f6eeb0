// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The folder that Studio has opened. The page names files by paths below it, "shots/drop.json", and the examples that
// come with Weir by "examples:sph/drop.json"; whatever leads elsewhere is refused, also by a symbolic link.

#pragma once

#include <filesystem>
#include <string>

namespace weir::studio {

// Whether the path is this folder or lies in it, both being without links and dots; nothing lies in "".
bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

class Folder {
 public:
  // `examples`: empty where there are none. InputError when the folder is none, or lies among the
  // examples.
  Folder(const std::filesystem::path& opened, const std::filesystem::path& examples);

  const std::filesystem::path& path() const { return opened_; }
  const std::filesystem::path& examples() const { return examples_; }
  static bool is_example(const std::string& name) { return name.starts_with("examples:"); }

  // The file or folder of that name, which need not be there yet. InputError for names that are empty, absolute, have
  // a part that is hidden, "." or "..", or a control character, and where a link leads out of the folder.
  std::filesystem::path resolve(const std::string& name) const;
  // The same for what is about to be written: not an example.
  std::filesystem::path writable(const std::string& name) const;
  // Whether it is one of the examples, by whichever name.
  bool is_readonly(const std::string& name) const;
  // The name by which the page knows a file below the folder or an example; the whole path of any other.
  std::string name_of(const std::filesystem::path& file) const;

 private:
  std::filesystem::path opened_, examples_;  // without links
};

}  // namespace weir::studio
