// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A file or folder that a scene names but whose bytes are no part of it: another scene, of which only the outcome
// matters, or a library. Files such as meshes are plain paths: a run that was begun with one byte of them different
// cannot be gone on with.

#pragma once

#include <filesystem>

namespace weir {

struct LinkedPath {
  std::filesystem::path path;
  bool operator==(const LinkedPath&) const = default;
};

// A folder that holds a finished run; of its files, run.json tells whether it is still the same.
struct RunName {
  std::filesystem::path folder;
};

}  // namespace weir
