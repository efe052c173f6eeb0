// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The address that a request asks for, "/api/file?path=shots%2Fdrop.png", taken apart and decoded.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "studio/service.h"

namespace weir::studio {

struct Target {
  std::string path;
  Query query;
};

// Nothing for what is no address of a page here: with a broken escape, a zero byte, or not beginning with "/".
std::optional<Target> parse_target(std::string_view text);

}  // namespace weir::studio
