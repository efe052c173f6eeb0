// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What guides a scene (scene/guide.h), made before its run in the folder of that, N being the number of the director:
//   guides/N/run/        the coarse run, unless the scene names one
//   guides/N/0001.vdb    the preliminary guide of a frame, with velocities
//   guides/N/made.json   what these were made from: they are made again when that is different

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "scene/scene.h"
#include "sim/director.h"

namespace weir::run {

// The scene that is run first for director `index`; none when it names a run or a shape. InputError when its file
// cannot be read or waits for itself.
std::optional<Scene> coarse_scene(const Scene& scene, size_t index);

// The scene without its guides: it can be built before these are made.
Scene without_guides(const Scene& scene);

// Sees to it that coarse runs and preliminary guides are in the folder. Interrupted when the user wants to stop: what
// is finished by then is not made again.
void make_guides(const Scene& scene, const std::filesystem::path& run_folder, ProgressStyle progress);

// Director `index`, which finds its guide in the folder of the run.
std::unique_ptr<Director> open_guide(const Scene& scene, size_t index, const std::filesystem::path& run_folder);

// Of any liquid at a frame: how far its surface is from that of what guides, in cells of that (correspondence.h).
double distance_from_input(const Scene& scene, size_t index, const std::filesystem::path& run_folder, int frame,
                           const Particles& liquid);

// Of what guides at a frame, a cell or more inside the guide: how much of the flow through a cell it makes or swallows,
// in the mean.
double guide_divergence(const Scene& scene, size_t index, const std::filesystem::path& run_folder, int frame);

// Of the coarse runs that scenes other than this one make: the use ("directors[0]: coarse run") and a fingerprint.
struct UsedGuide {
  std::string use;
  uint64_t content;
};
std::vector<UsedGuide> used_guides(const Scene& scene, const std::filesystem::path& run_folder);

}  // namespace weir::run
