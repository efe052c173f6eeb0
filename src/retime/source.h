// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is retimed: a run with all that its folder holds, or particle files of any simulator, whose particles may have
// to be followed from file to file. A few frames are kept, so that their order may be any.

#pragma once

#include <filesystem>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cache/followed_sequence.h"
#include "cache/run_record.h"
#include "retime/surroundings.h"
#include "weir/geometry/mesh/mesh.h"
#include "weir/sim/volume.h"

namespace weir::retime {

struct SourceFrame {
  int number = 0;
  Particles particles;
  std::vector<float> gap;  // as Surroundings has them; empty for files
  std::vector<Volume> volumes;
  std::optional<Mesh> surface;  // that the solver tracked
};

class Source {
 public:
  // `rate`: frames a second of files that are no run's; 0: by their velocities.
  Source(const std::filesystem::path& path, double rate);

  const std::filesystem::path& path() const { return path_; }
  bool is_run() const { return scene_ != nullptr; }
  const Scene& scene() const { return *scene_; }
  const cache::RunRecord& record() const { return *record_; }
  Surroundings* surroundings() { return surroundings_ ? &*surroundings_ : nullptr; }
  const std::vector<int>& frames() const { return frames_; }
  double rate() const { return rate_; }
  float spacing() const { return spacing_; }
  const Vec3d& origin() const { return sequence_.origin(); }
  bool flat() const { return scene_ && scene_->dimensions == 2; }

  std::shared_ptr<const SourceFrame> read(int frame);
  // Of a frame, sizes and times of its files: they tell whether it has changed.
  std::string files_of(int frame) const;
  std::filesystem::path particle_file(int frame) const { return sequence_.file(frame); }

 private:
  SourceFrame read_files(int frame);
  void measure_files();

  std::filesystem::path path_;
  cache::ParticleSequence sequence_;
  std::vector<int> frames_;
  std::unique_ptr<const Scene> scene_;  // null: files that are no run's
  std::optional<cache::RunRecord> record_;
  std::optional<Surroundings> surroundings_;
  std::optional<cache::FollowedSequence> followed_;
  double rate_;
  float spacing_ = 0;
  bool add_velocities_ = false, tracks_surface_ = false;
  std::list<std::shared_ptr<const SourceFrame>> kept_;
};

}  // namespace weir::retime
