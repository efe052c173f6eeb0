// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Building a scene's parts finds what reading it could not (a mesh with a hole, a font that is not installed). These
// problems get the path of the part, and are collected so that the artist sees all at once.

#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "weir/base/error.h"
#include "weir/scene/scene.h"

namespace weir {

inline std::string location_in(const Scene& scene, const std::string& path) {
  return fmt::format("{}: {}", scene.file.string(), path);
}

template <class Build>
void in_scene(const Scene& scene, const std::string& path, std::vector<Problem>& problems, Build&& build) {
  const std::string location = location_in(scene, path);
  try {
    build();
  } catch (const InputError& error) {
    for (const Problem& p : error.problems()) {
      problems.push_back(
          {location, p.location == location ? p.what : p.sentence()});  // the part may have said it already
    }
  }
}

}  // namespace weir
