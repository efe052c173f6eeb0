// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which moment of a run a frame of a retimed clip shows. The run's frames pass at a speed that may have keyframes (over
// the frames of the clip); what is shown is where their sum has come to. A retimed folder keeps its clock in
// retime.json, by which pictures show solids and cameras of the scene at the same moment.

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "weir/geometry/shapes/animated.h"

namespace weir::retime {

struct ClipClock {
  Animated<double> speed{1.0};  // frames of the run a frame of the clip
  int first = 1;                // frame of the clip
  double start = 1;             // the frame of the run that it shows

  // Of the run, with a fraction: whole where it is nearly so.
  double moment(double frame) const;
  double speed_at(double frame) const { return value_at(speed, frame); }
};

// The clip that shows frames `lowest` to `highest` of a run: from the first, or from the last when it begins backwards,
// and as long as it shows one of them; where the speed becomes 0 for good, to that key. `frames`: of the clip.
struct Clip {
  ClipClock clock;
  std::vector<int> frames;
};
// InputError when nothing would move, or there would be too many frames.
Clip make_clip(const Animated<double>& speed, int lowest, int highest);

// What retime.json says.
struct ClipRecord {
  std::string from;  // the run or the files, absolute
  ClipClock clock;
  double rate = 24;  // frames a second of what was retimed

  std::string text() const;
};
std::filesystem::path clip_record(const std::filesystem::path& folder);
// Nothing when the folder holds no retimed run; InputError when the file is damaged.
std::optional<ClipRecord> read_clip_record(const std::filesystem::path& folder);

}  // namespace weir::retime
