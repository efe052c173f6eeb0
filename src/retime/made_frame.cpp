// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "retime/made_frame.h"

#include <algorithm>

#include "base/stopwatch.h"
#include "retime/surface_between.h"
#include "retime/volumes_between.h"
#include "weir/base/parallel.h"

namespace weir::retime {

namespace {

// Spacings by which a tracked surface may be bent against straight motion.
constexpr float kMostBent = 3;

void scale(std::vector<Vec3f>& velocities, double speed) {
  parallel_for(velocities.size(), [&](size_t i) { velocities[i] *= static_cast<float>(speed); });
}

void scale_velocities(MadeFrame& made, double speed) {
  if (speed == 1) return;
  scale(made.particles.velocity, speed);
  if (made.surface) scale(made.surface->velocities, speed);
  for (Volume& volume : made.volumes) {
    if (!is_velocity(volume)) continue;
    parallel_for(volume.values.size(), [&](size_t i) { volume.values[i] *= static_cast<float>(speed); });
  }
}

// As far from a solid as they are in the nearer of both frames, or half a spacing.
std::vector<float> gaps_between(const SourceFrame& before, const SourceFrame& after, const Pairs& pairs,
                                const ParticlesBetween& between) {
  std::vector<float> gap(between.pair.size());
  for (size_t n = 0; n < gap.size(); ++n) {
    const Pairs::Pair& pair = pairs.pairs[between.pair[n]];
    gap[n] = pair.before == Pairs::kNone  ? after.gap[pair.after]
             : pair.after == Pairs::kNone ? before.gap[pair.before]
                                          : std::min(before.gap[pair.before], after.gap[pair.after]);
  }
  return gap;
}

void make_between(Source& source, const SourceFrame& before, const SourceFrame& after, MadeFrame& made) {
  const double frames = after.number - before.number;
  const Moment moment{.seconds = frames / source.rate(), .t = (made.moment - before.number) / frames};
  const Pairs pairs = pair_up(before.particles, after.particles);
  Surroundings* around = source.surroundings();
  ParticlesBetween between =
      particles_between(before.particles, after.particles, pairs, moment, [&](auto points, auto out) {
        if (around) around->mark_out(points, made.moment, out);
      });
  if (around) {
    around->keep_out(between.particles.position, gaps_between(before, after, pairs, between), made.moment);
  }
  if (!before.volumes.empty() || !after.volumes.empty()) {
    const Ways ways = ways_of(between, before.particles, after.particles, pairs);
    made.volumes = volumes_between(
        before.volumes, after.volumes, ways, moment,
        [&](auto points, float reach, auto emitted) {
          if (around) around->mark_emitted(points, made.moment, reach, emitted);
        },
        source.flat());
  }
  if (before.surface && after.surface) {
    made.surface = surface_between(*before.surface, *after.surface, moment, kMostBent * source.spacing());
  }
  made.particles = std::move(between.particles);
}

}  // namespace

std::pair<int, int> frames_around(const std::vector<int>& frames, double moment) {
  const auto after = std::lower_bound(frames.begin(), frames.end(), moment);
  if (after == frames.end()) return {frames.back(), frames.back()};
  if (*after == moment || after == frames.begin()) return {*after, *after};
  return {*std::prev(after), *after};
}

MadeFrame make_frame(Source& source, const ClipClock& clock, int frame) {
  const Stopwatch watch;
  MadeFrame made;
  made.frame = frame;
  made.moment = clock.moment(frame);
  const auto [first, last] = frames_around(source.frames(), made.moment);
  const std::shared_ptr<const SourceFrame> before = source.read(first), after = source.read(last);
  if (first == last) {
    made.particles = before->particles;
    made.volumes = before->volumes;
    made.surface = before->surface;
  } else {
    make_between(source, *before, *after, made);
  }
  if (const Surroundings* around = source.surroundings()) made.bodies = around->bodies_at(made.moment);
  scale_velocities(made, clock.speed_at(frame));
  made.milliseconds = watch.milliseconds();
  return made;
}

}  // namespace weir::retime
