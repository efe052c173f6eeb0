// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the bodies were that the liquid moves: in each line of stats.jsonl, as
//   "bodies": [{"solid": 1, "name": "boat", "pose": [twelve numbers]}]
// The pose maps points of the solid at the first frame to where they are now: three rows of a 3 x 4 matrix, the last
// column in metres.

#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "cache/run_folder.h"
#include "weir/scene/scene.h"
#include "weir/sim/solids.h"

namespace weir::cache {

struct BodyPose {
  size_t solid = 0;  // index in scene.solids
  Affine pose{};
};

nlohmann::ordered_json json_of(std::span<const RigidPose> bodies, const Scene& scene);

// Of every frame that has some. Lines that are damaged are left out; so are solids that the scene does not have.
std::map<int, std::vector<BodyPose>> read_body_poses(const RunFolder& folder, const Scene& scene);

}  // namespace weir::cache
