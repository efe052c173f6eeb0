// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace weir {

constexpr const char* kVersion = WEIR_VERSION;  // from CMakeLists.txt

}  // namespace weir
