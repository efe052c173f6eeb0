// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/run_facts.h"

#include <fmt/format.h>

#include "base/numbered_files.h"
#include "cache/run_record.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostKnown = 64;

fs::path checked(const RunFacts& facts, const fs::path& file, int frame, const char* what) {
  std::error_code error;
  if (fs::exists(file, error)) return file;
  const std::vector<int> frames = facts.folder.frames();
  if (frames.empty()) throw InputError("", "this take has no frames yet");
  if (std::find(frames.begin(), frames.end(), frame) == frames.end()) {
    throw InputError("", fmt::format("this take has no frame {}; it has {}", frame, in_ranges(frames)));
  }
  throw InputError("", fmt::format("frame {} of this take has no {}", frame, what));
}

}  // namespace

fs::path RunFacts::particles(int frame) const { return checked(*this, folder.particles(frame), frame, "particles"); }

fs::path RunFacts::volumes(int frame) const { return checked(*this, folder.volumes(frame), frame, "volumes"); }

std::shared_ptr<const RunFacts> AllRunFacts::of(const fs::path& folder) {
  const std::string stamp = stamp_of(folder / "run.json");
  if (stamp.empty()) throw InputError("", "this take has not begun yet");
  {
    const std::lock_guard lock(mutex_);
    const auto known = known_.find(folder);
    if (known != known_.end() && known->second->stamp == stamp) return known->second;
  }
  cache::RunFolder run(folder);
  Scene scene = cache::scene_of_run(run.run_json());
  const auto facts = std::make_shared<const RunFacts>(RunFacts{std::move(run), std::move(scene), stamp});
  const std::lock_guard lock(mutex_);
  if (known_.size() >= kMostKnown) known_.clear();
  known_[folder] = facts;
  return facts;
}

}  // namespace weir::studio
