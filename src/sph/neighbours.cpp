// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/neighbours.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/simd_wide.h"
#include "weir/base/error.h"

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

constexpr size_t kMostAround = 1 << 16;
constexpr uint32_t kNowhere = 0xffffffff;

}  // namespace

// What can be a neighbour of a block's points, side by side; of these, what can be one of a cell's; and the lists made
// of it. Ranges are places among those around the block.
struct Neighbours::Scratch {
  struct CellsAround {
    std::array<uint32_t, 27> cell;
    size_t count;
  };
  std::vector<CellsAround> own;  // for each cell of the block
  std::vector<uint32_t> cells;   // all of them
  std::vector<uint32_t> place;   // of the first particle of a cell, or nowhere
  std::vector<float> around_x, around_y, around_z;

  std::vector<float> x, y, z;
  std::vector<uint32_t> index;
  size_t count = 0;
  std::vector<uint32_t> list;
  size_t listed = 0;

  // Those around the cells from `first` to `last`, in the order of all particles: ranges that touch there touch here.
  void collect(const Cells& all, size_t first, size_t last, std::span<const Float4> position,
               std::vector<uint32_t>& around) {
    if (place.size() < all.size()) place.resize(all.size(), kNowhere);
    own.resize(last - first + 1);
    cells.clear();
    for (size_t c = first; c <= last; ++c) {
      CellsAround& found = own[c - first];
      found.count = all.cells_around(all.coordinates(c), found.cell);
      for (size_t k = 0; k < found.count; ++k) {
        if (std::exchange(place[found.cell[k]], 0) == kNowhere) cells.push_back(found.cell[k]);
      }
    }
    std::sort(cells.begin(), cells.end());
    size_t size = 0;
    for (const uint32_t c : cells) {
      place[c] = static_cast<uint32_t>(size);
      size += all.end(c) - all.begin(c);
    }
    if (size > kMostAround) {
      forget();
      throw RunError("particles are too close together: there are more than 65536 around a few of them");
    }
    around.resize(size);
    for (auto* array : {&around_x, &around_y, &around_z}) array->resize(size + kWide);
    size_t at = 0;
    for (const uint32_t c : cells) {
      for (uint32_t i = all.begin(c); i < all.end(c); ++i, ++at) {
        around[at] = i;
        around_x[at] = position[i].x, around_y[at] = position[i].y, around_z[at] = position[i].z;
      }
    }
  }
  void forget() {
    for (const uint32_t c : cells) place[c] = kNowhere;
  }

  Cells::Range range_of(const Cells& all, uint32_t cell) const {
    return {place[cell], place[cell] + all.end(cell) - all.begin(cell)};
  }

  // Of the points in the cells around one, those within reach of the box around the cell's own: about half.
  void gather(const Cells& all, const CellsAround& around, const Cells::Range& box, float support) {
    size_t most = 2 * kWide;
    for (size_t k = 0; k < around.count; ++k) most += all.end(around.cell[k]) - all.begin(around.cell[k]);
    if (x.size() < most) {
      for (auto* array : {&x, &y, &z}) array->resize(most);
      index.resize(most);
    }
    const Extent along_x(around_x, box), along_y(around_y, box), along_z(around_z, box);
    const Wide reach = simd::set_wide(support * support);
    count = 0;
    for (size_t next = 0; next < around.count;) {
      Cells::Range range = range_of(all, around.cell[next++]);
      while (next < around.count && place[around.cell[next]] == range.end) {
        range.end = range_of(all, around.cell[next++]).end;
      }
      for (uint32_t k = range.begin; k < range.end; k += kWide) {
        const Wide px = simd::load<Wide>(&around_x[k]), py = simd::load<Wide>(&around_y[k]),
                   pz = simd::load<Wide>(&around_z[k]);
        const Wide r2 = squared_length(along_x.distance(px), along_y.distance(py), along_z.distance(pz));
        const uint32_t near = simd::bits_below(r2, reach) & simd::first_bits(range.end - k);
        simd::store_chosen(px, near, &x[count]);
        simd::store_chosen(py, near, &y[count]);
        simd::store_chosen(pz, near, &z[count]);
        simd::store_chosen(simd::count_from(k), near, &index[count]);
        count += static_cast<size_t>(std::popcount(near));
      }
    }
    std::fill_n(x.begin() + static_cast<ptrdiff_t>(count), kWide, 1e30f);  // out of anyone's reach
  }

  // Appends the neighbours of the particle at a place; returns how many they are.
  uint32_t append(uint32_t own_place, float support) {
    const float px = around_x[own_place], py = around_y[own_place], pz = around_z[own_place];
    const Wide reach = simd::set_wide(support * support);
    if (list.size() < listed + count + 2 * kWide) list.resize(2 * (listed + count) + 1024);
    uint32_t* out = list.data() + listed;
    size_t found = 0;
    for (size_t k = 0; k < count; k += kWide) {
      const Wide dx = simd::load<Wide>(&x[k]) - px, dy = simd::load<Wide>(&y[k]) - py,
                 dz = simd::load<Wide>(&z[k]) - pz;
      const WideIndices j = simd::load<WideIndices>(&index[k]);
      const uint32_t near = simd::bits_below(squared_length(dx, dy, dz), reach) & ~simd::bits_equal(j, own_place);
      simd::store_chosen(j, near, out + found);
      found += static_cast<size_t>(std::popcount(near));
    }
    const size_t whole = (found + simd::kLanes - 1) / simd::kLanes * simd::kLanes;
    std::fill(out + found, out + whole, own_place);
    listed += whole;
    return static_cast<uint32_t>(found);
  }
};

void Neighbours::find_block(std::span<const Float4> position, size_t begin, const Cells& cells, float support,
                            Scratch& scratch) {
  Block& block = blocks_[begin / kBlock];
  const size_t end = std::min(begin + kBlock, count_.size());
  const size_t first = cells.containing(static_cast<uint32_t>(begin)),
               last = cells.containing(static_cast<uint32_t>(end - 1));
  scratch.collect(cells, first, last, position, block.around);
  scratch.listed = 0;
  for (size_t cell = first; cell <= last; ++cell) {
    const Cells::Range own = scratch.range_of(cells, static_cast<uint32_t>(cell));
    scratch.gather(cells, scratch.own[cell - first], own, support);
    const size_t from = std::max<size_t>(begin, cells.begin(cell)), to = std::min<size_t>(end, cells.end(cell));
    for (size_t i = from; i < to; ++i) {
      block.begin[i - begin] = static_cast<uint32_t>(scratch.listed);
      count_[i] = scratch.append(own.begin + static_cast<uint32_t>(i - cells.begin(cell)), support);
    }
  }
  scratch.forget();
  std::fill(block.begin.begin() + static_cast<ptrdiff_t>(end - begin), block.begin.end(),
            static_cast<uint32_t>(scratch.listed));
  block.index.resize(scratch.listed);
  std::transform(scratch.list.begin(), scratch.list.begin() + static_cast<ptrdiff_t>(scratch.listed),
                 block.index.begin(), [](uint32_t k) { return static_cast<uint16_t>(k); });
}

void Neighbours::find(std::span<const Float4> position, const Cells& cells, float support) {
  const size_t n = position.size();
  blocks_.resize((n + kBlock - 1) / kBlock);
  count_.resize(n);
  const auto find_range = [&](size_t begin, size_t) {
    thread_local Scratch scratch;
    find_block(position, begin, cells, support, scratch);
  };
  parallel_for_blocks(n, find_range, kBlock);
}

std::span<const uint32_t> Neighbours::of(size_t i) const {
  thread_local std::vector<uint32_t> list;
  const Lists lists = lists_of_block(i);
  const std::span<const uint16_t> places = lists.of(i);
  if (list.size() < places.size()) list.resize(places.size());
  for (size_t k = 0; k < places.size(); ++k) list[k] = lists.around[places[k]];
  return {list.data(), places.size()};
}

}  // namespace weir::sph
