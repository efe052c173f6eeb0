// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/reversal/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "control/guide/guide_settings.h"
#include "control/meshes/meshes_settings.h"
#include "control/reversal/deep_water.h"
#include "grid/liquid/flip_settings.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/sim/seeding.h"

namespace weir::reversal {

// The core of a narrow band, and what these directors fill, is liquid without particles.
static bool may_have_deep_water(const Scene& scene) {
  const auto* flip = scene.solver.get<grid::FlipSettings>();
  return flip && (flip->band > 0 || std::any_of(scene.directors.begin(), scene.directors.end(), [](const auto& d) {
                    return d.template get<guide::GuideSettings>() || d.template get<meshes::MeshesSettings>();
                  }));
}

SourceFrames::SourceFrames(const std::filesystem::path& source, const Scene& scene, int first, int last)
    : scene_(scene), sequence_(source, scene.origin), is_run_(cache::RunFolder(source).holds_a_run()) {
  for (int frame = first; frame <= last; ++frame) sequence_.file(frame);  // says which are there when one is not
  if (is_run_) has_deep_water_ = may_have_deep_water(cache::scene_of_run(cache::RunFolder(source).run_json()));
  const auto moves = [](const Vec3f& v) { return v != Vec3f{}; };
  for (const int frame : {first, (first + last) / 2, last}) {
    const Particles particles = sequence_.read(frame);
    if (std::any_of(particles.velocity.begin(), particles.velocity.end(), moves)) return;
  }
  // One more on both sides, where there are such frames.
  std::vector<int> frames = sequence_.frames();
  std::erase_if(frames, [&](int frame) { return frame < first - 1 || frame > last + 1; });
  followed_.emplace(sequence_, std::move(frames), scene.frames.rate);
  followed_->require_certain();
}

Particles SourceFrames::at(int frame) const {
  Particles particles = followed_ ? followed_->read(frame) : sequence_.read(frame);
  for (size_t i = 0; i < particles.size(); ++i) {
    if (particles.id[i] >> 62 != 0) {
      throw InputError(sequence_.file(frame).string(),
                       fmt::format("particle id {} is too large; ids must be below 2^62", particles.id[i]));
    }
    if (particles.phase[i] >= scene_.phases.size()) {
      throw InputError(sequence_.file(frame).string(), fmt::format("a particle has phase {}, but the scene has only {}",
                                                                   particles.phase[i], scene_.phases.size()));
    }
    if (particles.mass[i] == 0) particles.mass[i] = particle_mass(scene_, particles.phase[i]);
  }
  if (followed_) followed_->add_velocities(particles, frame);
  return particles;
}

std::optional<std::filesystem::path> SourceFrames::file(int frame) const {
  const std::filesystem::path& file = sequence_.file(frame);
  return is_run_ && file.extension() == ".vdb" ? std::optional(file) : std::nullopt;
}

std::optional<std::filesystem::path> SourceFrames::volumes(int frame) const {
  if (!is_run_) return std::nullopt;
  const std::filesystem::path run = sequence_.file(frame).parent_path().parent_path();
  const std::filesystem::path file = cache::RunFolder(run).volumes(frame);
  return std::filesystem::exists(file) ? std::optional(file) : std::nullopt;
}

std::optional<std::filesystem::path> SourceFrames::deep_water_file(int frame) const {
  return has_deep_water_ ? volumes(frame) : std::nullopt;
}

Particles SourceFrames::with_deep_water(int frame) const {
  Particles all = at(frame);
  if (const auto file = deep_water_file(frame)) {
    const Box3f everywhere = Box3f{{}, {}}.padded(1e30f);
    all.append(deep_water(cache::read_volumes_vdb(*file, scene_.origin), all, everywhere,
                          static_cast<float>(scene_.solver.spacing), scene_.dimensions));
  }
  return all;
}

std::filesystem::path half_folder(const std::filesystem::path& targets, const TargetSimulation& simulation, Half half) {
  return targets / simulation.name / (half == Half::forward ? "forward" : "backward");
}

bool TargetFrames::any_at(int frame) const {
  return std::any_of(simulations_.begin(), simulations_.end(), [&](const auto& s) { return s.span.covers(frame); });
}

TargetFrames::At TargetFrames::at(int frame) const {
  At result;
  for (size_t s = 0; s < simulations_.size(); ++s) {
    const TargetSpan& span = simulations_[s].span;
    if (span.covers(frame)) result.targets.push_back({s, span.time(frame), nullptr});
  }
  result.particles.resize(result.targets.size());
  parallel_for(
      result.targets.size(),
      [&](size_t n) {
        TargetFrame& target = result.targets[n];
        const TargetSimulation& simulation = simulations_[target.simulation];
        const Half half = target.time < 0 ? Half::backward : Half::forward;
        const cache::RunFolder folder(half_folder(targets_, simulation, half));
        Particles& particles = result.particles[n];
        particles = cache::read_particles_vdb(folder.particles(simulation.span.frame + std::abs(target.time)), nullptr,
                                              origin_);
        target.particles = &particles;
        if (half == Half::forward) return;
        for (Vec3f& velocity : particles.velocity) velocity = -velocity;
      },
      1);
  return result;
}

// What is inside the surface of the source has met it, whether there are particles or not.
static Meetings meet_source_at(int frame, const SourceFrames& source, std::span<const TargetFrame> targets,
                               float distance) {
  Meetings met = meet_source(source.at(frame).position, targets, distance);
  const auto file = source.deep_water_file(frame);
  if (!file) return met;
  for (const Volume& volume : cache::read_volumes_vdb(*file, source.origin())) {
    if (volume.level_set) meet_inside(cache::VolumeDistance(volume), targets, met);
  }
  return met;
}

Visibility settle_visibility(const DirectorPart& part, const SourceFrames& source, const TargetFrames& targets,
                             const std::vector<TargetSimulation>& simulations, const std::function<void()>& progress) {
  std::vector<TargetSpan> spans;
  for (const TargetSimulation& s : simulations) spans.push_back(s.span);
  Visibility visibility(spans);
  const Scene& scene = part.scene;
  const float distance = merge_distance(part);
  std::map<int, Meetings> with_source;  // a bit a particle and frame
  const auto pass = [&](int frame, Half half) {
    if (targets.any_at(frame)) {
      const TargetFrames::At at = targets.at(frame);
      for (const TargetFrame& target : at.targets) {
        if (target.time != 0) continue;
        const TargetSimulation& now = simulations[target.simulation];
        hide_at_target(*now.shape, now.lengths.keep_distance, target.simulation, spans, at.targets, half, visibility);
      }
      if (half == Half::forward) with_source[frame] = meet_source_at(frame, source, at.targets, distance);
      hide_collisions(with_source[frame], at.targets, half, distance, visibility);
    }
    progress();
  };
  for (int frame = scene.frames.first; frame <= scene.frames.last; ++frame) pass(frame, Half::forward);
  for (int frame = scene.frames.last; frame >= scene.frames.first; --frame) pass(frame, Half::backward);
  return visibility;
}

static Particles seen_of(const TargetFrame& target, const Visibility& visibility) {
  Particles seen = *target.particles;
  std::vector<uint8_t> hidden(seen.size());
  for (size_t i = 0; i < seen.size(); ++i) {
    hidden[i] = !visibility.sees(target.simulation, seen.id[i], target.time);
    seen.id[i] = target_id(target.simulation, seen.id[i]);
  }
  seen.remove(hidden);
  return seen;
}

Particles merged_particles_at(int frame, const TargetFrames& targets, const Visibility& visibility) {
  Particles merged;
  if (!targets.any_at(frame)) return merged;
  const TargetFrames::At at = targets.at(frame);
  for (const TargetFrame& target : at.targets) {
    Particles seen = seen_of(target, visibility);
    for (size_t i = 0; i < seen.size(); ++i) {
      const uint64_t particle = seen.id[i] & ((uint64_t{1} << 40) - 1);
      seen.temporary[i] = visibility.begins_in_source(target.simulation, particle, target.time) ||
                          visibility.ends_in_source(target.simulation, particle, target.time);
    }
    merged.append(seen);
  }
  return merged;
}

MergedFrame merged_frame(int frame, const SourceFrames& source, const TargetFrames& targets,
                         const Visibility& visibility) {
  MergedFrame merged{.particles = source.at(frame)};
  if (!targets.any_at(frame)) return merged;
  const TargetFrames::At at = targets.at(frame);
  for (const TargetFrame& target : at.targets) {
    const Particles seen = seen_of(target, visibility);
    merged.target_particles += seen.size();
    merged.hidden += target.particles->size() - seen.size();
    merged.particles.append(seen);
  }
  return merged;
}

}  // namespace weir::reversal
