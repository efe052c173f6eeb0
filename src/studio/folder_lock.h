// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// One Studio at a time has a folder: two would replace each other's autosaves and settle each other's takes.

#pragma once

#include <filesystem>

namespace weir::studio {

// Held until it ends, also by a crash. Nothing is written for it. Where the file system knows no locks there is none.
class FolderLock {
 public:
  // InputError when another Studio has the folder.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace weir::studio
