// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/library_index.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <map>

#include "base/files.h"
#include "control/templates/library/sqlite.h"
#include "control/templates/library/template.h"

namespace weir::templates {

namespace fs = std::filesystem;

namespace {

constexpr int64_t kVersion = 1;               // of the tables
constexpr time_t kForgotten = 2 * 24 * 3600;  // s after which a hidden half-written file is nobody's

// Held while the index is in use. Where the folder cannot be written there is no lock, and no index on disk either.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder)
      : descriptor_(::open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0) close();
  }
  ~FolderLock() { close(); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  bool held() const { return descriptor_ >= 0; }

 private:
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }
  int descriptor_;
};

// What tells whether a file has changed.
struct Stamp {
  int64_t size = 0, time = 0, number = 0;
  bool operator==(const Stamp&) const = default;
};

// The templates of a folder by file name. Removes what killed recordings left behind long ago.
std::map<std::string, Stamp> files_of(const fs::path& folder) {
  std::map<std::string, Stamp> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    struct stat status {};
    if (entry->path().extension() != kTemplateExtension || ::stat(entry->path().c_str(), &status) != 0) continue;
    if (!name_behind_temporary(name).empty()) {
      std::error_code ignored;
      if (std::time(nullptr) - status.st_mtim.tv_sec > kForgotten) fs::remove(entry->path(), ignored);
    } else if (name[0] != '.') {
      files[name] = {status.st_size, status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec,
                     static_cast<int64_t>(status.st_ino)};
    }
  }
  if (error) throw InputError(folder.string(), "cannot be read: " + error.message());
  return files;
}

void make_tables(const Database& index) {
  int64_t version = -1;
  index.run("PRAGMA user_version", {}, [&](const Database::Row& row) { version = row.integer(0); });
  if (version == kVersion) return;
  index.run("DROP TABLE IF EXISTS template");
  index.run("DROP TABLE IF EXISTS tag");
  index.run(
      "CREATE TABLE template (file TEXT PRIMARY KEY, size INTEGER, time INTEGER, number INTEGER, problem TEXT, "
      "name TEXT, dimensions INTEGER, frames INTEGER, fewest INTEGER, most INTEGER, rate REAL, spacing REAL, "
      "x REAL, y REAL, z REAL, source TEXT)");
  index.run("CREATE TABLE tag (file TEXT, tag TEXT)");
  index.run("CREATE INDEX template_by_name ON template (name)");
  index.run("CREATE INDEX tag_by_file ON tag (file)");
  index.run(fmt::format("PRAGMA user_version = {}", kVersion));
}

void forget(const Database& index, const std::string& file) {
  index.run("DELETE FROM template WHERE file = ?", {file});
  index.run("DELETE FROM tag WHERE file = ?", {file});
}

void enter(const Database& index, const fs::path& folder, const std::string& file, const Stamp& stamp) {
  forget(index, file);
  const auto insert = [&](const std::string& problem, const TemplateMetadata& metadata, const Template* read) {
    const auto count = [&](auto number) { return read ? static_cast<int64_t>(number()) : int64_t{0}; };
    const Vec3d& size = metadata.region.size;
    index.run("INSERT INTO template VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
              {file, stamp.size, stamp.time, stamp.number, problem, metadata.name, int64_t{metadata.dimensions},
               count([&] { return read->frames(); }), count([&] { return read->fewest_particles(); }),
               count([&] { return read->most_particles(); }), metadata.rate, metadata.spacing, size.x, size.y, size.z,
               metadata.source});
    for (const std::string& tag : metadata.tags) index.run("INSERT INTO tag VALUES (?, ?)", {file, tag});
  };
  try {
    const Template read(folder / file);
    insert("", read.metadata(), &read);
  } catch (const InputError& error) {
    insert(error.problems().front().what, {}, nullptr);
  }
}

void bring_up_to_date(const Database& index, const fs::path& folder) {
  const std::map<std::string, Stamp> files = files_of(folder);
  std::map<std::string, Stamp> known;
  index.run("SELECT file, size, time, number FROM template", {}, [&](const Database::Row& row) {
    known[row.text(0)] = {row.integer(1), row.integer(2), row.integer(3)};
  });
  if (files == known) return;
  index.run("BEGIN IMMEDIATE");
  for (const auto& [file, stamp] : known) {
    if (!files.contains(file)) forget(index, file);
  }
  for (const auto& [file, stamp] : files) {
    const auto found = known.find(file);
    if (found == known.end() || !(found->second == stamp)) enter(index, folder, file, stamp);
  }
  index.run("COMMIT");
}

// Any text that has `text` in it, whatever stands for "anything" in SQL.
std::string like(const std::string& text) {
  std::string pattern = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern + '%';
}

LibraryList search(const Database& index, const fs::path& folder, const LibraryFilter& filter) {
  LibraryList list;
  const std::string pattern = like(filter.text);
  index.run(
      "SELECT file, name, dimensions, frames, fewest, most, rate, spacing, x, y, z, source, size FROM template "
      "WHERE problem = '' AND (?1 = '%%' OR name LIKE ?1 ESCAPE '\\' OR source LIKE ?1 ESCAPE '\\' OR EXISTS "
      "(SELECT 1 FROM tag WHERE tag.file = template.file AND tag LIKE ?1 ESCAPE '\\')) "
      "AND (?2 = '' OR EXISTS (SELECT 1 FROM tag WHERE tag.file = template.file AND tag = ?2 COLLATE NOCASE)) "
      "AND (?3 = '' OR name = ?3) ORDER BY name, file",
      {pattern, filter.tag, filter.name}, [&](const Database::Row& row) {
        LibraryEntry entry;
        entry.file = folder / row.text(0);
        entry.name = row.text(1);
        entry.dimensions = static_cast<int>(row.integer(2));
        entry.frames = static_cast<uint64_t>(row.integer(3));
        entry.fewest_particles = static_cast<uint64_t>(row.integer(4));
        entry.most_particles = static_cast<uint64_t>(row.integer(5));
        entry.rate = row.number(6);
        entry.spacing = row.number(7);
        entry.size = {row.number(8), row.number(9), row.number(10)};
        entry.source = row.text(11);
        entry.bytes = static_cast<uint64_t>(row.integer(12));
        list.entries.push_back(std::move(entry));
      });
  for (LibraryEntry& entry : list.entries) {
    index.run("SELECT tag FROM tag WHERE file = ? ORDER BY rowid", {entry.file.filename().string()},
              [&](const Database::Row& row) { entry.tags.push_back(row.text(0)); });
  }
  index.run("SELECT file, problem FROM template WHERE problem <> '' ORDER BY file", {}, [&](const Database::Row& row) {
    list.unreadable.push_back({(folder / row.text(0)).string(), row.text(1)});
  });
  return list;
}

LibraryList search_with(const fs::path& database, const fs::path& folder, const LibraryFilter& filter) {
  const Database index(database);
  index.run("PRAGMA quick_check", {}, [](const Database::Row& row) {
    if (row.text(0) != "ok") throw DatabaseError(row.text(0));
  });
  make_tables(index);
  bring_up_to_date(index, folder);
  return search(index, folder, filter);
}

}  // namespace

LibraryList search_library(const fs::path& folder, const LibraryFilter& filter) {
  std::error_code ignored;
  if (!fs::exists(folder, ignored)) return {};
  if (!fs::is_directory(folder, ignored)) throw InputError(folder.string(), "is not a folder, as a library must be");
  const FolderLock lock(folder);
  const fs::path database = folder / "index.sqlite";
  // As it is; after removing it, if it is of no use; in memory, if that does not help.
  for (int attempt = 0; attempt < 2 && lock.held(); ++attempt) {
    try {
      return search_with(database, folder, filter);
    } catch (const DatabaseError&) {
      fs::remove(database, ignored);
      fs::remove(folder / "index.sqlite-journal", ignored);
    }
  }
  try {
    return search_with({}, folder, filter);
  } catch (const DatabaseError& error) {
    throw RunError(fmt::format("{}: cannot be searched: {}", folder.string(), error.what()));
  }
}

}  // namespace weir::templates
