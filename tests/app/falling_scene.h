// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A scene that the program's tests record templates from: a block of water falls.

#pragma once

namespace weir::app {

inline constexpr const char* kFalling = R"({"title": "falling", "dimensions": 2, "frames": {"last": 8},
  "solver": {"kind": "sph", "spacing": 0.05}, "domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1]},
  "liquids": [{"shape": {"kind": "box", "lower": [-0.3, 0.5, -1], "upper": [0.3, 1, 1]}, "velocity": [0, -1, 0]}]})";

}  // namespace weir::app
