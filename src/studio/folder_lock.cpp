// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "weir/base/error.h"

namespace weir::studio {

namespace fs = std::filesystem;

FolderLock::FolderLock(const fs::path& folder) : note_(folder) {
  if (!lock(folder, LOCK_EX)) refuse(folder, folder);
  for (fs::path around = folder; around.has_relative_path();) {
    around = around.parent_path();
    if (!lock(around, LOCK_SH)) refuse(folder, around);
  }
  note_.write("");
}

FolderLock::~FolderLock() { unlock(); }

// False when another Studio is in the way.
bool FolderLock::lock(const fs::path& folder, int how) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return true;  // one around it that nobody can open who is no more than this
  descriptors_.push_back(descriptor);
  return flock(descriptor, how | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

void FolderLock::unlock() {
  for (const int descriptor : descriptors_) close(descriptor);
}

// `held`: where its lock is.
void FolderLock::refuse(const fs::path& folder, const fs::path& held) {
  // Whoever shares the lock of this folder has one that lies in it.
  const bool is_around = held != folder, is_inside = !is_around && flock(descriptors_.front(), LOCK_SH | LOCK_NB) == 0;
  unlock();
  const std::optional<StudioNote::Known> other = StudioNote::find(folder);
  std::string what = "this folder";
  if (is_around) what = fmt::format("{}, which this folder lies in,", held.string());
  if (is_inside) what = fmt::format("{}, which lies in this folder,", other ? other->folder.string() : "a folder");
  std::string where;
  if (other)
    where = fmt::format(" (process {}{})", other->process, other->address.empty() ? "" : ", " + other->address);
  throw InputError(folder.string(), fmt::format("another Studio has {} open{}; use its page, or end it first with "
                                                "Ctrl-C where it was started",
                                                what, where));
}

}  // namespace weir::studio
