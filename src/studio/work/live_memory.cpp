// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/live_memory.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "weir/base/error.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

constexpr double kBudgetOfFrames = 1e9, kBudgetOfStates = 0.5e9;  // bytes

// Another one than any before, also of a live take of this name that was forgotten.
int new_edition() {
  static std::atomic<int> last = 0;
  return ++last;
}

// In memory where the machine has room there.
fs::path place_for_states() {
  const fs::path memory = "/dev/shm";
  std::error_code error;
  const fs::space_info space = fs::space(memory, error);
  const bool good = !error && static_cast<double>(space.available) > 2 * kBudgetOfStates;
  return good && access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
}

// Those of programs that were killed.
void remove_old_folders(const fs::path& place) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(place, error)) {
    int number = 0;
    const std::string name = entry.path().filename().string();
    if (std::sscanf(name.c_str(), "weir-live-%d-", &number) != 1 || number <= 0) continue;
    if (kill(number, 0) == 0 || errno != ESRCH) continue;
    std::error_code ignored;
    fs::remove_all(entry.path(), ignored);
  }
}

fs::path tidied_place() {
  fs::path place = place_for_states();
  remove_old_folders(place);
  return place;
}

template <class T>
double bytes_of(const std::vector<T>& values) {
  return static_cast<double>(sizeof(T) * values.size());
}

double bytes_of(const LiveFrame& frame) {
  double bytes = 0;
  for_each_array([&](const char*, const auto& values) { bytes += bytes_of(values); }, *frame.particles);
  for (const Volume& volume : *frame.volumes) bytes += bytes_of(volume.values) + bytes_of(volume.tile);
  return bytes;
}

double bytes_of(const LiveLines& lines) {
  double bytes = 0;
  for (const auto* those : {&lines.stats, &lines.probes}) {
    for (const std::string& line : *those) bytes += static_cast<double>(sizeof(line) + line.capacity());
  }
  return bytes;
}

}  // namespace

LiveMemory::LiveMemory() : folder_(tidied_place(), fmt::format("weir-live-{}-", getpid())), edition_(new_edition()) {}

fs::path LiveMemory::state_file(int frame) const { return folder_.path() / fmt::format("{:06}", frame); }

bool LiveMemory::add(int frame, LiveFrame what, LiveLines lines, std::shared_ptr<const ReadScene> scene) {
  const std::lock_guard lock(mutex_);
  Kept kept{.what = std::move(what), .lines = std::move(lines), .scene = std::move(scene)};
  kept.what.edition = edition_;
  kept.bytes = bytes_of(kept.what) + bytes_of(kept.lines);
  if (bytes_ + kept.bytes > kBudgetOfFrames) return false;
  kept.state_bytes = static_cast<double>(fs::file_size(state_file(frame)));
  bytes_ += kept.bytes;
  state_bytes_ += kept.state_bytes;
  kept_[frame] = std::move(kept);
  if (state_bytes_ > kBudgetOfStates) thin_out_states();
  return true;
}

// The first and the last one are always there.
void LiveMemory::thin_out_states() {
  state_every_ *= 2;
  const int first = kept_.begin()->first, last = kept_.rbegin()->first;
  for (auto& [frame, kept] : kept_) {
    if (!kept.scene || frame == last || (frame - first) % state_every_ == 0) continue;
    fs::remove(state_file(frame));
    state_bytes_ -= kept.state_bytes;
    kept.state_bytes = 0;
    kept.scene.reset();
  }
}

void LiveMemory::cut_after(int frame) {
  const std::lock_guard lock(mutex_);
  for (auto at = kept_.upper_bound(frame); at != kept_.end(); at = kept_.erase(at)) {
    bytes_ -= at->second.bytes;
    state_bytes_ -= at->second.state_bytes;
    fs::remove(state_file(at->first));
  }
  edition_ = new_edition();
}

void LiveMemory::clear() {
  cut_after(std::numeric_limits<int>::min());
  const std::lock_guard lock(mutex_);
  state_every_ = 1;
}

LiveFrame LiveMemory::frame(int frame) const {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(frame);
  if (found == kept_.end()) throw InputError("", fmt::format("the live take has no frame {} yet", frame));
  return found->second.what;
}

LiveLines LiveMemory::lines() const {
  const std::lock_guard lock(mutex_);
  LiveLines all;
  for (const auto& [frame, kept] : kept_) {
    all.stats.insert(all.stats.end(), kept.lines.stats.begin(), kept.lines.stats.end());
    all.probes.insert(all.probes.end(), kept.lines.probes.begin(), kept.lines.probes.end());
  }
  return all;
}

std::vector<int> LiveMemory::frames() const {
  const std::lock_guard lock(mutex_);
  std::vector<int> frames;
  for (const auto& [frame, kept] : kept_) frames.push_back(frame);
  return frames;
}

Json LiveMemory::editions() const {
  const std::lock_guard lock(mutex_);
  Json editions = Json::array();
  for (const auto& [frame, kept] : kept_) {
    if (editions.empty() || editions.back()[1] != kept.what.edition) editions.push_back({frame, kept.what.edition});
  }
  return editions;
}

std::optional<LiveMemory::State> LiveMemory::state_before(int frame) const {
  const std::lock_guard lock(mutex_);
  for (auto at = kept_.upper_bound(frame); at != kept_.begin();) {
    --at;
    if (at->second.scene) return State{at->first, at->second.scene};
  }
  return {};
}

}  // namespace weir::studio
