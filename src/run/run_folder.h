// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The folder of a run:
//   run.json               the scene as run, program version, seed
//   stats.jsonl            one line a frame
//   particles/0001.vdb     one file a frame
//   checkpoint/state       what --resume needs
// A frame is finished when its checkpoint is: it is written last.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace weir {

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path run_json() const { return folder_ / "run.json"; }
  std::filesystem::path stats() const { return folder_ / "stats.jsonl"; }
  std::filesystem::path particles(int frame) const;
  std::filesystem::path checkpoint() const { return folder_ / "checkpoint" / "state"; }

  bool holds_a_run() const { return std::filesystem::exists(run_json()); }
  // Makes the folders and run.json; removes what an earlier run left.
  void begin(const Scene& scene) const;
  // InputError when run.json belongs to another scene (the last frame may differ).
  void check_same_scene(const Scene& scene) const;
  // Removes frames and lines of stats after `frame`: they are about to be made again.
  void forget_after(int frame) const;

  void append_stats(const std::string& line) const;
  // The whole lines of stats.jsonl; a last line that a kill cut short is left out.
  std::vector<std::string> read_stats() const;
  std::vector<int> frames() const;  // that have a particle file, in order

 private:
  std::filesystem::path folder_;
};

// Held while a run writes into its folder, so that no second one does; InputError when one is at it already.
class RunLock {
 public:
  explicit RunLock(const std::filesystem::path& folder);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace weir
