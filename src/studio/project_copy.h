// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes that are copied to another folder: the files that they name by where these lie are then named by their new
// ways, so that a copy is as good as the scene was.

#pragma once

#include <filesystem>
#include <string>

namespace weir::studio {

// The text of the scene `from` as it must be at `to`. Below `folder` ways are relative, so that the folder can be
// moved; others are whole. Nothing else changes, also no comment.
std::string text_moved(const std::string& text, const std::filesystem::path& from, const std::filesystem::path& to,
                       const std::filesystem::path& folder);

}  // namespace weir::studio
