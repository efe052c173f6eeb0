// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes whose text is not, or not yet, that of their file, since it is being edited:
//
//   std::vector<Problem> problems;
//   const Scene scene = load_scene("dam.json", text, problems);
//   SceneCheck check = run::check_scene(scene, options);
//   place_in_text(check.findings, "dam.json", text);
//
// The file need not exist. What the text includes, and files that it names, are looked for beside it.

#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "weir/base/error.h"
#include "weir/scene/findings.h"
#include "weir/scene/node.h"
#include "weir/scene/scene.h"

namespace weir {

// As the functions of these names that are given the file alone.
Node load_node(const std::filesystem::path& file, std::string_view text);
Scene load_scene(const std::filesystem::path& file, std::string_view text, std::vector<Problem>& problems);

// Gives what has a path in the scene the line at which that stands in the text, or in a file that it includes, and
// brings all into that order, errors first.
void place_in_text(std::vector<Finding>& findings, const std::filesystem::path& file, std::string_view text);

}  // namespace weir
