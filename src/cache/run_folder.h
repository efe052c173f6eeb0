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
//   checkpoint/0020        the same as it was at frame 20, of some frames
//   checkpoint/branch      of a branch: the state of the other run that it began with
// A frame is finished when its checkpoint is: it is written last. Other files in these folders are never touched.
//
// A branch goes on from a frame of another run; its frames up to that one are the other's and are found there. Here is
// the one place that knows it: whoever reads frames through a RunFolder, or a ParticleSequence, need not.

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weir::cache {

// Where a run began that does not begin at the first frame.
struct BranchedFrom {
  std::filesystem::path run;  // the other's folder
  int frame = 0;
  std::string fingerprint;  // 16 digits, RunRecord::fingerprint() of the other

  bool operator==(const BranchedFrom& other) const { return frame == other.frame && fingerprint == other.fingerprint; }
};

class RunFolder {
 public:
  // To read from.
  explicit RunFolder(std::filesystem::path folder);
  // For whoever writes: with a branch's own frames alone.
  static RunFolder own(std::filesystem::path folder);

  const std::filesystem::path& path() const { return folder_; }
  const std::optional<BranchedFrom>& branched_from() const { return branched_from_; }
  // Of a branch: InputError when the run it began with is no longer there, or is another one now.
  const RunFolder& origin() const;
  // The run that a frame is in: this one or, of a branch, maybe the one it began with.
  const RunFolder& owner(int frame) const;
  std::filesystem::path run_json() const { return folder_ / "run.json"; }
  std::filesystem::path stats() const { return folder_ / "stats.jsonl"; }
  std::filesystem::path probes() const { return folder_ / "probes.jsonl"; }
  std::filesystem::path particles(int frame) const;
  std::filesystem::path volumes(int frame) const;
  std::filesystem::path surface(int frame) const;
  std::filesystem::path checkpoint() const { return folder_ / "checkpoint" / "state"; }
  std::filesystem::path checkpoint(int frame) const;
  std::filesystem::path branch_state() const { return folder_ / "checkpoint" / "branch"; }

  bool holds_a_run() const { return std::filesystem::exists(run_json()); }
  // Made from another run by weir retime (retime/clock.h).
  std::filesystem::path retime_json() const { return folder_ / "retime.json"; }
  bool is_retimed() const { return std::filesystem::exists(retime_json()); }
  // True when something is where a run's files would be: without a run.json, somebody else's.
  bool has_files_of_a_run() const;

  // Makes the folders and run.json; removes the files of an earlier run. Killed half way, it can be called again.
  // `branches`: its branch_state() is there already, and stays.
  void begin(const std::string& run_json_text, bool branches = false) const;
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
  // Of those that have a line of stats, from `first` on: frames whose particles, or volumes where others have them, are
  // gone.
  std::vector<int> missing_frames(int first) const;
  std::vector<int> kept_checkpoints() const;  // their frames, in order; without the last one, checkpoint()

 private:
  RunFolder() = default;
  void remove_frames_after(int frame) const;
  void find_origin();
  std::vector<std::string> lines_of(const char* name) const;

  std::filesystem::path folder_;
  std::optional<BranchedFrom> branched_from_;
  std::shared_ptr<const RunFolder> origin_;  // null: there is none, or what is wrong with it
  std::string problem_;
};

// InputError when the folder holds what must not be lost.
void check_may_use(const RunFolder& folder, bool resume, bool overwrite);
// InputError when another run is at work there, without waiting and without a trace.
void check_not_busy(const std::filesystem::path& folder);
// That it is a folder in which files can be written, or could become one.
void check_can_write(const std::filesystem::path& folder);

// Held while a run writes into its folder, so that no second one does; InputError that says who is at it when one is.
// `doing`: "simulating dam.json", for others to read.
class RunLock {
 public:
  RunLock(const std::filesystem::path& folder, const std::string& doing);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace weir::cache
