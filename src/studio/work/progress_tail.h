// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The progress that a process writes into a file with --progress json, one line an item, as the page gets it; and the
// last lines of what it said.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "studio/service.h"

namespace weir::studio {

class ProgressTail {
 public:
  explicit ProgressTail(std::filesystem::path file) : file_(std::move(file)) {}

  // Reads what has been added; true when there is other progress than before. A line that is being written waits.
  bool read();
  // What has been written so far is not looked at.
  void skip();
  // Progress of the protocol; null: none was told yet.
  const Json& latest() const { return latest_; }
  // The last line of JSON that is something else, such as what `weir library fit` has found; null: none.
  const Json& answer() const { return answer_; }
  // Lines in plain words.
  const std::vector<std::string>& said() const { return said_; }

 private:
  void take(const std::string& line);

  std::filesystem::path file_;
  size_t position_ = 0;
  std::string begun_;  // of a line
  Json latest_, answer_;
  std::vector<std::string> said_;
};

// Of what a process of this program said on its standard error: the lines that tell what went wrong, without "weir: ".
std::vector<std::string> last_lines(const std::filesystem::path& file, size_t count);

}  // namespace weir::studio
