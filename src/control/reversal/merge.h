// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Merging the source and all target simulations into one sequence of frames
// (Gowthaman et al. 2022, 3.1.2 and 3.2), from what they left on disk, a frame
// at a time.

#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "cache/followed_sequence.h"
#include "control/reversal/target_simulations.h"
#include "weir/cache/sequence.h"

namespace weir::reversal {

// The source's frames, with what files of other programs may lack: masses, and
// velocities by their motion.
class SourceFrames {
 public:
  // InputError when frames `first` to `last` are not all there, or have neither velocities nor a way to tell them.
  SourceFrames(const std::filesystem::path& source, const Scene& scene, int first, int last);
  Particles at(int frame) const;
  // The same, and points in liquid that has no particles.
  Particles with_deep_water(int frame) const;
  // The file that holds exactly what at() gives, if there is one of a run's format.
  std::optional<std::filesystem::path> file(int frame) const;
  // The file of what its solver knows of the liquid's surface; none where that knows nothing.
  std::optional<std::filesystem::path> volumes(int frame) const;
  // The same where some of the liquid has no particles.
  std::optional<std::filesystem::path> deep_water_file(int frame) const;
  const Vec3d& origin() const { return sequence_.origin(); }

 private:
  const Scene& scene_;
  cache::ParticleSequence sequence_;
  bool is_run_, has_deep_water_ = false;
  std::optional<cache::FollowedSequence> followed_;  // for files without velocities
};

// Where the halves of a target simulation are.
std::filesystem::path half_folder(const std::filesystem::path& targets, const TargetSimulation& simulation, Half half);

// The target simulations at any frame, backward halves turned round: the joint
// of 3.1.1, at which positions and velocities of both halves are the same.
class TargetFrames {
 public:
  // Positions are counted from `origin` (Scene::origin).
  TargetFrames(const std::filesystem::path& targets, const std::vector<TargetSimulation>& simulations,
               const Vec3d& origin)
      : targets_(targets), simulations_(simulations), origin_(origin) {}
  // Those that have this frame, in the order of the simulations.
  struct At {
    std::vector<Particles> particles;
    std::vector<TargetFrame> targets;  // of these
  };
  At at(int frame) const;
  bool any_at(int frame) const;

 private:
  std::filesystem::path targets_;
  const std::vector<TargetSimulation>& simulations_;
  Vec3d origin_;
};

// Two passes over the frames (control/reversal/collisions.h). `progress` is told after every frame of a pass, and may
// throw to stop.
Visibility settle_visibility(const DirectorPart& part, const SourceFrames& source, const TargetFrames& targets,
                             const std::vector<TargetSimulation>& simulations, const std::function<void()>& progress);

// Target particles get ids of their own, above those of the source.
constexpr uint64_t target_id(size_t simulation, uint64_t particle) {
  return uint64_t{1} << 62 | uint64_t{simulation} << 40 | particle;
}

// The simulation whose particle has that id; none: it is the source's.
constexpr std::optional<size_t> simulation_of(uint64_t id) {
  if (id < uint64_t{1} << 62) return std::nullopt;
  return static_cast<size_t>((id ^ uint64_t{1} << 62) >> 40);
}

struct MergedFrame {
  Particles particles;  // the source's as they are, then what is seen of the targets
  size_t target_particles = 0, hidden = 0;
};
// What is seen of the targets, with the ids they have in the merged frames; `temporary` marks those that begin or end
// in the source (MergedParticlesSettings).
Particles merged_particles_at(int frame, const TargetFrames& targets, const Visibility& visibility);

MergedFrame merged_frame(int frame, const SourceFrames& source, const TargetFrames& targets,
                         const Visibility& visibility);

}  // namespace weir::reversal
