// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/files.h"
#include "weir/base/error.h"

namespace weir::cache {

namespace fs = std::filesystem;

namespace {

std::string frame_file(int frame) { return fmt::format("{:04}.vdb", frame); }

// Exactly the names that a run gives: 0012.vdb, but neither 12.vdb nor 0012b.vdb.
std::optional<int> frame_of_file(const std::string& name) {
  int frame = 0;
  std::from_chars(name.data(), name.data() + name.size(), frame);
  return name == frame_file(frame) ? std::optional(frame) : std::nullopt;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (fs::directory_iterator entry(folder, ignored), end; entry != end; entry.increment(ignored)) {
    names.push_back(entry->path().filename().string());
  }
  return names;
}

std::vector<int> frames_in(const fs::path& folder) {
  std::vector<int> frames;
  for (const std::string& name : names_in(folder)) {
    if (const std::optional<int> frame = frame_of_file(name)) frames.push_back(*frame);
  }
  std::sort(frames.begin(), frames.end());
  return frames;
}

template <class Ours>
void remove_temporaries_in(const fs::path& folder, Ours&& ours) {
  for (const std::string& name : names_in(folder)) {
    if (ours(name_behind_temporary(name))) remove_file(folder / name);
  }
}

double frame_of_line(const std::string& line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  return json.is_object() && json.contains("frame") && json["frame"].is_number() ? json["frame"].get<double>() : -1;
}

std::vector<std::string> whole_lines(const fs::path& file) {
  std::vector<std::string> lines;
  if (!fs::exists(file)) return lines;
  const std::string text = read_file(file);
  for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    lines.push_back(text.substr(at, end - at));
  }
  return lines;
}

std::string lines_up_to(const std::vector<std::string>& lines, int frame) {
  std::string kept;
  for (const std::string& line : lines) {
    const double f = frame_of_line(line);
    if (f >= 0 && f <= frame) kept += line + "\n";
  }
  return kept;
}

}  // namespace

fs::path RunFolder::particles(int frame) const { return folder_ / "particles" / frame_file(frame); }
fs::path RunFolder::volumes(int frame) const { return folder_ / "volumes" / frame_file(frame); }
fs::path RunFolder::surface(int frame) const { return folder_ / "surface" / fmt::format("{:04}.ply", frame); }

bool RunFolder::has_files_of_a_run() const {
  const auto taken = [](const fs::path& path) { return fs::exists(path) && !fs::is_empty(path); };
  return taken(folder_ / "particles") || taken(folder_ / "volumes") || taken(folder_ / "checkpoint") || taken(stats());
}

// The checkpoint goes first and run.json comes last. A kill in between leaves either no run.json and no files of a
// run, or the old run.json without a checkpoint: both start from the first frame.
void RunFolder::begin(const std::string& run_json_text) const {
  make_folder(folder_ / "particles");
  make_folder(folder_ / "checkpoint");
  remove_file(checkpoint());
  remove_file(stats());
  remove_file(probes());
  remove_file(folder_ / "retime.json");  // of a retimed run (retime/clock.h)
  remove_frames_after(-1);
  write_file(run_json(), run_json_text);
}

std::vector<int> RunFolder::frames() const { return frames_in(folder_ / "particles"); }

void RunFolder::remove_frames_after(int frame) const {
  for (const char* kind : {"particles", "volumes"}) {
    for (const int f : frames_in(folder_ / kind)) {
      if (f > frame) remove_file(folder_ / kind / frame_file(f));
    }
  }
}

void RunFolder::forget_after(int frame) const {
  remove_frames_after(frame);
  write_file(stats(), lines_up_to(read_stats(), frame));
  if (fs::exists(probes())) write_file(probes(), lines_up_to(read_probes(), frame));
}

void RunFolder::remove_temporaries() const {
  remove_temporaries_in(folder_, [](const std::string& name) {
    return name == "run.json" || name == "stats.jsonl" || name == "probes.jsonl";
  });
  for (const char* kind : {"particles", "volumes"}) {
    remove_temporaries_in(folder_ / kind, [](const std::string& name) { return frame_of_file(name).has_value(); });
  }
  remove_temporaries_in(folder_ / "checkpoint", [](const std::string& name) { return name == "state"; });
}

std::vector<std::string> RunFolder::read_stats() const { return whole_lines(stats()); }

std::vector<std::string> RunFolder::read_probes() const { return whole_lines(probes()); }

void RunFolder::append_stats(const std::string& line) const { append_to_file(stats(), line + "\n"); }

void RunFolder::append_probes(const std::string& lines) const { append_to_file(probes(), lines); }

void check_may_use(const RunFolder& folder, bool resume, bool overwrite) {
  if (overwrite) return;
  if (folder.holds_a_run()) {
    if (resume) return;
    throw InputError(folder.path().string(),
                     "holds a run already; go on with --resume, replace it with --overwrite, or choose another folder "
                     "with -o");
  }
  if (folder.has_files_of_a_run()) {
    throw InputError(folder.path().string(),
                     "holds particles, a checkpoint or stats.jsonl, but no run; choose another folder with -o, or use "
                     "this one with --overwrite, which replaces files that have the names of a run's");
  }
}

static constexpr const char* kBusy = "another weir is running in this folder; wait for it or choose another with -o";

void check_not_busy(const fs::path& folder) {
  const int lock = ::open((folder / ".lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (lock < 0) return;  // nobody ever ran there
  const bool busy = ::flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(lock);
  if (busy) throw InputError(folder.string(), kBusy);
}

RunLock::RunLock(const fs::path& folder) {
  make_folder(folder);
  const fs::path file = folder / ".lock";
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) throw InputError(folder.string(), fmt::format("cannot be written: {}", std::strerror(errno)));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const int reason = errno;
  ::close(descriptor_);
  throw InputError(folder.string(),
                   reason == EWOULDBLOCK
                       ? kBusy
                       : fmt::format("cannot be locked: {}; choose another folder with -o", std::strerror(reason)));
}

RunLock::~RunLock() { ::close(descriptor_); }

}  // namespace weir::cache
