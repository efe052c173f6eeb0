// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/reversal/collisions.h"

#include <algorithm>

#include "geometry/sampling/point_grid.h"
#include "weir/base/parallel.h"

namespace weir::reversal {

namespace {

// The particles of all simulations that are seen at this frame, those of higher priority first.
struct Crowd {
  std::vector<size_t> ranked;  // of the targets
  std::vector<Vec3f> position;
  std::vector<uint64_t> id;
  std::vector<uint32_t> rank;   // of its simulation
  std::vector<size_t> begin;    // of every rank
  std::vector<uint8_t> hidden;  // by what was found in this frame: 1 by another target, 2 by the source
};

bool takes_part(const TargetFrame& target, Half half) { return half == Half::backward || target.time >= 0; }
bool can_be_hidden(const TargetFrame& target, Half half) {
  return half == Half::forward ? target.time > 0 : target.time < 0;
}

Crowd gather(const Meetings& with_source, std::span<const TargetFrame> targets, Half half,
             const Visibility& visibility) {
  Crowd crowd;
  for (size_t n = 0; n < targets.size(); ++n) {
    if (takes_part(targets[n], half)) crowd.ranked.push_back(n);
  }
  std::sort(crowd.ranked.begin(), crowd.ranked.end(), [&](size_t a, size_t b) {
    return has_priority(targets[a].time, targets[a].simulation, targets[b].time, targets[b].simulation);
  });
  for (size_t rank = 0; rank < crowd.ranked.size(); ++rank) {
    const TargetFrame& target = targets[crowd.ranked[rank]];
    const std::vector<bool>& met = with_source[crowd.ranked[rank]];
    crowd.begin.push_back(crowd.position.size());
    for (size_t i = 0; i < target.particles->size(); ++i) {
      const uint64_t id = target.particles->id[i];
      if (!visibility.sees(target.simulation, id, target.time)) continue;
      crowd.position.push_back(target.particles->position[i]);
      crowd.id.push_back(id);
      crowd.rank.push_back(static_cast<uint32_t>(rank));
      crowd.hidden.push_back(met[i] && can_be_hidden(target, half) ? 2 : 0);
    }
  }
  crowd.begin.push_back(crowd.position.size());
  return crowd;
}

std::vector<Vec3f> those_near(std::span<const Vec3f> points, const Box3f& box) {
  std::vector<Vec3f> near;
  std::copy_if(points.begin(), points.end(), std::back_inserter(near), [&](const Vec3f& p) { return box.contains(p); });
  return near;
}

// One simulation after the other: when its turn comes, it is settled what is left of those before it.
void collide_with_each_other(std::span<const TargetFrame> targets, Half half, float distance, Crowd& crowd) {
  if (crowd.ranked.size() < 2 || crowd.position.empty()) return;
  const PointGrid grid(crowd.position, distance);
  for (size_t rank = 1; rank < crowd.ranked.size(); ++rank) {
    if (!can_be_hidden(targets[crowd.ranked[rank]], half)) continue;
    const size_t begin = crowd.begin[rank];
    parallel_for(crowd.begin[rank + 1] - begin, [&](size_t n) {
      const size_t i = begin + n;
      bool meets = false;
      grid.visit(crowd.position[i],
                 [&](size_t other, float) { meets = meets || (crowd.rank[other] < rank && !crowd.hidden[other]); });
      if (meets && !crowd.hidden[i]) crowd.hidden[i] = 1;
    });
  }
}

}  // namespace

Meetings meet_source(std::span<const Vec3f> source, std::span<const TargetFrame> targets, float distance) {
  Box3f bounds;
  for (const TargetFrame& target : targets) {
    for (const Vec3f& p : target.particles->position) bounds.include(p);
  }
  const std::vector<Vec3f> near = those_near(source, bounds.padded(distance));
  Meetings result;
  for (const TargetFrame& target : targets) result.emplace_back(target.particles->size(), false);
  if (near.empty()) return result;
  const PointGrid grid(near, distance);
  for (size_t n = 0; n < targets.size(); ++n) {
    const std::vector<Vec3f>& position = targets[n].particles->position;
    std::vector<uint8_t> met(position.size(), 0);
    parallel_for(position.size(), [&](size_t i) { grid.visit(position[i], [&](size_t, float) { met[i] = 1; }); });
    result[n].assign(met.begin(), met.end());
  }
  return result;
}

void meet_inside(const cache::VolumeDistance& liquid, std::span<const TargetFrame> targets, Meetings& met) {
  for (size_t n = 0; n < targets.size(); ++n) {
    const std::vector<Vec3f>& position = targets[n].particles->position;
    std::vector<uint8_t> inside(position.size(), 0);
    parallel_for(position.size(), [&](size_t i) { inside[i] = met[n][i] || liquid.distance(position[i]) < 0; });
    met[n].assign(inside.begin(), inside.end());
  }
}

void hide_collisions(const Meetings& with_source, std::span<const TargetFrame> targets, Half half, float distance,
                     Visibility& visibility) {
  Crowd crowd = gather(with_source, targets, half, visibility);
  if (crowd.position.empty()) return;
  collide_with_each_other(targets, half, distance, crowd);
  for (size_t i = 0; i < crowd.position.size(); ++i) {
    const TargetFrame& target = targets[crowd.ranked[crowd.rank[i]]];
    if (!crowd.hidden[i]) continue;
    visibility.hide(target.simulation, crowd.id[i], target.time,
                    crowd.hidden[i] == 2 ? Visibility::By::source : Visibility::By::target);
  }
}

// Distances take time, so they are asked only of what is still seen and not plainly far away.
void hide_at_target(const Field& shape, float keep_distance, size_t simulation, std::span<const TargetSpan> spans,
                    std::span<const TargetFrame> targets, Half half, Visibility& visibility) {
  const Box3f near = shape.bounds().padded(keep_distance);
  for (const TargetFrame& target : targets) {
    const bool same = spans[target.simulation].target == spans[simulation].target;
    if (!can_be_hidden(target, half) || (half == Half::backward && !same)) continue;
    const Particles& particles = *target.particles;
    std::vector<Vec3f> asked;
    std::vector<uint64_t> id;
    for (size_t i = 0; i < particles.size(); ++i) {
      if (!visibility.sees(target.simulation, particles.id[i], target.time)) continue;
      if (near.contains(particles.position[i])) {
        asked.push_back(particles.position[i]);
        id.push_back(particles.id[i]);
      } else if (same) {
        visibility.hide(target.simulation, particles.id[i], target.time);
      }
    }
    std::vector<float> distance(asked.size());
    parallel_for_blocks(
        asked.size(),
        [&](size_t begin, size_t end) {
          shape.distance({&asked[begin], end - begin}, {&distance[begin], end - begin});
        },
        256);
    for (size_t n = 0; n < asked.size(); ++n) {
      const bool inside = half == Half::forward && distance[n] < 0, far = same && distance[n] > keep_distance;
      if (inside || far) visibility.hide(target.simulation, id[n], target.time);
    }
  }
}

}  // namespace weir::reversal
