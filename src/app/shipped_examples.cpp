// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/shipped_examples.h"

namespace weir::app {

namespace fs = std::filesystem;

namespace {

fs::path shipped(const fs::path& from_program, const fs::path& in_sources) {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  const fs::path installed = (program.parent_path() / from_program).lexically_normal();
  if (!unknown && fs::is_directory(installed)) return installed;
  const fs::path source = fs::path(WEIR_SOURCE_DIR) / in_sources;
  return fs::is_directory(source) ? source : fs::path();
}

}  // namespace

fs::path shipped_examples() { return shipped(WEIR_EXAMPLES_FROM_PROGRAM, "examples"); }

fs::path shipped_starters() { return shipped(fs::path(WEIR_DATA_FROM_PROGRAM) / "starters", "examples/starters"); }

}  // namespace weir::app
