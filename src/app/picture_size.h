// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The option --size of verbs that make pictures.

#pragma once

#include <string>

namespace weir::app {

struct PictureSize {
  int width, height;  // pixels
};

// Of "640x360", within the limits of the scene file; InputError for anything else.
PictureSize picture_size(const std::string& text);

}  // namespace weir::app
