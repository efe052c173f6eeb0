// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes that are copied to another place: the files that they name by where these lie are then named by their new
// ways, and those that come with Weir are copied too, so that a copy is as good as the scene was, also on another
// machine.

#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace weir::studio {

struct CopiedFile {
  std::filesystem::path file;
  std::string bytes;
};

class SceneCopy {
 public:
  // `folder`: the opened one, below which ways are relative, so that it can be moved. Files below one of the `shipped`
  // folders are copied; ways to all others are whole.
  SceneCopy(std::filesystem::path folder, std::vector<std::filesystem::path> shipped)
      : folder_(std::move(folder)), shipped_(std::move(shipped)) {}

  // The scene `from`, which has this text, as it must be at `to`, and behind it what is copied with it: into the folder
  // beside it that has its name, pool/ of pool.json, to names that are free there. In scenes nothing but those ways
  // changes, also no comment.
  std::vector<CopiedFile> of(const std::string& text, const std::filesystem::path& from,
                             const std::filesystem::path& to);

 private:
  std::string moved(const std::string& text, const std::filesystem::path& from, const std::filesystem::path& to);
  std::string moved_literal(const std::string& literal, const std::filesystem::path& from,
                            const std::filesystem::path& to);
  bool is_copied(const std::filesystem::path& file) const;
  std::filesystem::path copied(const std::filesystem::path& file);
  std::filesystem::path free_place(const std::filesystem::path& file) const;

  const std::filesystem::path folder_;
  const std::vector<std::filesystem::path> shipped_;
  std::filesystem::path beside_;                               // where what is copied goes
  std::map<std::filesystem::path, std::filesystem::path> to_;  // of what is copied
  std::vector<CopiedFile> files_;
};

}  // namespace weir::studio
