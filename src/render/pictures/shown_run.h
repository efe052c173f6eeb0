// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A finished run as pictures need it: its scene, its particles and where its bodies were. Sequences of other
// simulators, which have no scene, get one with defaults.

#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cache/body_poses.h"
#include "render/flat/colours.h"
#include "render/world/camera.h"
#include "retime/clock.h"
#include "weir/cache/sequence.h"
#include "weir/scene/scene.h"

namespace weir::render {

struct ShownRun {
  std::filesystem::path home;  // the run's folder, or the one of the files: pictures go there
  std::string title;           // never empty
  Scene scene;
  cache::ParticleSequence particles;
  std::map<int, std::vector<cache::BodyPose>> bodies;  // by frame
  std::span<const cache::BodyPose> bodies_at(int frame) const;
  std::filesystem::path surfaces;    // where `weir mesh` puts meshes of it; empty when others are asked for
  std::vector<ShownRun> companions;  // runs that are shown in its pictures (run/companions.h)
  std::optional<retime::ClipRecord> retimed = {};  // where it is a run at another speed
  // Of a branch: the same up to the frame it goes on from, with the solids and directors that were there then.
  std::shared_ptr<ShownRun> earlier = {};
  int last_earlier = 0;  // frame of the scene

  // The frame at which its scene is shown; another than that of the files where it is retimed.
  double scene_frame(double frame) const { return retimed ? retimed->clock.moment(frame) : frame; }
  // Where the run was simulated.
  std::filesystem::path simulated_in() const { return retimed ? std::filesystem::path(retimed->from) : home; }
};

// A run's folder, or anything else that ParticleSequence takes. `look`: a scene file whose picture and surface
// settings and colours are taken instead of those the run was made with; may be empty. InputError when there is
// nothing to show.
ShownRun open_shown_run(const std::filesystem::path& path, const std::filesystem::path& look);

// In place of its scene's.
void set_picture(ShownRun& run, const PictureSettings& picture);

// Where the meshes of a frame are, if any: in run.surfaces or, of a branch, maybe beside that frame.
std::filesystem::path surfaces_of_frame(const ShownRun& run, int frame);

// `count` (not 0) of the frames, from the first to the last, as evenly as they come; all when there are no more.
std::vector<int> evenly_chosen(const std::vector<int>& frames, size_t count);

// What holds for a whole sequence, found by a look at a few of its frames.
struct Survey {
  Box3f action;         // all that moves; a little box when there is nothing
  float top_speed = 0;  // m/s, all but the fastest few are slower; a round number
  HeatRange heat = {};  // of particles that carry it
};
Survey survey(const ShownRun& run);
// Of two runs that one camera shows.
Survey united(const Survey& a, const Survey& b);

// The scene's, or one that has the action in the picture. `bodies`: where rigid solids are then.
Camera camera_at(const Scene& scene, const Survey& survey, double frame, std::span<const cache::BodyPose> bodies = {});

}  // namespace weir::render
