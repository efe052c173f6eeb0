// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace weir {

constexpr const char* kVersion = WEIR_VERSION;  // from CMakeLists.txt

// The commit of the sources that this program was built from, or "unknown".
inline std::string build_commit() {
#ifdef WEIR_COMMIT
  return WEIR_COMMIT;
#else
  return "unknown";
#endif
}

}  // namespace weir
