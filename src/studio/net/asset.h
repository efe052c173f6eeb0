// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A file of the page, as the program carries it. The bytes live as long as the program.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weir::studio {

struct Asset {
  std::string path;              // "/app.js"; that of the page itself is "/"
  std::string type;              // "text/javascript; charset=utf-8"
  std::string_view bytes, gzip;  // the same packed; empty: it is not kept so
};

using Assets = std::vector<Asset>;

}  // namespace weir::studio
