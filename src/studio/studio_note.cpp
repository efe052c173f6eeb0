// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/studio_note.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "studio/folder.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

// Empty where there is none that belongs to the user alone.
fs::path place_of_notes() {
  const char* own = std::getenv("XDG_RUNTIME_DIR");
  std::error_code error;
  const fs::path place = own && *own ? fs::path(own) / "weir-studio"
                                     : fs::temp_directory_path(error) / fmt::format("weir-studio-{}", getuid());
  mkdir(place.c_str(), S_IRWXU);
  struct stat found {};
  const bool is_mine = !error && lstat(place.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
                       found.st_uid == getuid() && (found.st_mode & (S_IRWXG | S_IRWXO)) == 0;
  return is_mine ? place : fs::path();
}

// A note is locked as long as its Studio lives.
bool is_left_behind(const fs::path& note) {
  const int descriptor = open(note.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return false;
  const bool is_free = flock(descriptor, LOCK_SH | LOCK_NB) == 0;
  close(descriptor);
  return is_free;
}

StudioNote::Known known_from(const fs::path& note) {
  std::ifstream file(note);
  StudioNote::Known known;
  std::string folder;
  file >> known.process;
  file.ignore();
  std::getline(file, known.address);
  std::getline(file, folder, '\0');
  known.folder = folder;
  return known;
}

}  // namespace

StudioNote::StudioNote(fs::path folder) : folder_(std::move(folder)) {}

StudioNote::~StudioNote() {
  if (descriptor_ < 0) return;
  unlink(file_.c_str());
  close(descriptor_);
}

void StudioNote::write(const std::string& address) {
  if (descriptor_ < 0) {
    const fs::path place = place_of_notes();
    if (place.empty()) return;
    std::string name = (place / "XXXXXX").string();
    descriptor_ = mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) return;
    file_ = name;
    flock(descriptor_, LOCK_EX);
  }
  const std::string text = fmt::format("{}\n{}\n{}", getpid(), address, folder_.string());
  if (ftruncate(descriptor_, 0) == 0 && pwrite(descriptor_, text.data(), text.size(), 0) < 0) unlink(file_.c_str());
}

std::optional<StudioNote::Known> StudioNote::find(const fs::path& folder) {
  const fs::path place = place_of_notes();
  std::error_code error;
  if (place.empty()) return {};
  for (const auto& entry : fs::directory_iterator(place, error)) {
    if (is_left_behind(entry.path())) {
      unlink(entry.path().c_str());
      continue;
    }
    const Known known = known_from(entry.path());
    if (!known.folder.empty() && (is_below(known.folder, folder) || is_below(folder, known.folder))) return known;
  }
  return {};
}

}  // namespace weir::studio
