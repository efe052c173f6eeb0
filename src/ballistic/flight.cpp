// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "ballistic/flight.h"

#include <array>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::ballistic {

namespace {

constexpr size_t kBatch = 256;      // particles that fly together; the scratch of a batch fits the L1 cache
constexpr int kMostCollisions = 8;  // in one step; a particle that has more waits for the next step
constexpr float kOff = 1.5f;        // touches a particle is set off a solid, so that it does not touch again at once
constexpr int kSafeMarches = 16;    // along one arc, as far as is safe
constexpr int kEvenMarches = 8;     // after that, in even parts of the rest

// Particles in flight, all arrays side by side.
struct Batch {
  std::array<Vec3f, kBatch> x, v, a;
  std::array<Vec3f, kBatch> kick;     // m/s gained at the end of a slide, which goes at its mean velocity
  std::array<float, kBatch> left;     // s the particle still has in this step
  std::array<float, kBatch> reached;  // s it flies before it touches a solid
  std::array<float, kBatch> gap;      // m to the solid it touches
  std::array<bool, kBatch> touching;
  std::array<uint32_t, kBatch> particle;  // its index outside
  size_t count = 0;

  void move(size_t to, size_t from) {
    x[to] = x[from], v[to] = v[from], a[to] = a[from], kick[to] = kick[from];
    left[to] = left[from], particle[to] = particle[from];
  }
};

// Where in the step the particle is when it has flown as far as it is known to be free.
float moment_of(const Batch& b, size_t i, const FlightSettings& settings) {
  return (settings.step - b.left[i] + b.reached[i]) / settings.step;
}

Vec3f on_arc(const Vec3f& x, const Vec3f& v, const Vec3f& a, float t) { return x + v * t + a * (0.5f * t * t); }

// Marches along every arc by the time within which nothing can be met. An arc that grazes a solid, or goes along with a
// moving one, would march for ever; it finishes in even parts, each looked at.
void find_contacts(Batch& b, const Solids& solids, const FlightSettings& settings) {
  std::array<uint32_t, kBatch> marching;
  std::array<Vec3f, kBatch> at;
  std::array<float, kBatch> moment, speed, pull, gap, time;
  size_t active = b.count;
  for (size_t i = 0; i < b.count; ++i) {
    marching[i] = static_cast<uint32_t>(i);
    b.reached[i] = 0;
    b.touching[i] = false;
  }
  for (int round = 0; active > 0 && round <= kSafeMarches + kEvenMarches; ++round) {
    for (size_t m = 0; m < active; ++m) {
      const size_t i = marching[m];
      at[m] = on_arc(b.x[i], b.v[i], b.a[i], b.reached[i]);
      moment[m] = moment_of(b, i, settings);
      speed[m] = length(b.v[i] + b.a[i] * b.reached[i]);
      pull[m] = length(b.a[i]);
    }
    const auto first = [&](auto& array) { return std::span(array).first(active); };
    solids.clearance({first(at), first(moment), first(speed), first(pull)}, 0.5f * settings.touch, first(gap),
                     first(time));
    size_t still = 0;
    for (size_t m = 0; m < active; ++m) {
      const size_t i = marching[m];
      b.gap[i] = gap[m];
      b.touching[i] = gap[m] < settings.touch;
      if (b.touching[i] || b.reached[i] >= b.left[i]) continue;
      const float safe = b.reached[i] + time[m];
      const int parts = kSafeMarches + kEvenMarches - round;
      const float even = b.reached[i] + (b.left[i] - b.reached[i]) / static_cast<float>(std::max(parts, 1));
      b.reached[i] = std::min(round < kSafeMarches ? safe : std::max(safe, even), b.left[i]);
      if (safe < b.left[i]) marching[still++] = static_cast<uint32_t>(i);
    }
    active = still;
  }
}

// Velocity relative to the solid after a hit: the normal part turned round, the rest slowed by Coulomb friction.
Vec3f bounced(const Vec3f& relative, const Vec3f& normal, const FlightSettings& settings) {
  const float towards = dot(relative, normal);
  if (towards >= 0) return relative;
  const Vec3f sliding = relative - normal * towards;
  const float speed = length(sliding);
  const float lost = settings.friction * (1 + settings.bounce) * -towards;
  return sliding * (speed > lost ? (speed - lost) / speed : 0.0f) - normal * (settings.bounce * towards);
}

// Rest of the step in contact: along the solid, carried by it, held back by friction. A point to be reached at the mean
// velocity, since walls and edges may lie on the way.
struct Slide {
  Vec3f mean, end;  // velocity
};
Slide slide(const Vec3f& v, const Vec3f& a, const Vec3f& normal, const Vec3f& carried, float time, float friction) {
  const float press = -dot(a, normal);
  Vec3f before = v - carried;
  before -= normal * dot(before, normal);
  Vec3f after = before + (a + normal * press) * time;
  const float speed = length(after), lost = friction * press * time;
  after *= speed > lost ? (speed - lost) / speed : 0.0f;
  return {carried + (before + after) * 0.5f, carried + after};
}

// Out of a solid that is closer than this.
void keep_off(Batch& b, size_t i, const Vec3f& n, float distance) { b.x[i] += n * std::max(0.0f, distance - b.gap[i]); }

// A particle in contact with a solid of this normal and velocity: bounces, slides or rests. True when it hit it.
// On the `last` occasion in a step, what stays on a solid goes along with it unseen rather than be left behind.
bool meet(Batch& b, size_t i, const Vec3f& n, const Vec3f& carried, const FlightSettings& settings, bool last) {
  const Vec3f relative = b.v[i] - carried;
  const Vec3f after = bounced(relative, n, settings);
  const bool hit = dot(relative, n) < 0;
  b.v[i] = carried + after;
  // Too slow to leave the solid for longer than a step: it stays on it.
  const float press = -dot(b.a[i], n);
  const bool stays = press >= 0 && dot(after, n) <= press * settings.step + settings.touch / settings.step;
  if (!stays) {
    keep_off(b, i, n, kOff * settings.touch);
    return hit;
  }
  const Slide on = slide(b.v[i], b.a[i], n, carried, b.left[i], settings.friction);
  if (last || length(on.mean - carried) * b.left[i] < settings.touch) {  // at rest: nothing can be in the way
    keep_off(b, i, n, 0.9f * settings.touch);                            // and still in touch at the next step
    b.x[i] += on.mean * b.left[i];
    b.v[i] = on.end;
    b.left[i] = 0;
  } else {
    keep_off(b, i, n, kOff * settings.touch);
    b.v[i] = on.mean;
    b.kick[i] = on.end - on.mean;
    b.a[i] = {};
  }
  return hit;
}

// Moves every particle to the end of its arc, and lets it meet the solid it touches there. Returns the number of hits.
size_t respond(Batch& b, std::span<const Vec3f> acceleration, const Solids& solids, const FlightSettings& settings,
               bool last) {
  std::array<uint32_t, kBatch> touching;
  std::array<Vec3f, kBatch> at, normal, carried;
  std::array<float, kBatch> moment;
  size_t count = 0;
  for (size_t i = 0; i < b.count; ++i) {
    moment[count] = moment_of(b, i, settings);
    b.x[i] = on_arc(b.x[i], b.v[i], b.a[i], b.reached[i]);
    b.v[i] += b.a[i] * b.reached[i];
    b.left[i] -= b.reached[i];
    if (!b.touching[i] && b.left[i] > 0) continue;
    b.v[i] += b.kick[i];
    b.kick[i] = {};
    b.a[i] = acceleration[b.particle[i]];
    if (!b.touching[i]) continue;
    touching[count] = static_cast<uint32_t>(i);
    at[count++] = b.x[i];
  }
  const auto first = [&](auto& array) { return std::span(array).first(count); };
  solids.contact(first(at), first(moment), first(normal), first(carried));
  size_t hits = 0;
  for (size_t m = 0; m < count; ++m) {
    if (settings.flat) normal[m].z = carried[m].z = 0;
    hits += meet(b, touching[m], normalized(normal[m]), carried[m], settings, last);
  }
  return hits;
}

size_t fly_batch(Batch& b, std::span<Vec3f> position, std::span<Vec3f> velocity, std::span<const Vec3f> acceleration,
                 const Solids& solids, const FlightSettings& settings) {
  size_t hits = 0;
  for (int round = 0; b.count > 0 && round < kMostCollisions; ++round) {
    find_contacts(b, solids, settings);
    hits += respond(b, acceleration, solids, settings, round + 1 == kMostCollisions);
    size_t still = 0;
    for (size_t i = 0; i < b.count; ++i) {
      position[b.particle[i]] = b.x[i];
      velocity[b.particle[i]] = b.v[i];
      if (b.left[i] > 0) b.move(still++, i);
    }
    b.count = still;
  }
  return hits;
}

}  // namespace

size_t fly(std::span<Vec3f> position, std::span<Vec3f> velocity, std::span<const Vec3f> acceleration,
           const Solids& solids, const FlightSettings& settings) {
  return parallel_reduce(
      position.size(), size_t{0},
      [&](size_t begin, size_t end) {
        Batch b;
        b.count = end - begin;
        for (size_t i = 0; i < b.count; ++i) {
          b.x[i] = position[begin + i];
          b.v[i] = velocity[begin + i];
          b.a[i] = acceleration[begin + i];
          b.kick[i] = {};
          b.left[i] = settings.step;
          b.particle[i] = static_cast<uint32_t>(begin + i);
        }
        return fly_batch(b, position, velocity, acceleration, solids, settings);
      },
      [](size_t a, size_t b) { return a + b; }, kBatch);
}

}  // namespace weir::ballistic
