// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a take measured over its frames, for live plots (Stats in studio/src/link/protocol.ts).

#pragma once

#include <filesystem>

#include "studio/service.h"
#include "studio/takes.h"

namespace weir::studio {

// Also what its probes read, at whole frames. InputError when nothing was measured yet.
Json measures_of(const std::filesystem::path& run);
Json measures_of(const LiveLines& live);

}  // namespace weir::studio
