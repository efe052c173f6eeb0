// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/take_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>

#include "base/files.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

constexpr const char *kTakes = "takes", *kExamples = "examples";
constexpr int kDeepest = 12;  // folders below it

// 3 of "003"; 0 of anything else.
int number_of_folder(const std::string& name) {
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  constexpr int kHighest = 1'000'000;
  return error == std::errc() && end == name.data() + name.size() && number < kHighest ? number : 0;
}

int highest_number(const fs::path& folder) {
  int highest = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    highest = std::max(highest, number_of_folder(entry.path().filename().string()));
  }
  return highest;
}

// Whether this part of a scene's name, or of the place of its takes, is one of those that have a "_" more in the place:
// the folders of takes, 001 and live, which lie beside it, and below takes/ that of the examples; and what has a "_"
// already, so that no two parts become the same.
bool is_marked(const std::string& part, bool is_first) {
  const std::string plain = part.substr(0, part.find_last_not_of('_') + 1);
  if (is_first) return plain == kExamples;
  return plain == "live" || (!plain.empty() && plain.find_first_not_of("0123456789") == std::string::npos);
}

}  // namespace

std::string TakeStore::place_of(const std::string& scene) {
  const bool is_example = Folder::is_example(scene);
  std::string place = is_example ? fmt::format("{}/{}", kTakes, kExamples) : kTakes;
  std::string name = is_example ? scene.substr(scene.find(':') + 1) : scene;
  if (name.ends_with(".json")) name.resize(name.size() - std::string_view(".json").size());
  bool is_first = !is_example;
  for (const fs::path& part : fs::path(name)) {
    place += "/" + part.string() + (is_marked(part, is_first) ? "_" : "");
    is_first = false;
  }
  return place;
}

std::string TakeStore::scene_at(const std::string& place) {
  std::string scene;
  for (const fs::path& part : fs::path(place).lexically_relative(kTakes)) {
    std::string name = part.string();
    const bool is_first = scene.empty();
    if (is_first && name == kExamples) {
      scene = name + ":";
      continue;
    }
    if (name.ends_with('_') && is_marked(name, is_first)) name.pop_back();
    scene += (is_first || scene.ends_with(':') ? "" : "/") + name;
  }
  return scene + ".json";
}

std::string TakeStore::make_folder_for(const std::string& scene) {
  const std::string place = place_of(scene);
  const fs::path folder = folder_.writable(place);
  make_folder(folder);
  for (int number = highest_number(folder) + 1;; ++number) {
    const std::string name = fmt::format("{:03}", number);
    std::error_code error;
    if (fs::create_directory(folder / name, error)) return place + "/" + name;
    if (error)
      throw RunError(fmt::format("{}: this folder cannot be made: {}", (folder / name).string(), error.message()));
  }
}

void TakeStore::find_in(const fs::path& folder, int depth, std::map<std::string, TakeRecord>& found) const {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    std::error_code gone;
    if (entry.is_symlink(gone) || !entry.is_directory(gone) || entry.path().filename().string().starts_with('.')) {
      continue;
    }
    const std::string take = folder_.name_of(entry.path());
    if (has(take) && fs::exists(entry.path() / "take.json", gone)) {
      found.try_emplace(take);  // known already
    } else if (const auto record = read_take_record(entry.path())) {
      TakeRecord& known = found[take] = *record;
      known.take = take;
      if (known.scene.empty()) known.scene = scene_at(folder_.name_of(folder));
    } else if (depth < kDeepest && !fs::exists(entry.path() / "run.json", gone)) {
      find_in(entry.path(), depth + 1, found);
    }
  }
}

std::vector<std::string> TakeStore::find() {
  std::vector<std::string> at_work;
  std::map<std::string, TakeRecord> found;
  // A link that leads out of the folder is not followed.
  if (const fs::path takes = folder_.path() / kTakes; !fs::is_symlink(takes)) find_in(takes, 0, found);
  for (auto& [take, record] : found) {
    if (has(take)) continue;
    record.is_looked_at = false;
    const std::lock_guard lock(mutex_);
    if (takes_.emplace(take, record).second && record.at_work()) at_work.push_back(take);
  }
  const std::lock_guard lock(mutex_);
  std::erase_if(takes_, [&](const auto& take) {
    const TakeRecord& record = take.second;
    if (!record.has_file()) return record.outside && !fs::exists(path_of(record.take) / "run.json");
    return !found.contains(record.take) && !record.at_work();
  });
  return at_work;
}

void TakeStore::look_at(TakeRecord record) {
  if (record.is_looked_at) return;
  look_at_frames(record, path_of(record.take));
  look_at_size(record, path_of(record.take));
  const std::lock_guard lock(mutex_);
  const auto found = takes_.find(record.take);
  if (found == takes_.end() || found->second.is_looked_at) return;
  TakeRecord& known = found->second;
  known.have = record.have;
  known.particles = record.particles;
  known.volumes = record.volumes;
  known.bytes = record.bytes;
  known.is_looked_at = true;
}

void TakeStore::add(TakeRecord record) {
  const std::lock_guard lock(mutex_);
  if (record.has_file()) record.write(path_of(record.take));
  service_.tell("take", record.told());
  takes_[record.take] = std::move(record);
}

void TakeStore::put(TakeRecord record) {
  const std::lock_guard lock(mutex_);
  takes_[record.take] = std::move(record);
}

void TakeStore::remove(const std::string& take) {
  const std::lock_guard lock(mutex_);
  if (takes_.erase(take) > 0) service_.tell("take_removed", {{"take", take}});
}

bool TakeStore::has(const std::string& take) const {
  const std::lock_guard lock(mutex_);
  return takes_.contains(take);
}

TakeRecord TakeStore::get(const std::string& take) const {
  const std::lock_guard lock(mutex_);
  const auto found = takes_.find(take);
  if (found == takes_.end()) throw InputError("", fmt::format("there is no take \"{}\"", take));
  return found->second;
}

TakeRecord TakeStore::there(const std::string& take) {
  const TakeRecord record = get(take);
  std::error_code error;
  if (!record.has_file() || record.at_work() || fs::exists(path_of(take), error) || error) return record;
  remove(take);
  throw InputError("", fmt::format("{} is gone: its folder {} was removed", record.name, take));
}

std::vector<TakeRecord> TakeStore::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<TakeRecord> all;
  for (const auto& [take, record] : takes_) all.push_back(record);
  return all;
}

std::vector<TakeRecord> TakeStore::of_scene(const std::string& scene) const {
  std::vector<TakeRecord> takes = all();
  std::erase_if(takes, [&](const TakeRecord& record) { return record.scene != scene; });
  // 1000 is after 999.
  std::sort(takes.begin(), takes.end(), [](const TakeRecord& a, const TakeRecord& b) {
    const fs::path one = a.take, other = b.take;
    return std::tuple(one.parent_path(), a.take.size(), one) < std::tuple(other.parent_path(), b.take.size(), other);
  });
  return takes;
}

// A page asks it of all scenes: nothing is copied.
size_t TakeStore::count(const std::string& scene) const {
  const std::lock_guard lock(mutex_);
  return static_cast<size_t>(
      std::count_if(takes_.begin(), takes_.end(), [&](const auto& take) { return take.second.scene == scene; }));
}

void TakeStore::change(const std::string& take, Keep keep, const std::function<void(TakeRecord&)>& change) {
  const std::lock_guard lock(mutex_);
  const auto found = takes_.find(take);
  if (found == takes_.end()) return;
  change(found->second);
  service_.tell("take", found->second.told());
  if (keep == Keep::lasting && found->second.has_file()) found->second.write(path_of(take));
}

}  // namespace weir::studio
