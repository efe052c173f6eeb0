// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "base/files.h"
#include "base/version.h"

namespace weir {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

fs::path RunFolder::particles(int frame) const { return folder_ / "particles" / fmt::format("{:04}.vdb", frame); }

void RunFolder::begin(const Scene& scene) const {
  // run.json goes first and comes last: a folder without it holds no run.
  std::error_code ignored;
  fs::remove(run_json(), ignored);
  fs::remove_all(folder_ / "checkpoint", ignored);
  fs::remove_all(folder_ / "particles", ignored);
  fs::remove(stats(), ignored);
  make_folder(folder_ / "particles");
  make_folder(folder_ / "checkpoint");
  const Json json{{"weir", kVersion},
                  {"scene_file", fs::absolute(scene.file).lexically_normal().string()},
                  {"seed", scene.seed},
                  {"scene", Json::parse(scene_text(scene))}};
  write_file(run_json(), json.dump(2) + "\n");
}

void RunFolder::check_same_scene(const Scene& scene) const {
  Json stored = Json::parse(read_file(run_json()), nullptr, false);
  if (stored.is_discarded() || !stored.contains("scene") || !stored["scene"].contains("frames")) {
    throw InputError(run_json().string(), "is damaged; start again with --overwrite");
  }
  if (stored.value("weir", "") != kVersion) {
    throw InputError(run_json().string(), fmt::format("was made by weir {}, this is {}; start again with --overwrite",
                                                      stored.value("weir", "?"), kVersion));
  }
  Json now = Json::parse(scene_text(scene));
  now["frames"]["last"] = stored["scene"]["frames"]["last"];
  for (const auto& [key, value] : now.items()) {
    if (stored["scene"].value(key, Json()) == value) continue;
    throw InputError(scene.file.string(),
                     fmt::format("\"{}\" differs from the run in {}, so that run cannot be resumed; undo the change, "
                                 "start again with --overwrite, or choose another folder with -o",
                                 key, folder_.string()));
  }
}

std::vector<int> RunFolder::frames() const {
  std::vector<int> frames;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_ / "particles", ignored)) {
    const std::string stem = entry.path().stem().string();
    int frame = 0;
    const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), frame);
    if (error == std::errc() && end == stem.data() + stem.size() && entry.path().extension() == ".vdb") {
      frames.push_back(frame);
    }
  }
  std::sort(frames.begin(), frames.end());
  return frames;
}

static int frame_of(const std::string& stats_line) {
  const Json json = Json::parse(stats_line, nullptr, false);
  return json.is_object() && json.contains("frame") && json["frame"].is_number() ? json["frame"].get<int>() : -1;
}

void RunFolder::forget_after(int frame) const {
  for (const int f : frames()) {
    if (f > frame) fs::remove(particles(f));
  }
  std::string kept;
  for (const std::string& line : read_stats()) {
    const int f = frame_of(line);
    if (f >= 0 && f <= frame) kept += line + "\n";
  }
  write_file(stats(), kept);
}

std::vector<std::string> RunFolder::read_stats() const {
  std::vector<std::string> lines;
  if (!fs::exists(stats())) return lines;
  const std::string text = read_file(stats());
  for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    lines.push_back(text.substr(at, end - at));
  }
  return lines;
}

void RunFolder::append_stats(const std::string& line) const {
  const int file = ::open(stats().c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  const std::string bytes = line + "\n";
  const bool good = file >= 0 && ::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  const int reason = errno;
  if (file >= 0) ::close(file);
  if (!good) throw RunError(fmt::format("{}: cannot be written: {}", stats().string(), std::strerror(reason)));
}

RunLock::RunLock(const fs::path& folder) {
  make_folder(folder);
  const fs::path file = folder / ".lock";
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) throw InputError(folder.string(), fmt::format("cannot be written: {}", std::strerror(errno)));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor_);
    throw InputError(folder.string(), "another weir is running in this folder; wait for it or choose another with -o");
  }
}

RunLock::~RunLock() { ::close(descriptor_); }

}  // namespace weir
