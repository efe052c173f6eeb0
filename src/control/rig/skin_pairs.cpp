// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/skin_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weir::rig {

namespace {

constexpr double kSupport = 1.8;  // spacings
constexpr double kBeside = 1.2;   // the same on a lattice: only the cells that share a face
constexpr double kCoarse = 2;     // spacings that coarse cells are apart
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
      spacing_(static_cast<float>(spacing)),
      coarse_volume_(std::pow(kCoarse, dimensions)),
      cells_(width_) {
  const double support = kSupport * spacing;
  scale_ = static_cast<float>(on == SkinOn::lattice ? 0.5 / (spacing * spacing)
                                                    : 6 * normalisation(support, dimensions) *
                                                          std::pow(spacing, dimensions) / (support * support));
  // The same for a kernel that is wider, with the volume of a particle.
  coarse_scale_ = scale_ / static_cast<float>(std::pow(kCoarse, dimensions + 2));
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

// Which cell of a lattice is where, in a box around those that are free and one cell more.
struct SkinPairs::LatticeTable {
  static constexpr uint32_t kNone = 0xffffffff;
  float inverse;  // 1/m
  Vec3i lower, size;
  std::vector<uint32_t> at;

  Vec3i coordinates(const Vec3f& p) const {
    return {static_cast<int>(std::floor(p.x * inverse)), static_cast<int>(std::floor(p.y * inverse)),
            static_cast<int>(std::floor(p.z * inverse))};
  }
  // kNone outside of the box.
  size_t index_of(const Vec3f& p) const {
    const Vec3i c = coordinates(p) - lower;
    const bool inside = c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < size.x && c.y < size.y && c.z < size.z;
    return inside ? static_cast<size_t>(c.x) + row() * static_cast<size_t>(c.y) + layer() * static_cast<size_t>(c.z)
                  : kNone;
  }
  size_t row() const { return static_cast<size_t>(size.x); }
  size_t layer() const { return row() * static_cast<size_t>(size.y); }
  // Of the cells that share a face with one. Those at the box's border have none beyond it: what is free is inside.
  std::array<uint32_t, 6> beside(size_t index) const {
    const auto other = [&](size_t down, bool up) {
      const size_t there = up ? index + down : index - down;  // wraps around below 0, which is beyond the end
      return there < at.size() ? at[there] : kNone;
    };
    return {other(1, false),    other(1, true),        other(row(), false),
            other(row(), true), other(layer(), false), other(layer(), true)};
  }
};

// Cells are found in a table instead of by distance. False when they are so far apart that it would be large.
bool SkinPairs::find_on_lattice(std::span<const Vec3f> position, std::span<const uint8_t> free) {
  std::vector<uint32_t> kept;
  append(
      free.size(), [&](size_t i) { return free[i] != 0; }, kept);
  LatticeTable table{1 / spacing_, {}, {}, {}};
  Box3f box;
  for (const uint32_t i : kept) box.include(position[i]);
  if (!kept.empty()) {
    const Vec3f span = box.size() / spacing_ + Vec3f{4, 4, 4};
    if (!(span.x * span.y * span.z < 8.0f * static_cast<float>(kept.size()) + 4096)) return false;
    table.lower = table.coordinates(box.lower) - Vec3i{1, 1, 1};
    table.size = table.coordinates(box.upper) - table.lower + Vec3i{2, 2, 2};
    table.at.assign(table.layer() * static_cast<size_t>(table.size.z), LatticeTable::kNone);
  }
  const size_t changed = kept.size();
  parallel_for(changed, [&](size_t n) { table.at[table.index_of(position[kept[n]])] = static_cast<uint32_t>(n); });
  const auto is_beside = [&](size_t i) {
    const size_t index = free[i] ? LatticeTable::kNone : table.index_of(position[i]);
    if (index == LatticeTable::kNone) return false;
    const std::array<uint32_t, 6> others = table.beside(index);
    return std::any_of(others.begin(), others.end(), [](uint32_t n) { return n != LatticeTable::kNone; });
  };
  append(changed > 0 ? position.size() : 0, is_beside, kept);
  particle_ = kept;
  point_.resize(size());
  weight_.resize(size());
  parallel_for(size(), [&](size_t n) { point_[n] = float4(position[kept[n]], n < changed ? 0.0f : 1.0f); });
  for (size_t n = changed; n < size(); ++n) {
    table.at[table.index_of(position[kept[n]])] = static_cast<uint32_t>(n);
  }
  blocks_.resize((size() + kBlockSize - 1) / kBlockSize);
  parallel_for_blocks(size(), [&](size_t begin, size_t end) { weigh_on_lattice(table, begin, end); });
  return true;
}

void SkinPairs::weigh_on_lattice(const LatticeTable& table, size_t begin, size_t end) {
  Block& block = blocks_[begin / kBlockSize];
  block.begin.assign(1, 0);
  block.pairs.clear();
  for (size_t n = begin; n < end; ++n) {
    if (is_free(n)) {
      for (const uint32_t other : table.beside(table.index_of(xyz(point_[n])))) {
        if (other != LatticeTable::kNone) block.pairs.push_back({other, scale_});
      }
    }
    weight_[n] = scale_ * static_cast<float>(block.pairs.size() - block.begin.back());
    block.begin.push_back(static_cast<uint32_t>(block.pairs.size()));
  }
}

void SkinPairs::find(std::span<const Vec3f> position, std::span<const uint8_t> free, std::span<const uint8_t> coarse) {
  is_coarse_.clear();
  if (has_coarse_near(position, free, coarse)) return find_mixed(position, free, coarse);
  if (on_ == SkinOn::lattice && find_on_lattice(position, free)) return;
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
        const simd::Lanes dx = q.x - x, dy = q.y - y, dz = q.z - z;
        const simd::Lanes r2 = simd::mul_add(dx, dx, simd::mul_add(dy, dy, dz * dz));
        const simd::Lanes rest = simd::neg_mul_add(r2, inverse, simd::set(1));
        weight = scale * (rest * rest);
      }
      sum += simd::first(count - k) ? weight : simd::zero();
      simd::store_pairs(simd::load<simd::Indices>(&list[k]), weight, &to[k]);
    }
    weight_[n] = simd::sum(sum);
  }
}

}  // namespace weir::rig
