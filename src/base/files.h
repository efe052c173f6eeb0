// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Files that are never half written: bytes go to a file beside the wanted place, reach the disk, and are renamed. A
// kill at any moment leaves either the whole old file or the whole new one.

#pragma once

#include <filesystem>
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
  void commit();  // RunError when the disk is full or the folder cannot be written

 private:
  std::filesystem::path path_, temporary_;
  bool committed_ = false;
};

void write_file(const std::filesystem::path& path, std::string_view bytes);

// The whole file; InputError naming the file when it does not exist, is a folder, or cannot be read.
std::string read_file(const std::filesystem::path& path);

// Creates the folder and its parents; InputError when something that is not a folder stands in the way.
void make_folder(const std::filesystem::path& folder);

}  // namespace weir
