// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A frame of a retimed clip, made from the frames of the run around its moment.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "retime/clock.h"
#include "retime/source.h"

namespace weir::retime {

struct MadeFrame {
  int frame = 0;      // of the clip
  double moment = 0;  // of the run
  Particles particles;
  std::vector<Volume> volumes;
  std::optional<Mesh> surface;
  std::vector<cache::BodyPose> bodies;
  double milliseconds = 0;  // that it took
  std::string made_from;
};

// Of ascending frames those that enclose a moment; twice the same where it is one of them.
std::pair<int, int> frames_around(const std::vector<int>& frames, double moment);

MadeFrame make_frame(Source& source, const ClipClock& clock, int frame);

}  // namespace weir::retime
