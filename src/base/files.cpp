// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "weir/base/error.h"

namespace weir {

namespace fs = std::filesystem;

namespace {

// False with the reason in errno.
bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  bool sync() const { return ::fsync(number_) == 0; }

 private:
  int number_;
};

[[noreturn]] void cannot_be_written(const fs::path& path) {
  throw RunError(fmt::format("{}: cannot be written: {}", path.string(), std::strerror(errno)));
}

[[noreturn]] void cannot_be_read(const fs::path& path) {
  throw InputError(path.string(), std::string("cannot be read: ") + std::strerror(errno));
}

void sync_to_disk(const fs::path& path, int flags) {
  const Descriptor file(path, flags);
  if (!file.open() || !file.sync()) cannot_be_written(path);
}

}  // namespace

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

void AtomicFile::sync() {
  if (!synced_) sync_to_disk(temporary_, O_RDONLY);
  synced_ = true;
}

void AtomicFile::commit() {
  sync();
  std::error_code error;
  fs::rename(temporary_, path_, error);
  if (error) throw RunError(fmt::format("{}: cannot be put in place: {}", path_.string(), error.message()));
  committed_ = true;
  // The rename itself must survive a power cut too.
  sync_to_disk(path_.has_parent_path() ? path_.parent_path() : fs::path("."), O_RDONLY | O_DIRECTORY);
}

FileWriter::FileWriter(const fs::path& path) : path_(path), file_(path) {
  descriptor_ = ::open(file_.temporary().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) cannot_be_written(path_);
}

FileWriter::~FileWriter() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void FileWriter::write(std::string_view bytes) {
  constexpr size_t kSmall = 1 << 16;
  if (waiting_.size() + bytes.size() > kSmall) flush();
  if (bytes.size() <= kSmall) {
    waiting_.append(bytes);
  } else if (!write_all(descriptor_, bytes)) {
    cannot_be_written(path_);
  }
}

void FileWriter::flush() {
  if (!write_all(descriptor_, waiting_)) cannot_be_written(path_);
  waiting_.clear();
}

void FileWriter::finish() {
  if (descriptor_ < 0) return;
  flush();
  ::close(std::exchange(descriptor_, -1));
  file_.sync();
}

void FileWriter::commit() {
  finish();
  file_.commit();
}

std::string name_behind_temporary(const std::string& name) {
  const size_t mark = name.rfind(".tmp"), dot = mark == std::string::npos ? mark : name.rfind('.', mark - 1);
  if (name[0] != '.' || dot == std::string::npos || dot == 0 || dot + 1 >= mark) return {};
  const std::string extension = name.substr(mark + 4);
  if (name.substr(dot + 1, mark - dot - 1).find_first_not_of("0123456789") != std::string::npos) return {};
  if (!extension.empty() && extension[0] != '.') return {};
  return name.substr(1, dot - 1) + extension;
}

void write_file(const fs::path& path, std::string_view bytes) { write_file(path, {bytes}); }

void write_file(const fs::path& path, std::initializer_list<std::string_view> pieces) {
  FileWriter file(path);
  for (const std::string_view piece : pieces) file.write(piece);
  file.commit();
}

void append_to_file(const fs::path& path, std::string_view bytes) {
  const Descriptor out(path, O_WRONLY | O_APPEND | O_CREAT);
  if (!out.open() || !write_all(out.number(), bytes) || !out.sync()) cannot_be_written(path);
}

std::string read_file(const fs::path& path) {
  // Without O_NONBLOCK, opening a pipe would wait for somebody to write to it.
  const Descriptor in(path, O_RDONLY | O_NONBLOCK);
  if (!in.open() && (errno == ENOENT || errno == ENOTDIR)) throw InputError(path.string(), "there is no such file");
  struct stat about {};
  if (!in.open() || ::fstat(in.number(), &about) != 0) cannot_be_read(path);
  if (S_ISDIR(about.st_mode)) throw InputError(path.string(), "is a folder, where a file is needed");
  if (!S_ISREG(about.st_mode)) throw InputError(path.string(), "is a pipe or a device, where a regular file is needed");
  std::string bytes;
  size_t length = 0;
  for (;;) {
    // One byte more than expected, so that a file that does not grow ends without another round.
    if (length == bytes.size()) bytes.resize(length + std::max<size_t>(static_cast<size_t>(about.st_size), 4096) + 1);
    const ssize_t count = ::read(in.number(), &bytes[length], bytes.size() - length);
    if (count == 0) break;
    if (count < 0 && errno != EINTR) cannot_be_read(path);
    if (count > 0) length += static_cast<size_t>(count);
  }
  bytes.resize(length);
  return bytes;
}

void remove_file(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) throw RunError(fmt::format("{}: cannot be removed: {}", path.string(), error.message()));
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  std::error_code ignored;
  if (error || !fs::is_directory(folder, ignored)) {
    throw InputError(folder.string(), "this folder cannot be made: " +
                                          (error ? error.message() : std::string("a file stands in its place")));
  }
}

}  // namespace weir
