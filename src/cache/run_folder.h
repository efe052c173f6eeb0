// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The folder of a run:
//   run.json               the scene as run, program version, seed, input files (run_record.h)
//   stats.jsonl            one line a frame
//   probes.jsonl           one line a step, of scenes with probes
//   particles/0001.vdb     one file a frame
//   volumes/0001.vdb       one file a frame, of solvers that have volumes
//   surface/0001.ply       one file a frame, of solvers that track a surface
//   checkpoint/state       what --resume needs
// A frame is finished when its checkpoint is: it is written last. Other files in these folders are never touched.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace weir::cache {

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path run_json() const { return folder_ / "run.json"; }
  std::filesystem::path stats() const { return folder_ / "stats.jsonl"; }
  std::filesystem::path probes() const { return folder_ / "probes.jsonl"; }
  std::filesystem::path particles(int frame) const;
  std::filesystem::path volumes(int frame) const;
  std::filesystem::path surface(int frame) const;
  std::filesystem::path checkpoint() const { return folder_ / "checkpoint" / "state"; }

  bool holds_a_run() const { return std::filesystem::exists(run_json()); }
  // True when something is where a run's files would be: without a run.json, somebody else's.
  bool has_files_of_a_run() const;

  // Makes the folders and run.json; removes the files of an earlier run. Killed half way, it can be called again.
  void begin(const std::string& run_json_text) const;
  // Removes frames and lines of stats and probes after `frame`: they are about to be made again.
  void forget_after(int frame) const;
  // Removes the half-written files of killed runs. Only for the holder of the lock.
  void remove_temporaries() const;

  void append_stats(const std::string& line) const;
  // The whole lines of stats.jsonl; a last line that a kill cut short is left out.
  std::vector<std::string> read_stats() const;
  void append_probes(const std::string& lines) const;
  // The same of probes.jsonl; empty when there is none.
  std::vector<std::string> read_probes() const;
  std::vector<int> frames() const;  // that have a particle file, in order

 private:
  void remove_frames_after(int frame) const;

  std::filesystem::path folder_;
};

// InputError when the folder holds what must not be lost.
void check_may_use(const RunFolder& folder, bool resume, bool overwrite);
// InputError when another run is at work there, without waiting and without a trace.
void check_not_busy(const std::filesystem::path& folder);

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

}  // namespace weir::cache
