// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/pictures/made_from.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/hash.h"
#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "render/pictures/run_pictures.h"
#include "weir/base/version.h"

namespace weir::render {

namespace fs = std::filesystem;

namespace {

void add_contents(const fs::path& file, std::string& text) {
  std::error_code error;
  if (fs::is_regular_file(file, error)) text += fmt::format("{:016x}\n", hash_bytes(read_file(file)));
}

// Files of solids are many and large, and other programs write them: their sizes and times will do.
void add_size_and_time(const fs::path& file, std::string& text) {
  std::error_code error;
  const uintmax_t size = fs::file_size(file, error);
  if (error) return;
  text += fmt::format("{} {} {}\n", file.string(), size, fs::last_write_time(file, error).time_since_epoch().count());
}

void add_bodies(const ShownRun& run, int frame, std::string& text) {
  for (int near = frame - 1; near <= frame + 1; ++near) {  // for motion blur
    const auto found = run.bodies.find(near);
    if (found == run.bodies.end()) continue;
    for (const cache::BodyPose& body : found->second) {
      text += fmt::format("{}", body.solid);
      for (const Vec3d& row : body.pose.linear.row) text += fmt::format(" {} {} {}", row.x, row.y, row.z);
      text += fmt::format(" {} {} {}\n", body.pose.offset.x, body.pose.offset.y, body.pose.offset.z);
    }
  }
}

void add_run(const ShownRun& run, int frame, std::string& text) {
  text += scene_text(run.scene) + run.title + "\n";
  if (run.retimed) text += run.retimed->text() + fmt::format("{}\n", run.scene_frame(frame));
  const std::vector<int> frames = run.particles.frames();
  if (std::binary_search(frames.begin(), frames.end(), frame)) {
    add_contents(run.particles.file(frame), text);
    for (const fs::path& file : stored_surface_files(run, frame)) add_contents(file, text);
  }
  add_contents(cache::RunFolder(run.home).volumes(frame), text);
  for (const fs::path& file : cache::input_files_there(run.scene)) add_size_and_time(file, text);
  add_bodies(run, frame, text);
  for (const ShownRun& companion : run.companions) add_run(companion, frame, text);
}

}  // namespace

std::string made_from(const ShownRun& run, const Survey& survey, const Camera& camera, int frame) {
  std::string text = fmt::format("{} {}\n", kVersion, kCommit);
  for (const Vec3f& v : {survey.action.lower, survey.action.upper, camera.position, camera.right, camera.up}) {
    text += fmt::format("{} {} {}\n", v.x, v.y, v.z);
  }
  text += fmt::format("{} {} {} {}\n", camera.half_height, survey.top_speed, survey.heat.coldest, survey.heat.hottest);
  add_run(run, frame, text);
  return fmt::format("{:016x}", hash_bytes(text));
}

}  // namespace weir::render
