// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a picture is made from, as a checksum that is stored in it: a picture whose checksum is still the same need not
// be made again.

#pragma once

#include <filesystem>
#include <string>

#include "render/pictures/shown_run.h"

namespace weir::render {

// Of all that decides what the picture of a frame shows: the program, the scene, the camera, the files of the frame, of
// the solids and of runs shown together with it.
std::string made_from(const ShownRun& run, const Survey& survey, const Camera& camera, int frame);

// The keyword of it in a PNG file.
inline constexpr const char* kMadeFrom = "Made-From";

}  // namespace weir::render
