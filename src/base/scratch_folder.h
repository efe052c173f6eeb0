// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A fresh folder that is gone in the end, with all it holds: for measurements and tests of what stands on files.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "weir/base/error.h"

namespace weir {

class ScratchFolder {
 public:
  explicit ScratchFolder(const std::filesystem::path& place = std::filesystem::temp_directory_path(),
                         const std::string& beginning = "weir-") {
    std::string pattern = (place / (beginning + "XXXXXX")).string();
    if (!mkdtemp(pattern.data())) throw RunError(pattern + ": this folder cannot be made");
    path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace weir
