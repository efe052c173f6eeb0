// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether a file is still the one that was read.

#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace weir {

// When it was written, and its size: a file that is written twice within a tick of the clock has one time. Empty where
// there is none.
inline std::string stamp_of(const std::filesystem::path& file) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(file, error);
  if (error) return "";
  return fmt::format("{} {}", time.time_since_epoch().count(), std::filesystem::file_size(file, error));
}

}  // namespace weir
