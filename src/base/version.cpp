// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/base/version.h"

namespace weir {

const char* const kVersion = WEIR_VERSION;
const char* const kBuildOptions = WEIR_BUILD_OPTIONS;

}  // namespace weir
