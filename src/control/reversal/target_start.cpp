// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/reversal/target_start.h"

#include <algorithm>
#include <numeric>

#include "base/random.h"
#include "control/reversal/shepard.h"
#include "weir/base/parallel.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir::reversal {

namespace {

constexpr uint32_t kStreamVelocities = 0x72657673, kStreamDistractors = 0x72657664;
constexpr double kShellSpacings = 1.5, kDistractorSpacings = 10;

// The shape grown by a distance on all sides.
class Grown final : public Field {
 public:
  Grown(const Field& shape, float by) : shape_(shape), by_(by) {}
  void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
    shape_.distance(points, distance);
    for (float& d : distance) d -= by_;
  }
  Box3f bounds() const override { return shape_.bounds().padded(by_); }

 private:
  const Field& shape_;
  float by_;
};

// The numbers below `count` in a random order.
std::vector<uint32_t> shuffled(size_t count, const Random& random) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const auto x = random.bits(a), y = random.bits(b);
    return x != y ? x < y : a < b;
  });
  return order;
}

bool passes(const Vec3f& velocity, const VelocityFilter& filter) {
  const Vec3d v = static_cast<Vec3d>(velocity), along = normalized(filter.along);
  const double measured = filter.along == Vec3d{} ? length(v) : dot(v, along);
  return measured >= filter.least && measured <= filter.most;
}

}  // namespace

TargetLengths lengths_of(const ReversalTarget& target, double solver_spacing) {
  const double spacing = target.spacing > 0 ? target.spacing : solver_spacing;
  const auto or_default = [](double given, double fallback) {
    return static_cast<float>(given > 0 ? given : fallback);
  };
  return {
      .spacing = static_cast<float>(spacing),
      .shell = or_default(target.shell, kShellSpacings * spacing),
      .keep_distance = or_default(target.keep_distance, spacing),
      .distractors = or_default(target.distractors ? target.distractors->distance : 0, kDistractorSpacings * spacing)};
}

std::vector<Vec3f> sample_target(const Field& shape, const ReversalTarget& target, const TargetLengths& lengths,
                                 int dimensions, uint64_t seed) {
  const PoissonRegion region{target.fill ? Field::kUnbounded : lengths.shell};
  return sample_poisson(shape, lengths.spacing, region, dimensions, seed);
}

std::vector<Vec3f> sample_distractors(const Field& shape, const TargetLengths& lengths, size_t count, int dimensions,
                                      uint64_t seed) {
  const float width = std::max(lengths.distractors - lengths.spacing, lengths.spacing);
  const Grown grown(shape, lengths.spacing + width);
  std::vector<Vec3f> points = sample_poisson(grown, lengths.spacing, {width}, dimensions, ~seed), chosen;
  for (const uint32_t i : shuffled(points.size(), Random(seed, kStreamDistractors))) {
    if (chosen.size() == count) break;
    chosen.push_back(points[i]);
  }
  return chosen;
}

std::vector<Vec3f> eligible_velocities(const Particles& source, const Field* region,
                                       std::span<const VelocityFilter> filters) {
  std::vector<uint8_t> eligible(source.size(), 1);
  parallel_for_blocks(source.size(), [&](size_t begin, size_t end) {
    std::vector<float> distance(end - begin, -1.0f);
    if (region) region->distance({&source.position[begin], end - begin}, distance);
    for (size_t i = begin; i < end; ++i) {
      eligible[i] = distance[i - begin] < 0 && std::all_of(filters.begin(), filters.end(), [&](const auto& filter) {
                      return passes(source.velocity[i], filter);
                    });
    }
  });
  std::vector<Vec3f> velocities;
  for (size_t i = 0; i < source.size(); ++i) {
    if (eligible[i]) velocities.push_back(source.velocity[i]);
  }
  return velocities;
}

std::vector<Vec3f> sample_velocities(std::span<const Vec3f> points, std::span<const Vec3f> eligible, double fraction,
                                     uint64_t seed) {
  const Random random(seed, kStreamVelocities);
  const auto wanted = static_cast<size_t>(std::lround(fraction * static_cast<double>(points.size())));
  const size_t assigned = std::clamp(wanted, size_t{1}, std::max(points.size(), size_t{1}));
  const std::vector<uint32_t> order = shuffled(points.size(), random);
  std::vector<Vec3f> velocity(points.size()), nodes, values, rest, between;
  for (size_t n = 0; n < order.size(); ++n) {
    const uint32_t i = order[n];
    if (n >= assigned) {
      rest.push_back(points[i]);
      continue;
    }
    velocity[i] = eligible[random.below(eligible.size(), i, 1)];
    nodes.push_back(points[i]);
    values.push_back(velocity[i]);
  }
  between.resize(rest.size());
  if (!rest.empty()) shepard(nodes, values, rest, between);
  for (size_t n = 0; n < rest.size(); ++n) velocity[order[assigned + n]] = between[n];
  return velocity;
}

void adjust_velocities(const Field& shape, const ReversalTarget& target, double frame, std::span<const Vec3f> points,
                       std::span<Vec3f> velocity) {
  const Vec3f factors = static_cast<Vec3f>(value_at(target.factors, frame) * value_at(target.amplification, frame));
  const auto share = static_cast<float>(value_at(target.mesh_velocity, frame));
  std::vector<Vec3f> own(points.size());
  if (share > 0) shape.velocity(points, own);
  for (size_t i = 0; i < points.size(); ++i) velocity[i] = lerp(velocity[i] * factors, own[i], share);
}

}  // namespace weir::reversal
