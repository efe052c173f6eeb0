// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/shipped_examples.h"

namespace weir::app {

namespace fs = std::filesystem;

fs::path shipped_examples() {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  const fs::path installed = (program.parent_path() / WEIR_EXAMPLES_FROM_PROGRAM).lexically_normal();
  if (!unknown && fs::is_directory(installed)) return installed;
  const fs::path source = fs::path(WEIR_SOURCE_DIR) / "examples";
  return fs::is_directory(source) ? source : fs::path();
}

}  // namespace weir::app
