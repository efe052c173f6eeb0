// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/take_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/files.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

constexpr int kDeepest = 12;  // folders below takes/

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

}  // namespace

std::string TakeStore::place_of(const std::string& scene) {
  std::string place = scene;
  if (Folder::is_example(place)) place.replace(0, std::string_view("examples:").size(), "examples/");
  if (place.ends_with(".json")) place.resize(place.size() - 5);
  return "takes/" + place;
}

// The scene of takes that do not tell it.
std::string TakeStore::scene_at(const fs::path& place) const {
  const std::string name = place.lexically_relative(folder_.path() / "takes").generic_string() + ".json";
  constexpr std::string_view kExamples = "examples/";
  std::error_code error;
  if (!name.starts_with(kExamples) || fs::exists(folder_.path() / name, error)) return name;
  return "examples:" + name.substr(kExamples.size());
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
      if (known.scene.empty()) known.scene = scene_at(folder);
    } else if (depth < kDeepest && !fs::exists(entry.path() / "run.json", gone)) {
      find_in(entry.path(), depth + 1, found);
    }
  }
}

std::vector<std::string> TakeStore::find() {
  std::vector<std::string> at_work;
  std::map<std::string, TakeRecord> found;
  // A link that leads out of the folder is not followed.
  if (const fs::path takes = folder_.path() / "takes"; !fs::is_symlink(takes)) find_in(takes, 0, found);
  for (auto& [take, record] : found) {
    if (has(take)) continue;
    look_at_frames(record, path_of(take));
    look_at_size(record, path_of(take));
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

std::vector<TakeRecord> TakeStore::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<TakeRecord> all;
  for (const auto& [take, record] : takes_) all.push_back(record);
  return all;
}

std::vector<TakeRecord> TakeStore::of_scene(const std::string& scene) const {
  std::vector<TakeRecord> takes = all();
  std::erase_if(takes, [&](const TakeRecord& record) { return record.scene != scene; });
  return takes;
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
