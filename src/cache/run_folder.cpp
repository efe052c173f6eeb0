// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/run_folder.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "cache/run_record.h"
#include "weir/base/error.h"

namespace weir::cache {

namespace fs = std::filesystem;

namespace {

constexpr const char* kVdb = ".vdb";

std::string frame_file(int frame, const char* extension = kVdb) { return fmt::format("{:04}{}", frame, extension); }

// Exactly the names that a run gives: 0012.vdb, but neither 12.vdb nor 0012b.vdb.
std::optional<int> frame_of_file(const std::string& name, const char* extension = kVdb) {
  int frame = 0;
  std::from_chars(name.data(), name.data() + name.size(), frame);
  return name == frame_file(frame, extension) ? std::optional(frame) : std::nullopt;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (fs::directory_iterator entry(folder, ignored), end; entry != end; entry.increment(ignored)) {
    names.push_back(entry->path().filename().string());
  }
  return names;
}

std::vector<int> frames_in(const fs::path& folder, const char* extension = kVdb) {
  std::vector<int> frames;
  for (const std::string& name : names_in(folder)) {
    if (const std::optional<int> frame = frame_of_file(name, extension)) frames.push_back(*frame);
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

// None where run.json tells of none, or cannot be read: whoever needs it says so.
std::optional<BranchedFrom> branch_of(const RunFolder& folder) {
  try {
    if (!folder.holds_a_run()) return {};
    return read_run_record(folder.run_json()).branched_from;
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

RunFolder::RunFolder(fs::path folder) : folder_(std::move(folder)) {
  branched_from_ = branch_of(*this);
  if (branched_from_) find_origin();
}

RunFolder RunFolder::own(fs::path folder) {
  RunFolder result;
  result.folder_ = std::move(folder);
  return result;
}

// Branches of branches lie at ever earlier frames, so that this comes to an end.
void RunFolder::find_origin() {
  const fs::path run = (branched_from_->run.is_absolute() ? branched_from_->run : folder_ / branched_from_->run);
  branched_from_->run = run.lexically_normal();
  const std::string whose =
      fmt::format("its frames up to {} are those of {}", branched_from_->frame, branched_from_->run.string());
  const RunFolder there = own(branched_from_->run);
  if (!there.holds_a_run()) {
    problem_ = whose + ", which is no longer there; put that run back";
    return;
  }
  try {
    const RunRecord record = read_run_record(there.run_json());
    const bool is_earlier = !record.branched_from || record.branched_from->frame < branched_from_->frame;
    if (is_earlier && fmt::format("{:016x}", record.fingerprint()) == branched_from_->fingerprint) {
      origin_ = std::make_shared<RunFolder>(branched_from_->run);
    }
  } catch (const InputError&) {
  }
  if (!origin_) problem_ = whose + ", where another run is now; branch from it again with --from and --overwrite";
}

const RunFolder& RunFolder::origin() const {
  if (!origin_) throw InputError(folder_.string(), problem_);
  return *origin_;
}

const RunFolder& RunFolder::owner(int frame) const {
  return branched_from_ && frame <= branched_from_->frame ? origin().owner(frame) : *this;
}

fs::path RunFolder::particles(int frame) const { return owner(frame).folder_ / "particles" / frame_file(frame); }
fs::path RunFolder::volumes(int frame) const { return owner(frame).folder_ / "volumes" / frame_file(frame); }
fs::path RunFolder::surface(int frame) const { return owner(frame).folder_ / "surface" / frame_file(frame, ".ply"); }
fs::path RunFolder::checkpoint(int frame) const { return folder_ / "checkpoint" / frame_file(frame, ""); }

bool RunFolder::has_files_of_a_run() const {
  const auto taken = [](const fs::path& path) { return fs::exists(path) && !fs::is_empty(path); };
  // What a branch that was stopped before its first frame leaves is of no worth.
  const std::vector<std::string> states = names_in(folder_ / "checkpoint");
  const bool has_states = std::any_of(states.begin(), states.end(), [](const std::string& name) {
    return name != "branch" && name_behind_temporary(name) != "branch";
  });
  return taken(folder_ / "particles") || taken(folder_ / "volumes") || has_states || taken(stats());
}

// The checkpoint goes first and run.json comes last. A kill in between leaves either no run.json and no files of a
// run, or the old run.json without a checkpoint: both start from the first frame.
void RunFolder::begin(const std::string& run_json_text, bool branches) const {
  make_folder(folder_ / "particles");
  make_folder(folder_ / "checkpoint");
  remove_file(checkpoint());
  for (const int frame : kept_checkpoints()) remove_file(checkpoint(frame));
  if (!branches) remove_file(branch_state());
  remove_file(stats());
  remove_file(probes());
  remove_file(retime_json());
  remove_frames_after(-1);
  write_file(run_json(), run_json_text);
}

std::vector<int> RunFolder::frames() const {
  const std::vector<int> own = frames_in(folder_ / "particles");
  if (!branched_from_) return own;
  std::vector<int> frames = origin().frames();
  std::erase_if(frames, [&](int frame) { return frame > branched_from_->frame; });
  std::copy_if(own.begin(), own.end(), std::back_inserter(frames),
               [&](int frame) { return frame > branched_from_->frame; });
  return frames;
}

std::vector<int> RunFolder::missing_frames(int first) const {
  bool has_volumes = false;
  std::vector<int> missing, known;
  for (const std::string& line : read_stats()) {
    const double frame = frame_of_line(line);
    if (frame >= first) known.push_back(static_cast<int>(frame));
  }
  for (const int frame : known) has_volumes |= fs::exists(volumes(frame));
  for (const int frame : known) {
    if (!fs::exists(particles(frame)) || (has_volumes && !fs::exists(volumes(frame)))) missing.push_back(frame);
  }
  return missing;
}

std::vector<int> RunFolder::kept_checkpoints() const { return frames_in(folder_ / "checkpoint", ""); }

void RunFolder::remove_frames_after(int frame) const {
  for (const char* kind : {"particles", "volumes"}) {
    for (const int f : frames_in(folder_ / kind)) {
      if (f > frame) remove_file(folder_ / kind / frame_file(f));
    }
  }
}

void RunFolder::forget_after(int frame) const {
  remove_frames_after(frame);
  for (const int kept : kept_checkpoints()) {
    if (kept > frame) remove_file(checkpoint(kept));
  }
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
  remove_temporaries_in(folder_ / "checkpoint", [](const std::string& name) {
    return name == "state" || name == "branch" || frame_of_file(name, "");
  });
}

std::vector<std::string> RunFolder::lines_of(const char* name) const {
  std::vector<std::string> own = whole_lines(folder_ / name);
  if (!branched_from_) return own;
  std::vector<std::string> lines = origin().lines_of(name);
  std::erase_if(lines, [&](const std::string& line) { return frame_of_line(line) > branched_from_->frame; });
  lines.insert(lines.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
  return lines;
}

std::vector<std::string> RunFolder::read_stats() const { return lines_of("stats.jsonl"); }

std::vector<std::string> RunFolder::read_probes() const { return lines_of("probes.jsonl"); }

void RunFolder::append_stats(const std::string& line) const { append_to_file(stats(), line + "\n"); }

void RunFolder::append_probes(const std::string& lines) const { append_to_file(probes(), lines); }

void check_may_use(const RunFolder& folder, bool resume, bool overwrite) {
  if (overwrite) return;
  if (resume && folder.is_retimed()) {
    throw InputError(folder.path().string(),
                     "holds a run at another speed, which cannot be resumed; go on with the run that it was made from, "
                     "and retime that again");
  }
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

void check_can_write(const fs::path& folder) {
  fs::path at = fs::absolute(folder).lexically_normal();
  std::error_code ignored;
  while (!fs::exists(at, ignored) && at.has_relative_path()) at = at.parent_path();
  if (!fs::is_directory(at, ignored)) {
    throw InputError(at.string(), "is a file, where a folder is needed; choose another with -o");
  }
  if (access(at.c_str(), W_OK) != 0) {
    throw InputError(at.string(), "nothing can be written into this folder; choose another with -o");
  }
}

// What the holder of a lock wrote into it; nothing when it has not come to that.
static std::string holder_of(const fs::path& lock) {
  try {
    const auto json = nlohmann::json::parse(read_file(lock));
    return fmt::format(" (process {} on {}, {}, since {})", json.at("process").get<int64_t>(),
                       json.at("host").get<std::string>(), json.at("doing").get<std::string>(),
                       json.at("since").get<std::string>());
  } catch (const std::exception&) {
    return {};
  }
}

static std::string lock_text(const std::string& doing) {
  char host[256] = "?";
  ::gethostname(host, sizeof(host) - 1);
  const nlohmann::ordered_json json{{"process", ::getpid()},
                                    {"host", host},
                                    {"since", fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::time(nullptr)))},
                                    {"doing", doing}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

static std::string busy(const fs::path& lock) {
  return fmt::format("another weir is running in this folder{}; wait for it or choose another with -o",
                     holder_of(lock));
}

void check_not_busy(const fs::path& folder) {
  const fs::path file = folder / ".lock";
  const int lock = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (lock < 0) return;  // nobody ever ran there
  const bool held = ::flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(lock);
  if (held) throw InputError(folder.string(), busy(file));
}

RunLock::RunLock(const fs::path& folder, const std::string& doing) {
  make_folder(folder);
  const fs::path file = folder / ".lock";
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) throw InputError(folder.string(), fmt::format("cannot be written: {}", std::strerror(errno)));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) {
    const std::string text = lock_text(doing);
    // For people alone: a full disk does not matter here.
    if (::ftruncate(descriptor_, 0) == 0 && ::write(descriptor_, text.data(), text.size()) < 0) errno = 0;
    return;
  }
  const int reason = errno;
  ::close(descriptor_);
  throw InputError(folder.string(),
                   reason == EWOULDBLOCK
                       ? busy(file)
                       : fmt::format("cannot be locked: {}; choose another folder with -o", std::strerror(reason)));
}

RunLock::~RunLock() { ::close(descriptor_); }

}  // namespace weir::cache
