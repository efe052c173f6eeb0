// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Files that are damaged on purpose, and what is said of them.

#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "weir/base/error.h"

namespace weir {

// Written as it is, without the care of base/files.h. Removing first is fast: ext4 waits for the disk when a file is
// emptied and written again.
inline void dump(const std::filesystem::path& path, const std::string& bytes) {
  std::filesystem::remove(path);
  std::ofstream(path, std::ios::binary) << bytes;
}

// What an InputError said; empty when there was none.
inline std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace weir
