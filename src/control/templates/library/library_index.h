// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The index of a template library: what the headers of its files say, in an SQLite database for quick search. The files
// are the truth. Before every search the index is brought up to date with them, by size and time of change; when it is
// missing, damaged or of another version it is made anew, and where it cannot be written it is made in memory. One
// process at a time uses it (a lock on the folder), so that none removes what another is writing.

#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "weir/base/error.h"
#include "weir/base/vec.h"

namespace weir::templates {

// What a list of templates tells of one.
struct LibraryEntry {
  std::filesystem::path file;
  std::string name;
  std::vector<std::string> tags;
  int dimensions = 3;
  uint64_t frames = 0, fewest_particles = 0, most_particles = 0, bytes = 0;
  double rate = 24;    // frames a second
  double spacing = 0;  // m
  Vec3d size;          // of the region, m
  std::string source;
};

struct LibraryFilter {
  std::string text;  // part of the name, of a tag or of the source; empty for all
  std::string tag;   // whole; empty for all
  std::string name;  // whole and as it is written; empty for all
};

struct LibraryList {
  std::vector<LibraryEntry> entries;  // by name
  std::vector<Problem> unreadable;    // files that are called templates and cannot be read as such
};

// In the folder as it is now. A folder that does not exist holds nothing.
LibraryList search_library(const std::filesystem::path& folder, const LibraryFilter& filter);

}  // namespace weir::templates
