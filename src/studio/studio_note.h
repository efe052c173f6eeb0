// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a Studio that is open leaves for the next one of the same user, who may have forgotten it: its folder, process
// and address. It lies in a place that others cannot read, since the address lets in whoever knows it:
// $XDG_RUNTIME_DIR/weir-studio, or else a folder of the user's among the temporary ones.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace weir::studio {

class StudioNote {
 public:
  explicit StudioNote(std::filesystem::path folder);
  // Takes it away.
  ~StudioNote();
  StudioNote(const StudioNote&) = delete;
  StudioNote& operator=(const StudioNote&) = delete;

  // Where that cannot be written there is none.
  void write(const std::string& address);

  struct Known {
    std::filesystem::path folder;
    int process = 0;
    std::string address;  // empty: it is just being opened
  };
  // Of a Studio that lives and has this folder, one around it or one in it; none where nothing is known of it.
  static std::optional<Known> find(const std::filesystem::path& folder);

 private:
  std::filesystem::path folder_, file_;
  int descriptor_ = -1;
};

}  // namespace weir::studio
