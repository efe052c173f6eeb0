// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is known of a take: kept in its folder as take.json, and told to pages as the Take of the protocol.

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "studio/service.h"
#include "studio/work/process.h"
#include "weir/scene/scene.h"

namespace weir::studio {

// States of takes and jobs.
inline constexpr const char* kWaiting = "waiting";
inline constexpr const char* kRunning = "running";
inline constexpr const char* kStopped = "stopped";
inline constexpr const char* kFailed = "failed";
inline constexpr const char* kDone = "done";

struct TakeRecord {
  std::string take;  // path of its folder below the opened one
  std::string scene, name = {};
  std::string kind = "full", state = kWaiting;
  std::string made = {};  // ISO date
  std::vector<std::string> changes = {};
  struct From {
    std::string take;
    int frame = 0;
  };
  std::optional<From> from = {};
  Json facts = Json::object();  // of its scene: facts_of()
  std::string error = {};
  Process::Mark process = {};

  // What its folder has, and what it does.
  Json have = Json::array();
  Json progress = nullptr;
  bool particles = false;
  std::vector<std::string> volumes = {};
  double bytes = 0;
  Json editions = nullptr;   // of a live take
  bool is_looked_at = true;  // whether these are known
  bool outside = false;      // a run that Studio has not made, and does not change

  bool has_file() const { return kind != "live" && !outside; }  // take.json
  bool at_work() const { return state == kWaiting || state == kRunning; }
  bool is_preview() const { return kind != "full" && kind != "live"; }
  Json told() const;
  void write(const std::filesystem::path& folder) const;
};

// None when the folder is not that of a take. What take.json lacks, as one of an older program does or one that is
// damaged, is taken from the run, or left out; `scene` is empty where it does not tell that.
std::optional<TakeRecord> read_take_record(const std::filesystem::path& folder);

// frames, dimensions, lower, upper, phases, spacing of a Take.
Json facts_of(const Scene& scene);
// "take 3" of takes/drop/003.
std::string usual_name(const std::filesystem::path& folder);
// "2026-11-19T18:30:23Z"
std::string now_as_text();
std::string text_of_time(std::filesystem::file_time_type time);
// [[1, 4], [7, 9]] of frames in order.
Json ranges_of(const std::vector<int>& frames);

// Looks into the folder of its run: frames, what they hold, bytes.
void look_at_frames(TakeRecord& record, const std::filesystem::path& folder);
void look_at_size(TakeRecord& record, const std::filesystem::path& folder);
// Whether the run in the folder has come to its last frame. Reads its checkpoint.
bool is_finished(const std::filesystem::path& folder);

}  // namespace weir::studio
