// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What this machine has for a run.

#pragma once

#include <filesystem>

namespace weir::run {

// Bytes; 0 where it is not known.
struct Room {
  double all = 0;   // that this process may ever have: of the machine, or what its container is limited to
  double free = 0;  // now
};

Room memory_of_machine();
// Of the disk that a folder is on, or would be.
Room disk_at(const std::filesystem::path& folder);

}  // namespace weir::run
