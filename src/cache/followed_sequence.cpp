// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/followed_sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "cache/arrange.h"
#include "cache/match_by_motion.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/base/parallel.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir::cache {

namespace {

constexpr const char* kCannotTell =
    "its particles have no ids, and neither their order nor their motion tells which is which of the frame before; "
    "export the sequence with ids";

bool any_moves(const Particles& particles) {
  return std::any_of(particles.velocity.begin(), particles.velocity.end(), [](const Vec3f& v) { return v != Vec3f{}; });
}

std::vector<Vec3f> times(std::span<const Vec3f> velocity, double seconds) {
  std::vector<Vec3f> way(velocity.begin(), velocity.end());
  for (Vec3f& w : way) w *= static_cast<float>(seconds);
  return way;
}

bool is_index(std::span<const uint64_t> ids) {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != i) return false;
  }
  return true;
}

}  // namespace

// What the next frame is compared with.
struct FollowedSequence::Known {
  Particles particles;
  std::vector<uint64_t> ids;    // that were given to them here
  std::vector<Vec3f> expected;  // ways to the next frame; empty when nothing is known
  float spacing = 0;            // 0 as long as there were no two particles
};

FollowedSequence::FollowedSequence(ParticleSequence sequence, std::vector<int> frames, double rate)
    : sequence_(std::move(sequence)), frames_(std::move(frames)), rate_(rate) {
  if (frames_.size() < 2) return;
  bool has_ids = false;
  sequence_.read(frames_.front(), &has_ids);
  if (!has_ids) follow_all();
}

void FollowedSequence::follow_all() {
  Known known;
  for (const int frame : frames_) {
    if (interrupted()) throw Interrupted("stopped while particles were followed from frame to frame");
    bool has_ids = false;
    Particles now = sequence_.read(frame, &has_ids);
    if (has_ids) {
      throw InputError(sequence_.file(frame).string(),
                       fmt::format("has ids, but {} of the same sequence has none",
                                   sequence_.file(frames_.front()).filename().string()));
    }
    follow(known, now, frame);
    if (!certain()) return;
    known.particles = std::move(now);
    if (known.spacing == 0) known.spacing = static_cast<float>(measure_spacing(known.particles.position).mean);
  }
}

// Where the order is steady, a particle of the second frame goes on about as it came from the first.
std::vector<Vec3f> FollowedSequence::ways_after(const Particles& now, int frame) const {
  const auto next = std::upper_bound(frames_.begin(), frames_.end(), frame);
  if (next == frames_.end()) return {};
  const Particles after = sequence_.read(*next);
  std::vector<Vec3f> ways(now.size());
  for (size_t i = 0; i < std::min(now.size(), after.size()); ++i) ways[i] = after.position[i] - now.position[i];
  return ways;
}

void FollowedSequence::follow(Known& known, const Particles& now, int frame) {
  const Particles& before = known.particles;
  MotionMatch match{.before = std::vector<uint32_t>(now.size(), MotionMatch::kNew), .convincing = true};
  if (before.size() == 1 && now.size() == 1) match.before[0] = 0;
  if (known.spacing > 0 && before.size() > 0 && now.size() > 0) {
    const bool tell_velocities = rate_ > 0 && any_moves(before) && any_moves(now);
    match = tell_velocities ? match_by_velocity(before.position, times(before.velocity, 1 / rate_), now.position,
                                                times(now.velocity, 1 / rate_), known.spacing)
                            : match_by_motion(before.position, known.expected, now.position, known.spacing);
    if (!match.convincing && known.expected.empty()) {
      match = match_by_order(before.position, ways_after(now, frame), now.position, known.spacing);
    }
  }
  if (!match.convincing) {
    problem_frame_ = frame;
    problem_ = any_moves(now) ? kCannotTell : fmt::format("{} or velocities", kCannotTell);
    return;
  }
  std::vector<uint64_t> ids(now.size());
  std::vector<Vec3f> expected(before.size() > 0 ? now.size() : 0);
  for (size_t j = 0; j < now.size(); ++j) {
    const uint32_t i = match.before[j];
    ids[j] = i == MotionMatch::kNew ? next_id_++ : known.ids[i];
    if (i != MotionMatch::kNew) expected[j] = now.position[j] - before.position[i];
  }
  if (!is_index(ids)) ids_[frame] = ids;
  known.ids = std::move(ids);
  known.expected = std::move(expected);
}

void FollowedSequence::require_certain() const {
  if (!certain()) throw InputError(sequence_.file(problem_frame_).string(), problem_);
}

Particles FollowedSequence::read(int frame) const {
  Particles particles = sequence_.read(frame);
  const auto ids = ids_.find(frame);
  if (ids == ids_.end()) return particles;
  particles.id = ids->second;
  return arranged(std::move(particles), /*have_ids=*/true, sequence_.file(frame));
}

void FollowedSequence::add_velocities(Particles& particles, int frame) const {
  using PositionsById = std::unordered_map<uint64_t, Vec3f>;
  const auto positions_at = [&](int other) {
    PositionsById positions;
    const Particles there = read(other);
    for (size_t n = 0; n < there.size(); ++n) positions[there.id[n]] = there.position[n];
    return positions;
  };
  const auto here = std::lower_bound(frames_.begin(), frames_.end(), frame);
  const PositionsById before = here != frames_.begin() ? positions_at(*std::prev(here)) : PositionsById();
  const PositionsById after = std::next(here) != frames_.end() ? positions_at(*std::next(here)) : PositionsById();
  for (size_t i = 0; i < particles.size(); ++i) {
    const auto from = before.find(particles.id[i]), to = after.find(particles.id[i]);
    const Vec3f& at = particles.position[i];
    const Vec3f way = (to != after.end() ? to->second : at) - (from != before.end() ? from->second : at);
    const int steps = (to != after.end() ? 1 : 0) + (from != before.end() ? 1 : 0);
    if (steps > 0) particles.velocity[i] = way * static_cast<float>(rate_ / steps);
  }
}

}  // namespace weir::cache
