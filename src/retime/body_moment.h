// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where bodies are between frames that a run has noted: their middles on a cubic through the frames around, turned the
// shorter way.

#pragma once

#include <map>
#include <vector>

#include "cache/body_poses.h"

namespace weir::retime {

// `middles`: of the solids at the first frame, by index. Those of both frames around the moment; where it is a frame of
// the run, as it was noted.
std::vector<cache::BodyPose> bodies_at(const std::map<int, std::vector<cache::BodyPose>>& poses,
                                       const std::vector<Vec3d>& middles, double moment);

}  // namespace weir::retime
