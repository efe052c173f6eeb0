// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// One Studio at a time has a folder, and those around it and in it: two would replace each other's autosaves and settle
// each other's takes.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "studio/studio_note.h"

namespace weir::studio {

// The folder itself is locked for this Studio alone, each folder around it together with other Studios: so two are in
// each other's way where one folder is in the other, whichever was opened first, and not where they lie side by side.
// Held until it ends, also by a crash. Nothing is written into the folders. Where the file system knows no locks there
// is none.
class FolderLock {
 public:
  // `folder`: absolute, without links. InputError, which says which Studio it is, when another one has it.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  // Told to those who come later.
  void tell_address(const std::string& address) { note_.write(address); }

 private:
  bool lock(const std::filesystem::path& folder, int how);
  void unlock();
  [[noreturn]] void refuse(const std::filesystem::path& folder, const std::filesystem::path& held);

  std::vector<int> descriptors_;
  StudioNote note_;
};

}  // namespace weir::studio
