// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/error.h"

namespace weir {

namespace fs = std::filesystem;

static void sync_to_disk(const fs::path& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags);
  if (descriptor < 0) throw RunError(fmt::format("{}: cannot be opened: {}", path.string(), std::strerror(errno)));
  const int result = ::fsync(descriptor);
  const int reason = errno;
  ::close(descriptor);
  if (result != 0) throw RunError(fmt::format("{}: cannot be written: {}", path.string(), std::strerror(reason)));
}

AtomicFile::AtomicFile(fs::path path) : path_(std::move(path)) {
  // The extension stays last: some libraries choose the format by it.
  temporary_ =
      path_.parent_path() / fmt::format(".{}.{}.tmp{}", path_.stem().string(), ::getpid(), path_.extension().string());
}

AtomicFile::~AtomicFile() {
  if (committed_) return;
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void AtomicFile::commit() {
  sync_to_disk(temporary_, O_RDONLY);
  std::error_code error;
  fs::rename(temporary_, path_, error);
  if (error) throw RunError(fmt::format("{}: cannot be put in place: {}", path_.string(), error.message()));
  committed_ = true;
  // The rename itself must survive a power cut too.
  sync_to_disk(path_.has_parent_path() ? path_.parent_path() : fs::path("."), O_RDONLY | O_DIRECTORY);
}

void write_file(const fs::path& path, std::string_view bytes) {
  AtomicFile file(path);
  std::ofstream out(file.temporary(), std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) throw RunError(fmt::format("{}: cannot be written: {}", path.string(), std::strerror(errno)));
  file.commit();
}

std::string read_file(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw InputError(path.string(), "there is no such file");
  if (fs::is_directory(status)) throw InputError(path.string(), "is a folder, where a file is needed");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  if (!in || in.bad()) {
    // An empty file sets failbit on `bytes`, not an error of `in`.
    if (!in.is_open()) throw InputError(path.string(), std::string("cannot be read: ") + std::strerror(errno));
  }
  return std::move(bytes).str();
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder)) {
    throw InputError(folder.string(), "this folder cannot be made: " +
                                          (error ? error.message() : std::string("a file stands in its place")));
  }
}

}  // namespace weir
