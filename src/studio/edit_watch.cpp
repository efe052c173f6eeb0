// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/edit_watch.h"

#include <chrono>

#include "studio/edit_check.h"

namespace weir::studio {

namespace fs = std::filesystem;

static fs::file_time_type time_of(const fs::path& file) {
  std::error_code gone;
  const auto time = fs::last_write_time(file, gone);
  return gone ? fs::file_time_type::min() : time;
}

bool EditWatch::has_changed(const std::shared_ptr<const ReadScene>& read) {
  Watched& watched = watched_[read->name];
  bool changed = false;
  if (watched.version == read->version) {
    for (auto& [file, time] : watched.files) {
      const Time now = time_of(file);
      changed |= now != time;
      time = now;
    }
  } else {
    watched = {read->version, {}};
    // The clock of files is a little behind.
    const Time begin = read->when - std::chrono::milliseconds(20), now = Time::clock::now();
    for (const fs::path& file : files_beside(*read)) {
      const Time time = time_of(file);
      changed |= begin <= time && time <= now;
      watched.files.emplace_back(file, time);
    }
  }
  if (changed) watched.version = 0;  // what it includes may include others now
  return changed;
}

}  // namespace weir::studio
