// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/outside_runs.h"

#include <fmt/format.h>

#include "cache/run_record.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

TakeRecord record_of(const std::string& name, const std::string& scene, const fs::path& path) {
  TakeRecord record{
      .take = name, .scene = scene, .name = name, .made = text_of_time(fs::last_write_time(path / "run.json"))};
  record.outside = true;
  record.facts = facts_of(cache::scene_of_run(path / "run.json"));
  return record;
}

// As far as the folder tells: whether a process is at work there it does not.
void look_again(TakeRecord& record, const fs::path& path) {
  look_at_frames(record, path);
  look_at_size(record, path);
  const Json& last = record.facts.at("frames").at("last");
  record.state = !record.have.empty() && record.have.back()[1] == last ? kDone : kStopped;
}

}  // namespace

void find_outside_runs(const Folder& folder, const std::string& scene, TakeStore& store) {
  if (Folder::is_example(scene)) return;
  const fs::path file = folder.resolve(scene);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder.path() / "out", error)) {
    std::error_code gone;
    const fs::path& path = entry.path();
    if (entry.is_symlink(gone) || !fs::exists(path / "run.json", gone)) continue;
    try {
      if (fs::path(cache::read_run_record(path / "run.json").scene_file) != file) continue;
      const std::string name = folder.name_of(path);
      TakeRecord record = store.has(name) ? store.get(name) : record_of(name, scene, path);
      look_again(record, path);
      store.put(std::move(record));
    } catch (const std::exception&) {
      // A run that is damaged, is being begun or removed.
    }
  }
}

}  // namespace weir::studio
