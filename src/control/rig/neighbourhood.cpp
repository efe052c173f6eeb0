// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/neighbourhood.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/float4.h"

namespace weir::rig {

namespace {

constexpr float kLeastWeight = 0.1f;  // that of one rig point at 0.73 of the radius
constexpr float kFar = 1e18f;         // whose square is still a number
constexpr size_t kChunk = 64;         // rig points that are looked at together first

// Vectors to one coordinate after the other.
void split(std::span<const Vec3f> from, float* x, float* y, float* z) {
  size_t i = 0;
  for (; i + simd::kLanes <= from.size(); i += simd::kLanes) {
    simd::Lanes a, b, c;
    simd::load_points(&from[i], a, b, c);
    simd::store(a, x + i), simd::store(b, y + i), simd::store(c, z + i);
  }
  for (; i < from.size(); ++i) x[i] = from[i].x, y[i] = from[i].y, z[i] = from[i].z;
}

// Around points; empty when there are none. Coordinates are taken as they lie: three vectors hold whole points, each
// lane always the same coordinate.
Box3f box_around(std::span<const Vec3f> points) {
  Box3f box;
  if (points.size() < simd::kLanes) {
    for (const Vec3f& p : points) box.include(p);
    return box;
  }
  simd::Lanes lower[3], upper[3];
  for (size_t k = 0; k < 3; ++k) lower[k] = upper[k] = simd::load(&points[0].x + k * simd::kLanes);
  for (size_t i = simd::kLanes; i < points.size(); i += simd::kLanes) {
    // The last vectors end where the points do.
    const float* from = &points[std::min(i, points.size() - simd::kLanes)].x;
    for (size_t k = 0; k < 3; ++k) {
      const simd::Lanes v = simd::load(from + k * simd::kLanes);
      lower[k] = simd::min(lower[k], v), upper[k] = simd::max(upper[k], v);
    }
  }
  std::array<Vec3f, simd::kLanes> least, most;
  for (size_t k = 0; k < 3; ++k) {
    simd::store(lower[k], &least[0].x + k * simd::kLanes);
    simd::store(upper[k], &most[0].x + k * simd::kLanes);
  }
  for (size_t i = 0; i < simd::kLanes; ++i) box.include(Box3f{least[i], most[i]});
  return box;
}

// Vectors of a block; nothing beyond its particles.
template <size_t kSize>
struct Coordinates {
  std::array<float, kSize> x, y, z;

  void take(std::span<const Vec3f> from) {
    split(from, x.data(), y.data(), z.data());
    for (auto* to : {&x, &y, &z}) std::fill(to->begin() + static_cast<ptrdiff_t>(from.size()), to->end(), 0.0f);
  }
};

// Of W = (1 - (r / R)^2)^3 the part in brackets, for a vector of particles at p; 0 beyond the radius.
struct Kernel {
  simd::Lanes x, y, z, inverse;

  Kernel(const Vec3f& rig, float radius)
      : x(simd::set(rig.x)), y(simd::set(rig.y)), z(simd::set(rig.z)), inverse(simd::set(1 / (radius * radius))) {}
  WEIR_INLINE simd::Lanes rest(simd::Lanes px, simd::Lanes py, simd::Lanes pz) const {
    const simd::Lanes dx = px - x, dy = py - y, dz = pz - z;
    const simd::Lanes r2 = simd::mul_add(dx, dx, simd::mul_add(dy, dy, dz * dz));
    return simd::max(simd::neg_mul_add(r2, inverse, simd::set(1)), simd::zero());
  }
};

WEIR_INLINE simd::Lanes cube(simd::Lanes v) { return v * v * v; }

// Of a block's particles, group after group.
struct Positions {
  const float *x, *y, *z;
  const float* counts;  // or null
};

// Sums of what one rig point sees in some groups.
template <size_t kGroup, class Sums, class Values, class... Second>
Sums sum_at(const Kernel& kernel, unsigned groups, const Positions& at, const Values& first, const Second*... second) {
  simd::Lanes ax = simd::zero(), ay = ax, az = ax, bx = ax, by = ax, bz = ax, weights = ax, greatest = ax;
  for (; groups != 0; groups &= groups - 1) {
    const size_t from = kGroup * static_cast<size_t>(std::countr_zero(groups));
    for (size_t k = from; k < from + kGroup; k += simd::kLanes) {
      const simd::Lanes rest = kernel.rest(simd::load(at.x + k), simd::load(at.y + k), simd::load(at.z + k));
      const simd::Lanes weight = cube(rest);
      weights += weight;
      greatest = simd::max(greatest, at.counts ? rest * simd::load(at.counts + k) : rest);
      ax = simd::mul_add(weight, simd::load(&first.x[k]), ax);
      ay = simd::mul_add(weight, simd::load(&first.y[k]), ay);
      az = simd::mul_add(weight, simd::load(&first.z[k]), az);
      ((bx = simd::mul_add(weight, simd::load(&second->x[k]), bx)), ...);
      ((by = simd::mul_add(weight, simd::load(&second->y[k]), by)), ...);
      ((bz = simd::mul_add(weight, simd::load(&second->z[k]), bz)), ...);
    }
  }
  return {simd::sums(ax, ay, az), simd::sums(bx, by, bz), simd::sum(weights), simd::greatest(greatest)};
}

// Boxes around the groups of a block, side by side; far away those of groups that are empty.
template <size_t kBoxes>
struct Boxes {
  std::array<float, kBoxes> lower_x, lower_y, lower_z, upper_x, upper_y, upper_z;

  void set(size_t i, const Box3f& box) {
    const Vec3f lower = box.empty() ? Vec3f{kFar, kFar, kFar} : box.lower, upper = box.empty() ? lower : box.upper;
    lower_x[i] = lower.x, lower_y[i] = lower.y, lower_z[i] = lower.z;
    upper_x[i] = upper.x, upper_y[i] = upper.y, upper_z[i] = upper.z;
  }
  // The bits of those that are nearer to p than the root of `reach`.
  unsigned near(const Vec3f& p, float reach) const {
    const auto outside = [](const float* lower, const float* upper, float at) {
      return simd::max(simd::zero(), simd::max(simd::load(lower) - at, at - simd::load(upper)));
    };
    unsigned bits = 0;
    for (size_t i = 0; i < kBoxes; i += simd::kLanes) {
      const auto dx = outside(&lower_x[i], &upper_x[i], p.x), dy = outside(&lower_y[i], &upper_y[i], p.y);
      const auto dz = outside(&lower_z[i], &upper_z[i], p.z);
      const auto near = simd::mul_add(dx, dx, simd::mul_add(dy, dy, dz * dz)) < reach;
      bits |= simd::bits_of(near) << i;
    }
    return bits;
  }
};

}  // namespace

void Neighbourhood::find(std::span<const Vec3f> rig, const Liquid& liquid) {
  count_ = liquid.position.size();
  rig_.assign(rig.begin(), rig.end());
  chunks_.assign((rig.size() + kChunk - 1) / kChunk, {});
  for (size_t r = 0; r < rig.size(); ++r) chunks_[r / kChunk].include(rig[r]);
  blocks_.resize((count_ + kBlock - 1) / kBlock);
  for (auto* array : {&x_, &y_, &z_}) array->resize(blocks_.size() * kBlock);
  counts_.resize(liquid.mass.empty() || !(liquid.least_mass > 0) ? 0 : x_.size());
  parallel_for(
      blocks_.size(), [&](size_t b) { find_block(b, liquid); }, kTogether);
}

// Rig points are sorted out by blocks of liquid, then by groups of it, which are small since liquid is kept in spatial
// order.
void Neighbourhood::find_block(size_t b, const Liquid& liquid) {
  Block& block = blocks_[b];
  block.rig.clear();
  block.groups.clear();
  const size_t first = b * kBlock, last = std::min(first + kBlock, count_);
  const auto takes = [&](size_t i) { return i < last && (!liquid.only || liquid.phase[i] == *liquid.only); };
  const Box3f around = box_around(liquid.position.subspan(first, last - first)).padded(radius_);
  const auto meets = [&](const Box3f& chunk) { return !around.intersected(chunk).empty(); };
  if (std::none_of(chunks_.begin(), chunks_.end(), meets)) return;
  Boxes<kGroups> boxes;
  for (size_t g = 0; g < kGroups; ++g) {
    const size_t from = std::min(first + g * kGroup, last), to = std::min(from + kGroup, last);
    Box3f box = box_around(liquid.position.subspan(from, liquid.only ? 0 : to - from));
    for (size_t i = from; liquid.only && i < to; ++i) {
      if (takes(i)) box.include(liquid.position[i]);
    }
    boxes.set(g, box);
  }
  const float reach = radius_ * radius_;
  for (size_t r = 0; r < rig_.size(); ++r) {
    if (r % kChunk == 0 && !meets(chunks_[r / kChunk])) {
      r += kChunk - 1;
      continue;
    }
    if (!around.contains(rig_[r])) continue;
    const unsigned groups = boxes.near(rig_[r], reach);
    if (groups == 0) continue;
    block.rig.push_back(static_cast<uint32_t>(r));
    block.groups.push_back(static_cast<uint8_t>(groups));
  }
  if (block.rig.empty()) return;
  split(liquid.position.subspan(first, last - first), &x_[first], &y_[first], &z_[first]);
  for (size_t i = liquid.only ? first : last; i < first + kBlock; ++i) {
    if (!takes(i)) x_[i] = y_[i] = z_[i] = kFar;
  }
  for (size_t i = first; i < first + kBlock; ++i) {
    if (!counts_.empty()) counts_[i] = i < last && liquid.mass[i] > liquid.least_mass ? 1.0f : 0.0f;
  }
}

// Rig point by rig point, over the groups near it. Where the second value is the same everywhere, as gravity is, its
// sum is known.
std::vector<Neighbourhood::RigSums> Neighbourhood::sum_block(size_t b, std::span<const Vec3f> first,
                                                             std::span<const Vec3f> second) const {
  const Block& block = blocks_[b];
  std::vector<RigSums> result(block.rig.size());
  if (result.empty()) return result;
  const size_t begin = b * kBlock, size = std::min(kBlock, count_ - begin);
  const std::span<const Vec3f> others = second.subspan(begin, size);
  const bool even = std::all_of(others.begin(), others.end(), [&](const Vec3f& v) { return v == others[0]; });
  static thread_local Coordinates<kBlock> one, other;
  one.take(first.subspan(begin, size));
  if (!even) other.take(others);
  for (size_t r = 0; r < result.size(); ++r) {
    const Kernel kernel(rig_[block.rig[r]], radius_);
    const Positions at{&x_[begin], &y_[begin], &z_[begin], counts_.empty() ? nullptr : &counts_[begin]};
    if (even) {
      result[r] = sum_at<kGroup, RigSums>(kernel, block.groups[r], at, one);
      result[r].second = others[0] * result[r].weight;
    } else {
      result[r] = sum_at<kGroup, RigSums>(kernel, block.groups[r], at, one, &other);
    }
  }
  return result;
}

std::vector<Neighbourhood::Means> Neighbourhood::average(std::span<const Vec3f> first,
                                                         std::span<const Vec3f> second) const {
  std::vector<std::vector<RigSums>> sums(blocks_.size());
  parallel_for(
      blocks_.size(), [&](size_t b) { sums[b] = sum_block(b, first, second); }, kTogether);
  std::vector<Means> result(rig_.size());
  std::vector<double> weight(rig_.size());
  std::vector<float> greatest(rig_.size());
  for (size_t b = 0; b < blocks_.size(); ++b) {
    for (size_t n = 0; n < sums[b].size(); ++n) {
      const uint32_t r = blocks_[b].rig[n];
      result[r].first += static_cast<Vec3d>(sums[b][n].first);
      result[r].second += static_cast<Vec3d>(sums[b][n].second);
      weight[r] += static_cast<double>(sums[b][n].weight);
      greatest[r] = std::max(greatest[r], sums[b][n].greatest);
    }
  }
  for (size_t r = 0; r < result.size(); ++r) {
    if (!(weight[r] > 0)) continue;
    result[r].has_liquid = true;
    result[r].first = result[r].first / weight[r];
    result[r].second = result[r].second / weight[r];
    if (greatest[r] > 0) result[r].nearest = radius_ * std::sqrt(1 - std::min(1.0f, greatest[r]));
  }
  return result;
}

void Neighbourhood::sum_group(size_t group, std::span<const Vec3f> of_rig, Sums& sums) const {
  static thread_local std::vector<uint32_t> near;
  const Block& block = blocks_[group / kGroups];
  near.resize(block.rig.size());
  size_t count = 0;
  for (size_t r = 0; r < block.rig.size(); ++r) {
    near[count] = block.rig[r];
    count += block.groups[r] >> group % kGroups & 1;
  }
  const size_t first = group * kGroup;
  for (size_t k = 0; k < kGroup; k += simd::kLanes) {
    const simd::Lanes x = simd::load(&x_[first + k]), y = simd::load(&y_[first + k]);
    const simd::Lanes z = simd::load(&z_[first + k]);
    simd::Lanes sx = simd::zero(), sy = sx, sz = sx, weights = sx;
    for (size_t n = 0; n < count; ++n) {
      const simd::Lanes weight = cube(Kernel(rig_[near[n]], radius_).rest(x, y, z));
      const Vec3f& value = of_rig[near[n]];
      weights += weight;
      sx = simd::mul_add(weight, simd::set(value.x), sx);
      sy = simd::mul_add(weight, simd::set(value.y), sy);
      sz = simd::mul_add(weight, simd::set(value.z), sz);
    }
    simd::store(sx, &sums.x[k]), simd::store(sy, &sums.y[k]), simd::store(sz, &sums.z[k]);
    simd::store(weights, &sums.weight[k]);
  }
}

float Neighbourhood::Sums::share(size_t i) const { return std::min(1.0f, weight[i] / kLeastWeight); }

std::vector<uint8_t> Neighbourhood::near_rig() const {
  std::vector<uint8_t> near(count_);
  spread(rig_, [&](size_t i, const Vec3f&, float) { near[i] = 1; });
  return near;
}

}  // namespace weir::rig
