// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/match_by_motion.h"

#include <algorithm>
#include <cmath>

#include "geometry/sampling/point_grid.h"
#include "weir/base/parallel.h"

namespace weir::cache {

namespace {

constexpr uint32_t kNone = MotionMatch::kNew;
// In spacings: how far from where it is expected a particle is looked for, and whose motion is compared with its own.
constexpr float kReach = 1, kNeighbourhood = 2;
constexpr int kRounds = 4;
// Neighbours of a liquid go about the same way. What differs from the mean of its neighbours by more than this, in
// spacings, is strange. In splashes whose order is steady up to 5 % are; where files are sorted by cells or lose
// particles in their middle, 15 % and more, but for the first frames of a lattice, in which nothing has been mixed yet.
// With more than a few, the order counts only where motion does not tell better.
constexpr float kStrange = 0.75f;
constexpr float kStrangeOfWay = 0.25f;  // against its own way before, this share of the way more
constexpr double kMostStrange = 0.1, kFewStrange = 0.02;
// What strays by more than these, in spacings and as a share of the middle way, is torn away from its neighbours. Where
// an order is shifted as a whole, the ends of its rows are; of a splash, up to 1 %.
constexpr float kTorn = 3, kTornOfWay = 0.5f;
constexpr double kMostTorn = 0.02;
// What strays so many times farther than the longest way of all that is not strange is another particle, which took the
// index.
constexpr float kAbsurd = 2;
// Of the smaller of two frames, all but this share must be found again. Where velocities say how particles go, pairs
// that lie closely together may be mistaken for each other without harm; but half of what is found must lie within so
// many spacings of where it is expected, which chance does not bring about.
constexpr double kMostLost = 0.01, kMostLostWithVelocities = 0.2;
constexpr float kMiddleMiss = 0.25f;

using Points = std::vector<Vec3f>;

// Means of `way` over the neighbours of every point that have one, the point itself left out unless `with_self`.
struct Means {
  Points way;
  std::vector<uint16_t> count;
};

Means neighbour_means(const PointGrid& grid, std::span<const Vec3f> points, std::span<const Vec3f> way,
                      std::span<const uint8_t> known, bool with_self) {
  Means means{Points(points.size()), std::vector<uint16_t>(points.size())};
  parallel_for(points.size(), [&](size_t i) {
    Vec3f sum{};
    uint16_t count = 0;
    grid.visit(points[i], [&](size_t j, float) {
      if (!known[j] || (j == i && !with_self) || count == 0xffff) return;
      sum += way[j];
      ++count;
    });
    means.count[i] = count;
    if (count > 0) means.way[i] = sum / static_cast<float>(count);
  });
  return means;
}

// How far every point ends from where its neighbours would have taken it, m. Points alone do not stray.
std::vector<float> strays(const PointGrid& grid, std::span<const Vec3f> points, std::span<const Vec3f> way,
                          std::span<const uint8_t> known) {
  const Means means = neighbour_means(grid, points, way, known, /*with_self=*/false);
  std::vector<float> stray(points.size());
  parallel_for(points.size(), [&](size_t i) {
    if (known[i] && means.count[i] > 0) stray[i] = length(way[i] - means.way[i]);
  });
  return stray;
}

size_t count_above(std::span<const float> values, float limit) {
  return static_cast<size_t>(std::count_if(values.begin(), values.end(), [&](float value) { return value > limit; }));
}
size_t count_set(std::span<const uint8_t> flags) {
  return flags.size() - static_cast<size_t>(std::count(flags.begin(), flags.end(), uint8_t{0}));
}

// The nearest of the grid's points to every one of `points`, or kNone; of equally near ones the first.
std::vector<uint32_t> nearest(const PointGrid& grid, std::span<const Vec3f> points) {
  std::vector<uint32_t> found(points.size(), kNone);
  parallel_for(points.size(), [&](size_t i) {
    float best = 0;
    grid.visit(points[i], [&](size_t j, float squared) {
      const auto index = static_cast<uint32_t>(j);
      if (found[i] != kNone && (squared > best || (squared == best && index > found[i]))) return;
      found[i] = index;
      best = squared;
    });
  });
  return found;
}

// The point now of every point before: each is the nearest of the other.
std::vector<uint32_t> mutual_nearest(const Points& expected, const PointGrid& now_grid, std::span<const Vec3f> now) {
  std::vector<uint32_t> after = nearest(now_grid, expected);
  const std::vector<uint32_t> back = nearest(PointGrid(expected, now_grid.radius()), now);
  parallel_for(after.size(), [&](size_t i) {
    if (after[i] != kNone && back[after[i]] != i) after[i] = kNone;
  });
  return after;
}

struct Guess {
  std::vector<uint32_t> after;  // of every particle before: its index now, or kNone
  size_t found = 0, strange = 0;
  float middle_miss = 0;  // median distance from where particles were expected, spacings
};

float median(std::vector<float> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Rounds of matching; after each, what is expected is mended by what the neighbourhood was found to do.
Guess follow(std::span<const Vec3f> before, Points expected, std::span<const Vec3f> now, float spacing) {
  const PointGrid now_grid(now, kReach * spacing), before_grid(before, kNeighbourhood * spacing);
  Guess guess;
  Points way(before.size());
  std::vector<uint8_t> known(before.size());
  for (int round = 0; round < kRounds; ++round) {
    guess.after = mutual_nearest(expected, now_grid, now);
    parallel_for(before.size(), [&](size_t i) {
      known[i] = guess.after[i] != kNone;
      way[i] = known[i] ? now[guess.after[i]] - before[i] : Vec3f{};
    });
    if (round + 1 == kRounds) break;
    const Means means = neighbour_means(before_grid, before, way, known, /*with_self=*/true);
    parallel_for(before.size(), [&](size_t i) {
      if (means.count[i] > 0) expected[i] = before[i] + means.way[i];
    });
  }
  guess.found = count_set(known);
  guess.strange = count_above(strays(before_grid, before, way, known), kStrange * spacing);
  std::vector<float> miss;
  for (size_t i = 0; i < before.size(); ++i) {
    if (known[i]) miss.push_back(length(now[guess.after[i]] - expected[i]) / spacing);
  }
  guess.middle_miss = median(std::move(miss));
  return guess;
}

Vec3f centre_of(std::span<const Vec3f> points) {
  Vec3d sum{};
  for (const Vec3f& p : points) sum += static_cast<Vec3d>(p);
  return static_cast<Vec3f>(sum / static_cast<double>(std::max<size_t>(1, points.size())));
}

// The same against the way that was expected of it.
std::vector<float> strays_from_expected(std::span<const Vec3f> way, std::span<const Vec3f> expected,
                                        std::span<const uint8_t> known) {
  std::vector<float> stray(way.size());
  parallel_for(std::min(way.size(), expected.size()), [&](size_t i) {
    if (known[i]) stray[i] = std::max(0.0f, length(way[i] - expected[i]) - kStrangeOfWay * length(way[i]));
  });
  return stray;
}

MotionMatch to_match(const Guess& guess, size_t now, double most_lost) {
  const auto fewer = static_cast<double>(std::min(guess.after.size(), now));
  MotionMatch match;
  match.convincing = static_cast<double>(guess.found) >= (1 - most_lost) * fewer &&
                     static_cast<double>(guess.strange) <= kMostStrange * static_cast<double>(guess.found);
  match.before.assign(now, kNone);
  for (size_t i = 0; i < guess.after.size(); ++i) {
    if (guess.after[i] != kNone) match.before[guess.after[i]] = static_cast<uint32_t>(i);
  }
  return match;
}

Points sum_of(std::span<const Vec3f> points, std::span<const Vec3f> way, float times) {
  Points sum(points.begin(), points.end());
  for (size_t i = 0; i < std::min(sum.size(), way.size()); ++i) sum[i] += way[i] * times;
  return sum;
}

}  // namespace

MotionMatch match_by_order(std::span<const Vec3f> before, std::span<const Vec3f> expected, std::span<const Vec3f> now,
                           float spacing) {
  const size_t both = std::min(before.size(), now.size()), gone = before.size() - both;
  Points way(before.size());
  std::vector<uint8_t> known(before.size());
  parallel_for(both, [&](size_t i) {
    known[i] = 1;
    way[i] = now[i] - before[i];
  });
  MotionMatch match;
  std::vector<float> lengths(both);
  parallel_for(both, [&](size_t i) { lengths[i] = length(way[i]); });
  const float torn = kTornOfWay * median(lengths) + kTorn * spacing;
  const auto accept = [&](const std::vector<float>& stray) {
    const auto are_few = [&](float limit, double share) {
      return static_cast<double>(count_above(stray, limit)) <= share * static_cast<double>(both);
    };
    match.convincing = are_few(kStrange * spacing, gone > 0 ? kFewStrange : kMostStrange) && are_few(torn, kMostTorn);
    if (!match.convincing) return;
    match.clear = are_few(kStrange * spacing, kFewStrange);
    const float usual =
        parallel_max<float>(both, 0.0f, [&](size_t i) { return stray[i] > kStrange * spacing ? 0.0f : lengths[i]; });
    match.before.assign(now.size(), kNone);
    for (size_t i = 0; i < both; ++i) {
      if (stray[i] <= kAbsurd * (usual + spacing)) match.before[i] = static_cast<uint32_t>(i);
    }
  };
  accept(strays(PointGrid(before, kNeighbourhood * spacing), before, way, known));
  if (!match.convincing && !expected.empty()) accept(strays_from_expected(way, expected, known));
  return match;
}

MotionMatch match_by_motion(std::span<const Vec3f> before, std::span<const Vec3f> expected, std::span<const Vec3f> now,
                            float spacing) {
  const MotionMatch by_order = match_by_order(before, expected, now, spacing);
  if (by_order.clear) return by_order;
  MotionMatch match = to_match(follow(before, sum_of(before, expected, 1), now, spacing), now.size(), kMostLost);
  const Vec3f shift = centre_of(now) - centre_of(before);
  for (const Vec3f& start : {Vec3f{}, shift}) {
    if (match.convincing) break;
    match =
        to_match(follow(before, sum_of(before, Points(before.size(), start), 1), now, spacing), now.size(), kMostLost);
  }
  return match.convincing ? match : by_order;
}

MotionMatch match_by_velocity(std::span<const Vec3f> before, std::span<const Vec3f> way_before,
                              std::span<const Vec3f> now, std::span<const Vec3f> way_now, float spacing) {
  const MotionMatch by_order = match_by_order(before, way_before, now, spacing);
  if (by_order.clear) return by_order;
  // They meet half-way between the frames, from both of which half a step leads there.
  const Points from = sum_of(before, way_before, 0.5f), to = sum_of(now, way_now, -0.5f);
  const Guess guess = follow(from, from, to, spacing);
  MotionMatch match = to_match(guess, now.size(), kMostLostWithVelocities);
  match.convincing = match.convincing && guess.middle_miss <= kMiddleMiss;
  return by_order.convincing && !match.convincing ? by_order : match;
}

}  // namespace weir::cache
