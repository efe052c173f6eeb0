// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the folder of a take's run has.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "run/resume.h"
#include "studio/work/take_record.h"
#include "weir/base/error.h"
#include "weir/cache/volumes_vdb.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

// Of a branch also those of the run that it began with, unless that is gone.
std::vector<int> frames_in(const fs::path& folder) {
  try {
    return cache::RunFolder(folder).frames();
  } catch (const InputError&) {
    return cache::RunFolder::own(folder).frames();
  }
}

// Densities and the like; not surfaces, nor velocities.
std::vector<std::string> scalar_volumes(const fs::path& file) {
  std::vector<std::string> names;
  for (const Volume& volume : cache::read_volumes_vdb(file)) {
    if (volume.channels == 1 && !volume.level_set) names.push_back(volume.name);
  }
  std::stable_partition(names.begin(), names.end(), [](const std::string& name) { return name == "density"; });
  return names;
}

bool last_frame_has_particles(const cache::RunFolder& folder) {
  const std::vector<std::string> stats = folder.read_stats();
  if (stats.empty()) return false;
  const Json line = Json::parse(stats.back(), nullptr, false);
  return line.is_object() && line.value("particles", 0.0) > 0;
}

}  // namespace

void look_at_frames(TakeRecord& record, const fs::path& path) {
  if (!fs::exists(path / "run.json")) return;
  try {
    const std::vector<int> frames = frames_in(path);
    record.have = ranges_of(frames);
    if (frames.empty()) return;
    const cache::RunFolder folder(path);
    if (!record.particles) record.particles = last_frame_has_particles(folder.owner(frames.back()));
    const fs::path volumes = folder.volumes(frames.back());
    if (record.volumes.empty() && fs::exists(volumes)) record.volumes = scalar_volumes(volumes);
  } catch (const InputError&) {
    // A frame that is being written; the next look finds it.
  }
}

void look_at_size(TakeRecord& record, const fs::path& folder) {
  std::error_code error;
  double bytes = 0;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (error) break;
    std::error_code gone;
    if (entry->is_symlink(gone) || !entry->is_regular_file(gone)) continue;
    const auto size = entry->file_size(gone);
    if (!gone) bytes += static_cast<double>(size);
  }
  record.bytes = bytes;
}

bool is_finished(const fs::path& path) {
  const cache::RunFolder folder = cache::RunFolder::own(path);
  if (!folder.holds_a_run()) return false;
  try {
    const cache::RunRecord stored = cache::read_run_record(folder.run_json());
    return run::finished_frame(folder, stored) >= stored.last_frame();
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace weir::studio
