// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir info of mesh files: size, volume, holes, thickness, and which units the file is probably in.

#pragma once

#include <filesystem>

namespace weir::app {

// A mesh file, a name with #### of a sequence of them, or their folder. A .ply file is one when it has faces.
bool is_mesh(const std::filesystem::path& path);

void show_mesh(const std::filesystem::path& path);

}  // namespace weir::app
