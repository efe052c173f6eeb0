// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A file that is being received: it takes its name when it is whole, and never that of another.

#pragma once

#include <filesystem>
#include <string>

namespace weir::studio {

class NewFile {
 public:
  // Makes the folder that it lies in.
  explicit NewFile(const std::filesystem::path& file);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  const std::filesystem::path& temporary() const { return temporary_; }
  // All that it has.
  void write(const std::string& bytes) const;
  std::string name() const { return file_.filename().string(); }
  // False when there is a file of that name by now. RunError when it cannot be brought to the disk.
  bool keep();

 private:
  std::filesystem::path file_, temporary_;
};

}  // namespace weir::studio
