// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The takes of scenes: every run that Studio starts has a folder of its own below the opened one, takes/SCENE/001,
// which is the folder of a run as `weir run` makes it, and besides holds
//   take.json      name, kind, what changed, where it branched, the process that runs
//   scene.json     the scene as it is run: every parameter spelled out, so that it needs no other scene file
//   edited.json    the same before it was made coarse or flat, of takes that are
//   written.json   the artist's text as it was
//   progress.jsonl, said.txt   what the process prints
// Runs are processes of this program (`weir run`), so that nothing that happens to one harms another, or Studio; they
// go on when the page is closed, and also when Studio dies.
//
// The live take of a scene, takes/SCENE/live, is simulated in this process and kept in memory; its folder only has what
// the scene needs to be made first.

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "studio/documents.h"
#include "studio/folder.h"
#include "studio/service.h"
#include "weir/sim/particles.h"
#include "weir/sim/solids.h"
#include "weir/sim/volume.h"

namespace weir::studio {

// A frame of a live take.
struct LiveFrame {
  std::shared_ptr<const Scene> scene;  // that made it; places are counted from its origin
  std::shared_ptr<const Particles> particles;
  std::shared_ptr<const std::vector<Volume>> volumes;
  std::vector<RigidPose> bodies = {};  // where the liquid has carried solids
  std::filesystem::path needs = {};    // the folder of what its scene needs
  int edition = 0;  // another one when the frame was made anew: what is kept of the frame is kept by both
};

// What the frames of a live take measured: the lines that stats.jsonl and probes.jsonl of a run would have.
struct LiveLines {
  std::vector<std::string> stats, probes;
};

class Takes {
 public:
  // `program`: this one, to be run again.
  Takes(const Folder& folder, Service& service, Documents& documents, std::filesystem::path program);
  // Asks running takes to stop, as Ctrl-C does, and waits for their checkpoints.
  ~Takes();

  // The folder of its run; InputError when there is no such take.
  std::filesystem::path folder_of(const std::string& take) const;
  // "take 3 of drop": for sentences.
  std::string title_of(const std::string& take) const;
  std::string scene_of(const std::string& take) const;
  size_t count(const std::string& scene) const;

  static bool is_live(const std::string& take);
  // InputError when the take is not live, or has no such frame.
  LiveFrame live_frame(const std::string& take, int frame) const;
  LiveLines live_lines(const std::string& take) const;

  // What can be made of it: work/offers.h.
  Json offers(const std::string& take) const;

  // Also one that waits, or is live.
  void stop(const std::string& take);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace weir::studio
