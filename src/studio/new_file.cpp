// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/files.h"
#include "weir/base/error.h"

namespace weir::studio {

NewFile::NewFile(const std::filesystem::path& file) : file_(file) {
  static std::atomic<int> count = 0;
  make_folder(file.parent_path());
  // As those of base/files.h, which are known for what they are when they are left behind.
  temporary_ = file.parent_path() / fmt::format(".{}.{}{:03}.tmp{}", file.stem().string(), getpid(), count++ % 1000,
                                                file.extension().string());
}

NewFile::~NewFile() {
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void NewFile::write(const std::string& bytes) const {
  try {
    write_file(temporary_, bytes);
  } catch (const RunError& error) {  // of a file that the artist does not know
    std::string sentence = error.what();
    const size_t at = sentence.find(temporary_.string());
    throw RunError(at == std::string::npos ? sentence
                                           : sentence.replace(at, temporary_.string().size(), file_.string()));
  }
}

bool NewFile::keep() {
  const auto fail = [&] {
    throw RunError(fmt::format("{}: cannot be written: {}", name(), std::generic_category().message(errno)));
  };
  const int descriptor = open(temporary_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail();
  const bool synced = fsync(descriptor) == 0;
  close(descriptor);
  if (!synced) fail();
  // A second name, which must be free; the first one goes with the destructor.
  if (link(temporary_.c_str(), file_.c_str()) == 0) return true;
  if (errno == EEXIST) return false;
  // File systems without links.
  if (renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, file_.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno == EEXIST) return false;
  fail();
  return false;
}

}  // namespace weir::studio
