// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Files that are never half written: bytes go to a file beside the wanted path, reach the disk, and are renamed. A
// kill at any moment leaves either the whole old file or the whole new one.

#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

namespace weir {

// For libraries that write by themselves:
//   AtomicFile file(path);  library.write(file.temporary());  file.commit();
// Without commit() the temporary is removed and the old file stays.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  const std::filesystem::path& temporary() const { return temporary_; }
  void sync();    // brings it to the disk; commit() need not do it then
  void commit();  // RunError when the disk is full or the folder cannot be written

 private:
  std::filesystem::path path_, temporary_;
  bool synced_ = false, committed_ = false;
};

// A file written piece by piece; RunError when that fails. Without commit() the old file stays.
class FileWriter {
 public:
  explicit FileWriter(const std::filesystem::path& path);
  ~FileWriter();

  void write(std::string_view bytes);
  void finish();  // nothing more will be written, and all reaches the disk; commit() does it too
  void commit();

 private:
  void flush();

  std::filesystem::path path_;
  AtomicFile file_;
  int descriptor_;
  std::string waiting_;  // small pieces are written together
};

// The file that a temporary with this name would have become ("0003.vdb" for ".0003.1234.tmp.vdb"); empty when the
// name is not that of a temporary. A process that is killed leaves its temporaries behind.
std::string name_behind_temporary(const std::string& name);

void write_file(const std::filesystem::path& path, std::string_view bytes);
void write_file(const std::filesystem::path& path, std::initializer_list<std::string_view> pieces);

// Adds to the end of a file, which is made if need be, and brings it to the disk. Not atomic: a kill or a full disk can
// leave a part of `bytes`.
void append_to_file(const std::filesystem::path& path, std::string_view bytes);

// The whole file; InputError naming the file when it does not exist, is not a regular file, or cannot be read.
std::string read_file(const std::filesystem::path& path);

// Removes one file if it is there; RunError when it cannot be removed.
void remove_file(const std::filesystem::path& path);

// Creates the folder and its parents; InputError when something that is not a folder stands in the way.
void make_folder(const std::filesystem::path& folder);

}  // namespace weir
