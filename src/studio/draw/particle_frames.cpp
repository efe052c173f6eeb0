// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/particle_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "weir/base/error.h"

namespace weir::studio {

namespace {

constexpr size_t kLookedAtFrames = 2;  // of a take besides the one that is drawn first
constexpr int kMostSkipped = 4;        // frames, while a take is played

// What the particles are called in files.
std::string in_file(const std::string& by) { return by == "temporary" ? "role" : by; }

std::vector<std::string> worth_showing(std::vector<std::string> can, const Scene& scene) {
  std::erase_if(can, [&](const std::string& by) {
    return by == "mass" || (by == "phase" && scene.phases.size() < 2) || (by == "role" && scene.directors.empty());
  });
  return can;
}

}  // namespace

ParticleFrames::ParticleFrames(AllRunFacts& facts, Kept& kept)
    : facts_(facts), kept_(kept), worker_([this](const std::stop_token& stop) { work(stop); }) {}

ParticleFrames::~ParticleFrames() = default;

Kept::Bytes ParticleFrames::get(const ParticleQuestion& question) {
  const Kept::Bytes bytes = packed(question);
  read_ahead(question);
  return bytes;
}

Kept::Bytes ParticleFrames::get(const ParticleQuestion& question, const LiveFrame& live) {
  const std::string take = fmt::format("{} {}", question.run.string(), in_file(question.by));
  const std::string key = fmt::format("particles {} {} {} {}", take, question.frame, question.limit, live.edition);
  return kept_.get(key, [&] {
    return pack(question, cache::cloud_of(*live.particles, in_file(question.by), "this frame"), *live.scene, take);
  });
}

Kept::Bytes ParticleFrames::packed(const ParticleQuestion& question) {
  const std::shared_ptr<const RunFacts> facts = facts_.of(question.run);
  const std::string key = fmt::format("particles {} {} {} {} {}", question.run.string(), question.frame, question.by,
                                      question.limit, stamp_of(facts->particles(question.frame)));
  return kept_.get(key, [&] { return pack(question, *facts); });
}

std::string ParticleFrames::pack(const ParticleQuestion& question, const RunFacts& facts) {
  const std::string by = in_file(question.by);
  const std::string take = fmt::format("{} {} {}", question.run.string(), facts.stamp, by);
  look_at_some_frames(take, by, facts);
  return pack(question, cache::read_particle_cloud(facts.particles(question.frame), by, facts.scene.origin),
              facts.scene, take);
}

std::string ParticleFrames::pack(const ParticleQuestion& question, cache::ParticleCloud cloud, const Scene& scene,
                                 const std::string& take) {
  const std::optional<ValueRange> fixed = fixed_range(question.by, scene.phases.size());
  const ValueRange range = fixed ? *fixed : ranges_.widened(take, shown_range(question.by, cloud.value));
  cloud.can = worth_showing(std::move(cloud.can), scene);
  Packed packed = packed_particles(cloud, question.by, range, question.limit);
  packed.header["frame"] = question.frame;
  packed.header["radius"] = 0.5 * scene.solver.spacing;
  return packed.bytes();
}

// What is drawn first is often a liquid at rest.
void ParticleFrames::look_at_some_frames(const std::string& take, const std::string& by, const RunFacts& facts) {
  if (fixed_range(by, 1) || ranges_.knows(take)) return;
  const std::vector<int> frames = facts.folder.frames();
  for (size_t n = 1; n <= kLookedAtFrames && n < frames.size(); ++n) {
    try {
      const int frame = frames[n * (frames.size() - 1) / kLookedAtFrames];
      const auto cloud = cache::read_particle_cloud(facts.folder.particles(frame), by, facts.scene.origin);
      ranges_.widened(take, shown_range(by, cloud.value));
    } catch (const InputError&) {  // told when it is drawn
    }
  }
}

// Forward or backward, by as many frames as the last time.
void ParticleFrames::read_ahead(const ParticleQuestion& question) {
  const std::lock_guard lock(mutex_);
  const auto [last, is_first] = last_frame_.try_emplace(question.run, question.frame);
  const int step = question.frame - last->second;
  last->second = question.frame;
  if (is_first || step == 0 || std::abs(step) > kMostSkipped) return;
  next_ = question;
  next_->frame += step;
  wakes_.notify_one();
}

void ParticleFrames::work(const std::stop_token& stop) {
  while (true) {
    std::optional<ParticleQuestion> question;
    {
      std::unique_lock lock(mutex_);
      if (!wakes_.wait(lock, stop, [&] { return next_.has_value(); })) return;
      question.swap(next_);
    }
    try {
      packed(*question);
    } catch (const std::exception&) {  // told when somebody asks for it; often it is not there yet
    }
  }
}

}  // namespace weir::studio
