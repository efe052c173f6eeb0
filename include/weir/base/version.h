// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which Weir this is. The values come from CMakeLists.txt and git by way of cmake/version.cmake.

#pragma once

namespace weir {

extern const char* const kVersion;       // "0.2.0"
extern const char* const kCommit;        // "1a2b3c4d5e" or "1a2b3c4d5e (modified)"; "unknown" without git
extern const char* const kBuildOptions;  // "Release (-O3 -DNDEBUG), for this machine's processor, GNU 12.2.0"

}  // namespace weir
