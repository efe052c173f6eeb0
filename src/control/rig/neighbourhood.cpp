// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/neighbourhood.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"

namespace weir {

namespace {

constexpr size_t kFew = 64;
constexpr float kLeastWeight = 0.1f;  // that of one rig point at 0.73 of the radius

// Rig points that may be near some particles.
struct Nearby {
  std::vector<float> x, y, z, rest;
  std::vector<uint32_t> index;

  size_t size() const { return index.size(); }
  void clear() {
    x.clear(), y.clear(), z.clear();
    index.clear();
  }
  void add(const Vec3f& p, uint32_t at) {
    x.push_back(p.x), y.push_back(p.y), z.push_back(p.z);
    index.push_back(at);
  }
  // rest = 1 - distance^2 * inverse, of all.
  void measure(const Vec3f& p, float inverse) {
    rest.resize(index.size());
    const float *px = x.data(), *py = y.data(), *pz = z.data();
    float* to = rest.data();
    for (size_t n = 0; n < index.size(); ++n) {
      const float dx = px[n] - p.x, dy = py[n] - p.y, dz = pz[n] - p.z;
      to[n] = 1 - (dx * dx + dy * dy + dz * dz) * inverse;
    }
  }
};

}  // namespace

// Block by block, rig points that can be near are found first for the block, then for a few particles of it, which are
// close to each other since liquid is kept in spatial order. Each particle then measures a short plain list.
void Neighbourhood::find(std::span<const Vec3f> rig, const Liquid& liquid) {
  const std::span<const Vec3f> position = liquid.position;
  const float inverse = 1 / (radius_ * radius_);
  const auto takes = [&](size_t i) { return !liquid.only || liquid.phase[i] == *liquid.only; };
  const auto reach_of = [&](size_t first, size_t last) {
    Box3f box;
    for (size_t i = first; i < last; ++i) {
      if (takes(i)) box.include(position[i]);
    }
    return box.padded(radius_);
  };
  blocks_.resize((position.size() + kBlockSize - 1) / kBlockSize);
  parallel_for_blocks(position.size(), [&](size_t first, size_t last) {
    static thread_local Nearby few;
    Block& block = blocks_[first / kBlockSize];
    block.begin.clear();
    block.pairs.clear();
    block.touched.clear();
    const Box3f reach = reach_of(first, last);
    for (uint32_t r = 0; r < rig.size(); ++r) {
      if (reach.contains(rig[r])) block.touched.push_back(r);
    }
    block.sums.assign(block.touched.size(), {});
    for (size_t begin = first; begin < last; begin += kFew) {
      const size_t end = std::min(begin + kFew, last);
      few.clear();
      if (!block.touched.empty()) {
        const Box3f part = reach_of(begin, end);
        for (uint32_t t = 0; t < block.touched.size(); ++t) {
          const Vec3f& x = rig[block.touched[t]];
          if (part.contains(x)) few.add(x, t);
        }
      }
      for (size_t i = begin; i < end; ++i) {
        block.begin.push_back(static_cast<uint32_t>(block.pairs.size()));
        if (!takes(i) || few.size() == 0) continue;
        few.measure(position[i], inverse);
        const bool counts = liquid.mass.empty() || liquid.mass[i] > liquid.least_mass;
        // All are written, and those that are too far are written over: no branch that nobody can foresee.
        const size_t from = block.pairs.size();
        block.pairs.resize(from + few.size());
        Pair* to = block.pairs.data() + from;
        for (size_t n = 0; n < few.size(); ++n) {
          const float rest = few.rest[n];
          *to = {few.index[n], rest * rest * rest};
          to += rest > 0;
        }
        block.pairs.resize(static_cast<size_t>(to - block.pairs.data()));
        for (size_t p = from; p < block.pairs.size(); ++p) {
          Sums& sums = block.sums[block.pairs[p].rig];
          sums.weight += block.pairs[p].weight;
          if (counts) sums.greatest = std::max(sums.greatest, block.pairs[p].weight);
        }
      }
    }
    block.begin.push_back(static_cast<uint32_t>(block.pairs.size()));
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
