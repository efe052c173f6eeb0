// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/drawn_templates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "control/templates/director/find_template.h"
#include "control/templates/library/library.h"
#include "render/flat/draw.h"
#include "render/flat/template_picture.h"
#include "studio/draw/packed_points.h"
#include "studio/draw/run_facts.h"
#include "studio/draw/value_range.h"
#include "studio/work/take_store.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostOpen = 4;
constexpr int kStripFrames = 12, kStripWidth = 160, kStripHeight = 120;
constexpr std::string_view kRecording = "recording:";

// "recording:drop.json:splash"; examples have a colon in their names too.
fs::path file_of_recording(const Folder& folder, const std::string& name) {
  const size_t colon = name.rfind(':');
  if (colon <= kRecording.size()) {
    throw InputError("", "a recording is named like this: recording:SCENE:NAME");
  }
  const std::string scene = name.substr(kRecording.size(), colon - kRecording.size());
  const std::string recording = name.substr(colon + 1);
  if (const std::string problem = template_name_problem(recording); !problem.empty()) {
    throw InputError("", fmt::format("the name of the recording {}", problem));
  }
  const fs::path run = run_with_recordings(folder, scene);
  const fs::path file = templates::recording_file(run, recording);
  std::error_code error;
  if (run.empty() || !fs::exists(file, error)) {
    throw InputError("",
                     fmt::format("\"{}\" is a recording that is not made yet; running the scene makes it", recording));
  }
  return file;
}

size_t frame_in(const templates::Template& shown, double frame) {
  return static_cast<size_t>(std::clamp(std::lround(frame), 1L, static_cast<long>(shown.frames())) - 1);
}

render::Image strip_of(const templates::Template& shown) {
  render::Image strip(kStripFrames * kStripWidth, kStripHeight);
  for (int n = 0; n < kStripFrames; ++n) {
    const size_t frame = static_cast<size_t>(n) * (shown.frames() - 1) / (kStripFrames - 1);
    render::paste(strip, render::template_picture(*shown.frame(frame), shown.metadata(), kStripWidth, kStripHeight),
                  n * kStripWidth, 0);
  }
  return strip;
}

std::string picture_of(const templates::Template& shown, const std::string& frame, const Query& query) {
  if (frame == "strip") return render::png_bytes(strip_of(shown), "the thumbnail");
  if (frame.empty()) {
    if (std::string kept = shown.thumbnail(); !kept.empty()) return kept;
  }
  const double number = frame.empty() ? 0.5 * static_cast<double>(shown.frames()) : query.number("frame");
  return render::template_thumbnail(*shown.frame(frame_in(shown, number)), shown.metadata());
}

}  // namespace

fs::path run_with_recordings(const Folder& folder, const std::string& scene) {
  std::error_code error;
  fs::path newest;
  fs::file_time_type made{};
  for (const auto& entry : fs::directory_iterator(folder.resolve(TakeStore::place_of(scene)), error)) {
    const auto time = fs::last_write_time(entry.path() / "recordings", error);
    if (error || (!newest.empty() && time <= made)) continue;
    newest = entry.path();
    made = time;
  }
  return newest;
}

std::shared_ptr<const templates::Template> DrawnTemplates::find(const std::string& name) {
  const bool recorded = name.starts_with(kRecording);
  const auto found = recorded ? templates::open_template(file_of_recording(folder_, name))
                              : templates::Library(templates::Library::default_folder(folder_.path())).open(name);
  const std::lock_guard lock(mutex_);
  if (open_.size() >= kMostOpen && !open_.contains(name)) open_.clear();
  open_[name] = found;
  return found;
}

Reply DrawnTemplates::frame(const Query& query) {
  const std::string& name = query.text("name");
  const std::string by = query.text("by", "speed");
  const double limit = std::clamp(query.number("limit", 0), 0.0, 1e12);
  const auto shown = find(name);
  const size_t frame = frame_in(*shown, query.number("frame", 1));
  const std::string key =
      fmt::format("template {} {} {} {} {}", shown->path().string(), stamp_of(shown->path()), frame, by, limit);
  const Kept::Bytes bytes = kept_.get(key, [&] {
    const cache::ParticleCloud cloud = cache::cloud_of(*shown->frame(frame), by, name);
    const templates::TemplateMetadata& metadata = shown->metadata();
    const std::optional<ValueRange> fixed = fixed_range(by, metadata.phases.size());
    const std::string all_frames = fmt::format("{} {} {}", shown->path().string(), stamp_of(shown->path()), by);
    const ValueRange range = fixed ? *fixed : ranges_.widened(all_frames, shown_range(by, cloud.value));
    Packed packed = packed_particles(cloud, by, range, static_cast<size_t>(limit));
    packed.header["frame"] = frame + 1;
    packed.header["radius"] = 0.5 * metadata.spacing;
    return packed.bytes();
  });
  return {"application/octet-stream", *bytes, {}};
}

Reply DrawnTemplates::thumbnail(const Query& query) {
  const auto shown = find(query.text("template"));
  const std::string frame = query.text("frame", "");
  const std::string key = fmt::format("thumbnail {} {} {}", shown->path().string(), stamp_of(shown->path()), frame);
  return {"image/png", *kept_.get(key, [&] { return picture_of(*shown, frame, query); }), {}};
}

}  // namespace weir::studio
