// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/skin_pairs.h"

#include <cmath>

namespace weir {

namespace {

constexpr double kSupport = 1.8;  // spacings
constexpr double kBeside = 1.2;   // the same on a lattice: only the cells that share a face
constexpr double kWidth = 1.6;    // of the cells that a lattice is sorted into, which would be too small otherwise

// sigma of W = sigma (1 - q^2)^3, whose integral is 1.
double normalisation(double support, int dimensions) {
  return dimensions == 2 ? 4 / (kPi * support * support) : 315 / (64 * kPi * support * support * support);
}

// The numbers below `count` that are wanted, in order, after those that are there.
template <class Wanted>
void append(size_t count, const Wanted& wanted, std::vector<uint32_t>& to) {
  std::vector<uint32_t> found(count), size((count + kBlockSize - 1) / kBlockSize);
  parallel_for_blocks(count, [&](size_t begin, size_t end) {
    size_t n = begin;
    for (size_t i = begin; i < end; ++i) {
      found[n] = static_cast<uint32_t>(i);
      n += wanted(i) ? 1 : 0;
    }
    size[begin / kBlockSize] = static_cast<uint32_t>(n - begin);
  });
  for (size_t b = 0; b < size.size(); ++b) {
    const auto from = found.begin() + static_cast<ptrdiff_t>(b * kBlockSize);
    to.insert(to.end(), from, from + size[b]);
  }
}

}  // namespace

// c_ij is V_j (-x . grad W) / r^2; on a lattice what makes the sum one of finite differences.
SkinPairs::SkinPairs(double spacing, int dimensions, SkinOn on)
    : on_(on),
      support_(static_cast<float>((on == SkinOn::lattice ? kBeside : kSupport) * spacing)),
      width_(static_cast<float>((on == SkinOn::lattice ? kWidth : kSupport) * spacing)),
      cells_(width_) {
  const double support = kSupport * spacing;
  scale_ = static_cast<float>(on == SkinOn::lattice ? 0.5 / (spacing * spacing)
                                                    : 6 * normalisation(support, dimensions) *
                                                          std::pow(spacing, dimensions) / (support * support));
}

// Those that are free and those in cells beside them, sorted by cells.
void SkinPairs::collect(std::span<const Vec3f> position, std::span<const uint8_t> free) {
  std::vector<uint32_t> kept;
  append(
      free.size(), [&](size_t i) { return free[i] != 0; }, kept);
  std::vector<Vec3f> points;
  const auto take_points = [&] {
    points.resize(kept.size());
    parallel_for(kept.size(), [&](size_t n) { points[n] = position[kept[n]]; });
  };
  take_points();
  if (!kept.empty() && kept.size() < position.size()) {
    cells_.sort(points);
    cells_.mark_reach();
    Box3f around;
    for (const Vec3f& p : points) around.include(p);
    around = around.padded(2 * width_);
    append(
        position.size(),
        [&](size_t i) {
          return !free[i] && around.contains(position[i]) && cells_.reaches(cells_.coordinates_of(position[i]));
        },
        kept);
    take_points();
  }
  const std::span<const uint32_t> order = cells_.sort(points);
  particle_.resize(kept.size());
  point_.resize(kept.size());
  parallel_for(kept.size(), [&](size_t n) {
    const uint32_t i = kept[order[n]];
    particle_[n] = i;
    point_[n] = float4(position[i], free[i] ? 0.0f : 1.0f);
  });
}

void SkinPairs::find(std::span<const Vec3f> position, std::span<const uint8_t> free) {
  collect(position, free);
  lists_.find(point_, cells_, support_);
  weight_.resize(size());
  blocks_.resize((size() + kBlockSize - 1) / kBlockSize);
  parallel_for_blocks(size(), [&](size_t begin, size_t end) { weigh(begin, end); });
}

void SkinPairs::weigh(size_t begin, size_t end) {
  Block& block = blocks_[begin / kBlockSize];
  block.begin.assign(1, 0);
  uint32_t total = 0;
  for (size_t n = begin; n < end; ++n) {
    total += is_free(n) ? lists_.count(n) : 0;
    block.begin.push_back(total);
  }
  block.pairs.resize(total + simd::kLanes);  // whole vectors are written; the next particle's follow on the last pair
  const simd::Tag d;
  const simd::IndexTag di;
  const simd::Lanes inverse = simd::set(1 / (support_ * support_)), scale = simd::set(scale_);
  for (size_t n = begin; n < end; ++n) {
    weight_[n] = 0;
    if (!is_free(n)) continue;
    const std::span<const uint32_t> list = lists_.of(n);
    const size_t count = lists_.count(n);
    const simd::Lanes x = simd::set(point_[n].x), y = simd::set(point_[n].y), z = simd::set(point_[n].z);
    simd::Lanes sum = simd::zero();
    Pair* to = block.pairs.data() + block.begin[n - begin];
    for (size_t k = 0; k < count; k += simd::kLanes) {
      simd::Lanes weight = scale;
      if (on_ == SkinOn::particles) {
        const simd::Quad q = simd::pick(point_.data(), &list[k]);
        const simd::Lanes dx = hn::Sub(q.x, x), dy = hn::Sub(q.y, y), dz = hn::Sub(q.z, z);
        const simd::Lanes r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
        const simd::Lanes rest = hn::NegMulAdd(r2, inverse, simd::set(1));
        weight = hn::Mul(scale, hn::Mul(rest, rest));
      }
      sum = hn::Add(sum, hn::IfThenElseZero(hn::FirstN(d, count - k), weight));
      hn::StoreInterleaved2(hn::LoadU(di, &list[k]), hn::BitCast(di, weight), di, &to[k].other);
    }
    weight_[n] = simd::sum(sum);
  }
}

}  // namespace weir
