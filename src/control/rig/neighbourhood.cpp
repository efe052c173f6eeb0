// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/neighbourhood.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "geometry/point_grid.h"

namespace weir {

namespace {

constexpr uint32_t kUntouched = 0xffffffff;
constexpr float kLeastWeight = 0.1f;  // that of one rig point at 0.73 of the radius

}  // namespace

void Neighbourhood::find(std::span<const Vec3f> rig, const Liquid& liquid) {
  const std::span<const Vec3f> position = liquid.position;
  const PointGrid grid(rig, radius_);
  Box3f bounds;
  for (const Vec3f& x : rig) bounds.include(x);
  bounds = bounds.padded(radius_);
  const float inverse = 1 / (radius_ * radius_);
  blocks_.resize((position.size() + kBlockSize - 1) / kBlockSize);
  parallel_for_blocks(position.size(), [&](size_t first, size_t last) {
    static thread_local std::vector<uint32_t> place;  // of each rig point in `touched`
    if (place.size() < rig.size()) place.resize(rig.size(), kUntouched);
    Block& block = blocks_[first / kBlockSize];
    block.begin.clear();
    block.pairs.clear();
    block.touched.clear();
    block.sums.clear();
    for (size_t i = first; i < last; ++i) {
      block.begin.push_back(static_cast<uint32_t>(block.pairs.size()));
      if (!bounds.contains(position[i]) || (liquid.only && liquid.phase[i] != *liquid.only)) continue;
      const bool counts = liquid.mass.empty() || liquid.mass[i] > liquid.least_mass;
      grid.visit(position[i], [&](size_t point, float distance_squared) {
        const float rest = 1 - distance_squared * inverse;
        if (rest <= 0) return;
        uint32_t& at = place[point];
        if (at == kUntouched) {
          at = static_cast<uint32_t>(block.touched.size());
          block.touched.push_back(static_cast<uint32_t>(point));
          block.sums.push_back({});
        }
        const float weight = rest * rest * rest;
        block.pairs.push_back({at, weight});
        block.sums[at].weight += weight;
        if (counts) block.sums[at].greatest = std::max(block.sums[at].greatest, weight);
      });
    }
    block.begin.push_back(static_cast<uint32_t>(block.pairs.size()));
    for (const uint32_t point : block.touched) place[point] = kUntouched;
  });
  weight_.assign(rig.size(), 0);
  std::vector<float> greatest(rig.size(), 0);
  for (const Block& block : blocks_) {
    for (size_t t = 0; t < block.touched.size(); ++t) {
      weight_[block.touched[t]] += static_cast<double>(block.sums[t].weight);
      greatest[block.touched[t]] = std::max(greatest[block.touched[t]], block.sums[t].greatest);
    }
  }
  nearest_.assign(rig.size(), std::numeric_limits<float>::max());
  for (size_t i = 0; i < rig.size(); ++i) {
    if (greatest[i] > 0) nearest_[i] = radius_ * std::sqrt(std::max(0.0f, 1 - std::cbrt(greatest[i])));
  }
}

std::vector<uint8_t> Neighbourhood::near_rig() const {
  std::vector<uint8_t> near;
  for (const Block& block : blocks_) {
    for (size_t i = 0; i + 1 < block.begin.size(); ++i) near.push_back(block.begin[i + 1] > block.begin[i]);
  }
  return near;
}

void Neighbourhood::average(std::span<const Vec3f> of_liquid, std::span<Vec3d> at_rig) const {
  std::vector<std::vector<Vec3f>> sums(blocks_.size());
  parallel_for(
      blocks_.size(),
      [&](size_t b) {
        const Block& block = blocks_[b];
        sums[b].assign(block.touched.size(), {});
        for (size_t i = 0; i + 1 < block.begin.size(); ++i) {
          const Vec3f value = of_liquid[b * kBlockSize + i];
          for (uint32_t p = block.begin[i]; p < block.begin[i + 1]; ++p) {
            sums[b][block.pairs[p].rig] += value * block.pairs[p].weight;
          }
        }
      },
      1);
  std::fill(at_rig.begin(), at_rig.end(), Vec3d{});
  for (size_t b = 0; b < blocks_.size(); ++b) {
    for (size_t t = 0; t < sums[b].size(); ++t) at_rig[blocks_[b].touched[t]] += static_cast<Vec3d>(sums[b][t]);
  }
  for (size_t i = 0; i < at_rig.size(); ++i) {
    if (weight_[i] > 0) at_rig[i] = at_rig[i] / weight_[i];
  }
}

// visit(liquid, weighted mean of the values of rig points, how much of it acts there) where there are rig points.
template <class Visit>
void Neighbourhood::for_each_liquid(std::span<const Vec3f> of_rig, Visit&& visit) const {
  parallel_for(
      blocks_.size(),
      [&](size_t b) {
        const Block& block = blocks_[b];
        for (size_t i = 0; i + 1 < block.begin.size(); ++i) {
          Vec3f sum{};
          float weight = 0;
          for (uint32_t p = block.begin[i]; p < block.begin[i + 1]; ++p) {
            sum += of_rig[block.touched[block.pairs[p].rig]] * block.pairs[p].weight;
            weight += block.pairs[p].weight;
          }
          if (weight > 0) visit(b * kBlockSize + i, sum / weight, std::min(1.0f, weight / kLeastWeight));
        }
      },
      1);
}

void Neighbourhood::spread(std::span<const Vec3f> of_rig, std::span<Vec3f> to_liquid) const {
  for_each_liquid(of_rig, [&](size_t i, const Vec3f& value, float share) { to_liquid[i] += value * share; });
}

void Neighbourhood::even_out(std::span<const Vec3f> of_liquid, std::span<const Vec3d> means, float factor,
                             std::span<Vec3f> to_liquid) const {
  std::vector<Vec3f> of_rig(means.size());
  for (size_t i = 0; i < means.size(); ++i) of_rig[i] = static_cast<Vec3f>(means[i]);
  for_each_liquid(of_rig, [&](size_t i, const Vec3f& value, float share) {
    to_liquid[i] += (value - of_liquid[i]) * (factor * share);
  });
}

}  // namespace weir
