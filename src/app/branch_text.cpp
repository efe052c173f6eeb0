// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/branch_text.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "weir/base/error.h"

namespace weir::app {

std::optional<run::BranchPoint> branch_point(const std::string& text) {
  if (text.empty()) return {};
  const size_t at = text.rfind('@');
  if (at == std::string::npos || std::filesystem::exists(text)) return run::BranchPoint{text};
  int frame = 0;
  const char *begin = text.data() + at + 1, *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, frame);
  if (error != std::errc() || stop != end) {
    throw InputError("--from",
                     fmt::format("must be the folder of a run and a frame, like out/dam@20, but is \"{}\"", text));
  }
  return run::BranchPoint{text.substr(0, at), frame};
}

}  // namespace weir::app
