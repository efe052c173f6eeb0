// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "retime/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "retime/clock.h"
#include "surface/surface_files.h"
#include "weir/base/error.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir::retime {

namespace fs = std::filesystem;

namespace {

constexpr size_t kKept = 3;            // frames in memory
constexpr double kUsualRate = 24;      // of files that tell nothing
constexpr double kNearlyWhole = 0.02;  // share of a measured rate

bool any_moves(const Particles& particles) {
  return std::any_of(particles.velocity.begin(), particles.velocity.end(), [](const Vec3f& v) { return v != Vec3f{}; });
}

cache::ParticleSequence sequence_at(const fs::path& path) {
  const cache::RunFolder folder(path);
  if (fs::is_directory(path) && folder.holds_a_run() && folder.frames().empty()) {
    throw InputError(path.string(), "this run has no frames yet; weir run makes them");
  }
  return cache::ParticleSequence(path);
}

// Without ids and without order, velocities help to tell which particle is which; but only at the right rate.
cache::FollowedSequence followed(const cache::ParticleSequence& sequence, double rate) {
  const std::vector<int> frames = sequence.frames();
  cache::FollowedSequence result(sequence, frames, rate);
  for (const double tried : {24.0, 25.0, 30.0, 50.0, 60.0}) {
    if (rate > 0 || result.certain()) break;
    result = cache::FollowedSequence(sequence, frames, tried);
  }
  result.require_certain();
  return result;
}

// Frames a second, by how far particles with ids get with their velocities; 0 when that cannot be told.
double rate_between(const Particles& a, const Particles& b, int frames) {
  double along = 0, squared = 0;
  for (const Pairs::Pair& pair : pair_up(a, b).pairs) {
    if (pair.before == Pairs::kNone || pair.after == Pairs::kNone) continue;
    const Vec3d way(b.position[pair.after] - a.position[pair.before]);
    const Vec3d velocity((a.velocity[pair.before] + b.velocity[pair.after]) * 0.5f);
    along += dot(way, velocity);
    squared += dot(velocity, velocity);
  }
  return along > 0 && squared > 0 ? frames * squared / along : 0;
}

}  // namespace

Source::Source(const fs::path& path, double rate) : path_(path), sequence_(sequence_at(path)), rate_(rate) {
  frames_ = sequence_.frames();
  const cache::RunFolder folder(path);
  if (!folder.holds_a_run() || !fs::is_directory(path)) {
    measure_files();
    return;
  }
  if (const std::optional<ClipRecord> clip = read_clip_record(path)) {
    throw InputError(path.string(), fmt::format("is retimed already; retime {}, which it was made from", clip->from));
  }
  if (rate > 0) throw InputError("--rate", "is for files that are no run's; a run says itself how fast its frames are");
  record_ = cache::read_run_record(folder.run_json());
  scene_ = std::make_unique<const Scene>(cache::scene_of_run(folder.run_json()));
  sequence_.count_from(scene_->origin);
  rate_ = scene_->frames.rate;
  spacing_ = static_cast<float>(scene_->solver.spacing);
  tracks_surface_ = record_->scene->at("solver").value("tracked_surface", false);
  surroundings_.emplace(*scene_, cache::read_body_poses(folder, *scene_));
}

void Source::measure_files() {
  sequence_.count_from(cache::origin_of_particles(sequence_.file(frames_.front())));
  followed_ = followed(sequence_, rate_);
  bool any = false;
  std::vector<double> rates;
  constexpr size_t kLookedAt = 5;
  for (size_t k = 0; k < kLookedAt && frames_.size() > 1; ++k) {
    const size_t i = k * (frames_.size() - 2) / (kLookedAt - 1);
    const Particles a = followed_->read(frames_[i]), b = followed_->read(frames_[i + 1]);
    any = any || any_moves(a) || any_moves(b);
    const double rate = rate_between(a, b, frames_[i + 1] - frames_[i]);
    if (rate > 0) rates.push_back(rate);
    if (spacing_ == 0) spacing_ = static_cast<float>(measure_spacing(b.position).mean);
  }
  add_velocities_ = !any;
  if (rate_ > 0) {
    followed_ = followed(sequence_, rate_);
  } else if (any && !rates.empty()) {
    std::sort(rates.begin(), rates.end());
    rate_ = rates[rates.size() / 2];
    if (std::abs(rate_ - std::round(rate_)) < kNearlyWhole * rate_) rate_ = std::round(rate_);
  } else {
    rate_ = kUsualRate;
  }
  // Velocities by differences take frames to follow each other at this rate.
  const double gap = frames_.size() > 1 ? static_cast<double>(frames_.back() - frames_.front()) /
                                              static_cast<double>(frames_.size() - 1)
                                        : 1;
  if (add_velocities_) followed_ = followed(sequence_, rate_ / gap);
  if (!(spacing_ > 0)) spacing_ = 0.01f;
}

SourceFrame Source::read_files(int frame) {
  SourceFrame result;
  result.number = frame;
  if (!is_run()) {
    result.particles = followed_->read(frame);
    if (add_velocities_) followed_->add_velocities(result.particles, frame);
    return result;
  }
  result.particles = sequence_.read(frame);
  result.gap = surroundings_->gaps(result.particles.position, frame);
  const cache::RunFolder folder(path_);
  if (fs::exists(folder.volumes(frame))) {
    result.volumes = cache::read_volumes_vdb(folder.volumes(frame), scene_->origin);
  }
  if (tracks_surface_ && fs::exists(folder.surface(frame))) {
    result.surface = surface::read_surface(folder.surface(frame), scene_->origin);
  }
  return result;
}

std::shared_ptr<const SourceFrame> Source::read(int frame) {
  const auto there = std::find_if(kept_.begin(), kept_.end(), [&](const auto& kept) { return kept->number == frame; });
  if (there != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, there);
  } else {
    kept_.push_front(std::make_shared<const SourceFrame>(read_files(frame)));
    if (kept_.size() > kKept) kept_.pop_back();
  }
  return kept_.front();
}

std::string Source::files_of(int frame) const {
  const cache::RunFolder folder(path_);
  std::vector<fs::path> files{sequence_.file(frame)};
  if (is_run()) files.insert(files.end(), {folder.volumes(frame), folder.surface(frame)});
  std::string text;
  for (const fs::path& file : files) {
    std::error_code missing;
    const uintmax_t size = fs::file_size(file, missing);
    if (missing) continue;
    const auto time = fs::last_write_time(file, missing).time_since_epoch().count();
    text += fmt::format("{} {} {}\n", file.string(), size, time);
  }
  return text;
}

}  // namespace weir::retime
