// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/neighbours.h"

#include <algorithm>
#include <bit>

#include "base/simd_wide.h"

namespace weir::sph {

namespace {

using simd::kWide;
using simd::Wide;
using simd::WideIndices;

// Rounded alike for boxes and for points, so that no neighbour is left out before it is looked at.
WEIR_INLINE Wide squared_length(Wide x, Wide y, Wide z) { return simd::mul_add(x, x, simd::mul_add(y, y, z * z)); }

// From the least to the greatest of a coordinate over a range of points.
struct Extent {
  float least, greatest;

  Extent(const std::vector<float>& coordinate, const Cells::Range& range) {
    const auto [a, b] = std::minmax_element(coordinate.begin() + range.begin, coordinate.begin() + range.end);
    least = *a, greatest = *b;
  }
  WEIR_INLINE Wide distance(Wide v) const { return simd::max(Wide{}, simd::max(least - v, v - greatest)); }
};

}  // namespace

// What can be a neighbour of a cell's points, side by side; and the lists made of it.
struct Neighbours::Scratch {
  std::vector<float> x, y, z;
  std::vector<uint32_t> index;
  size_t count = 0;
  std::vector<uint32_t> list;
  size_t listed = 0;

  // Of the points around, those within reach of the box around the cell's own: about half.
  void gather(const Neighbours& lists, const Cells::Around& around, const Cells::Range& own, float support) {
    size_t most = 2 * kWide;
    for (size_t r = 0; r < around.count; ++r) most += around.range[r].end - around.range[r].begin;
    if (x.size() < most) {
      for (auto* array : {&x, &y, &z}) array->resize(most);
      index.resize(most);
    }
    const Extent along_x(lists.x_, own), along_y(lists.y_, own), along_z(lists.z_, own);
    const Wide reach = simd::set_wide(support * support);
    count = 0;
    for (size_t r = 0; r < around.count; ++r) {
      const uint32_t begin = around.range[r].begin, end = around.range[r].end;
      for (uint32_t k = begin; k < end; k += kWide) {
        const Wide px = simd::load<Wide>(&lists.x_[k]), py = simd::load<Wide>(&lists.y_[k]),
                   pz = simd::load<Wide>(&lists.z_[k]);
        const Wide r2 = squared_length(along_x.distance(px), along_y.distance(py), along_z.distance(pz));
        const uint32_t near = simd::bits_below(r2, reach) & simd::first_bits(end - k);
        simd::store_chosen(px, near, &x[count]);
        simd::store_chosen(py, near, &y[count]);
        simd::store_chosen(pz, near, &z[count]);
        simd::store_chosen(simd::count_from(k), near, &index[count]);
        count += static_cast<size_t>(std::popcount(near));
      }
    }
    std::fill_n(x.begin() + static_cast<ptrdiff_t>(count), kWide, 1e30f);  // out of anyone's reach
  }

  // Appends the neighbours of particle i; returns how many they are.
  uint32_t append(uint32_t i, const Vec3f& p, float support) {
    const Wide reach = simd::set_wide(support * support);
    if (list.size() < listed + count + 2 * kWide) list.resize(2 * (listed + count) + 1024);
    uint32_t* out = list.data() + listed;
    size_t found = 0;
    for (size_t k = 0; k < count; k += kWide) {
      const Wide dx = simd::load<Wide>(&x[k]) - p.x, dy = simd::load<Wide>(&y[k]) - p.y,
                 dz = simd::load<Wide>(&z[k]) - p.z;
      const WideIndices j = simd::load<WideIndices>(&index[k]);
      const uint32_t near = simd::bits_below(squared_length(dx, dy, dz), reach) & ~simd::bits_equal(j, i);
      simd::store_chosen(j, near, out + found);
      found += static_cast<size_t>(std::popcount(near));
    }
    const size_t whole = (found + simd::kLanes - 1) / simd::kLanes * simd::kLanes;
    std::fill(out + found, out + whole, i);
    listed += whole;
    return static_cast<uint32_t>(found);
  }
};

void Neighbours::find_block(size_t begin, size_t end, const Cells& cells, float support, Scratch& scratch) {
  Block& block = blocks_[begin / kBlock];
  const std::span<uint32_t> count = std::span(count_).subspan(begin, end - begin);
  scratch.listed = 0;
  size_t cell = cells.containing(static_cast<uint32_t>(begin));
  bool entered = false;
  for (size_t n = 0; n < count.size(); ++n) {
    const auto i = static_cast<uint32_t>(begin + n);
    if (i >= cells.end(cell)) {
      ++cell;
      entered = false;
    }
    if (!entered) {
      scratch.gather(*this, cells.around(cells.coordinates(cell)), {cells.begin(cell), cells.end(cell)}, support);
    }
    entered = true;
    block.begin[n] = static_cast<uint32_t>(scratch.listed);
    count[n] = scratch.append(i, {x_[i], y_[i], z_[i]}, support);
  }
  std::fill(block.begin.begin() + static_cast<ptrdiff_t>(count.size()), block.begin.end(),
            static_cast<uint32_t>(scratch.listed));
  block.index.assign(scratch.list.begin(), scratch.list.begin() + static_cast<ptrdiff_t>(scratch.listed));
}

void Neighbours::find(std::span<const Float4> position, const Cells& cells, float support) {
  const size_t n = position.size();
  blocks_.resize((n + kBlock - 1) / kBlock);
  count_.resize(n);
  for (auto* array : {&x_, &y_, &z_}) array->resize(n + kWide);
  parallel_for(n, [&](size_t i) { x_[i] = position[i].x, y_[i] = position[i].y, z_[i] = position[i].z; });
  const auto find_range = [&](size_t begin, size_t end) {
    thread_local Scratch scratch;
    find_block(begin, end, cells, support, scratch);
  };
  parallel_for_blocks(n, find_range, kBlock);
}

}  // namespace weir::sph
