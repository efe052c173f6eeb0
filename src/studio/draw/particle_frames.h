// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The frames of takes as packed particles (ParticlesHeader in studio/src/link/protocol.ts). Frames that were drawn are
// kept as long as there is room, and while frames are asked for one after the other, the next one is made ready.

#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "studio/draw/kept.h"
#include "studio/draw/packed_points.h"
#include "studio/draw/run_facts.h"
#include "studio/takes.h"

namespace weir::studio {

struct ParticleQuestion {
  std::filesystem::path run;  // its folder, or the name of a live take
  int frame = 1;
  std::string by = "speed";
  size_t limit = 0;  // 0: all
};

class ParticleFrames {
 public:
  static constexpr size_t kBudget = size_t{512} << 20;

  ParticleFrames(AllRunFacts& facts, Kept& kept);
  ~ParticleFrames();

  Kept::Bytes get(const ParticleQuestion& question);
  // Of a live take.
  Kept::Bytes get(const ParticleQuestion& question, const LiveFrame& live);

 private:
  Kept::Bytes packed(const ParticleQuestion& question);
  std::string pack(const ParticleQuestion& question, const RunFacts& facts);
  std::string pack(const ParticleQuestion& question, cache::ParticleCloud cloud, const Scene& scene,
                   const std::string& take);
  void look_at_some_frames(const std::string& take, const std::string& by, const RunFacts& facts);
  void read_ahead(const ParticleQuestion& question);
  void work(const std::stop_token& stop);

  AllRunFacts& facts_;
  Kept& kept_;
  ValueRanges ranges_;
  std::mutex mutex_;
  std::map<std::filesystem::path, int> last_frame_;
  std::condition_variable_any wakes_;
  std::optional<ParticleQuestion> next_;
  std::jthread worker_;
};

}  // namespace weir::studio
