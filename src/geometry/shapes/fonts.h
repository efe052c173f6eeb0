// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Finding a font by the name artists know it by ("DejaVu Sans Bold"), in the folders where fonts are installed.

#pragma once

#include <filesystem>
#include <string>

namespace weir {

struct FontFile {
  std::filesystem::path path;
  long face = 0;  // index in a collection
};

// `name` is family and style in any case ("regular" may be left out), or a font file. InputError that names the nearest
// installed fonts when there is none of that name.
FontFile find_font(const std::string& name);

}  // namespace weir
