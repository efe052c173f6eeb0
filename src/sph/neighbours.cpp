// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/neighbours.h"

#include <algorithm>

namespace weir::sph {

// Candidates are looked through in vectors as wide as the machine has them, however wide those of the passes are.
namespace {
using Wide = hn::CappedTag<float, 16>;
using WideIndex = hn::Rebind<uint32_t, Wide>;
constexpr size_t kWide = hn::MaxLanes(Wide());

// From the least to the greatest of a coordinate over a range of points.
struct Extent {
  float least, greatest;

  Extent(const std::vector<float>& coordinate, const Cells::Range& range) {
    const auto [a, b] = std::minmax_element(coordinate.begin() + range.begin, coordinate.begin() + range.end);
    least = *a, greatest = *b;
  }
  HWY_INLINE hn::Vec<Wide> distance(hn::Vec<Wide> v) const {
    const Wide d;
    return hn::Max(hn::Zero(d), hn::Max(hn::Sub(hn::Set(d, least), v), hn::Sub(v, hn::Set(d, greatest))));
  }
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
    const Wide d;
    const WideIndex di;
    const Extent along_x(lists.x_, own), along_y(lists.y_, own), along_z(lists.z_, own);
    const auto reach = hn::Set(d, support * support);
    count = 0;
    for (size_t r = 0; r < around.count; ++r) {
      const uint32_t begin = around.range[r].begin, end = around.range[r].end;
      for (uint32_t k = begin; k < end; k += kWide) {
        const auto px = hn::LoadU(d, &lists.x_[k]), py = hn::LoadU(d, &lists.y_[k]), pz = hn::LoadU(d, &lists.z_[k]);
        const auto dx = along_x.distance(px), dy = along_y.distance(py), dz = along_z.distance(pz);
        // Rounded as in append(), so that nothing is left out that is near there.
        const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
        const auto near = hn::And(hn::Lt(r2, reach), hn::FirstN(d, end - k));
        hn::StoreU(hn::Compress(px, near), d, &x[count]);
        hn::StoreU(hn::Compress(py, near), d, &y[count]);
        hn::StoreU(hn::Compress(pz, near), d, &z[count]);
        hn::StoreU(hn::Compress(hn::Iota(di, k), hn::RebindMask(di, near)), di, &index[count]);
        count += hn::CountTrue(d, near);
      }
    }
    std::fill_n(x.begin() + static_cast<ptrdiff_t>(count), kWide, 1e30f);  // out of anyone's reach
  }

  // Appends the neighbours of particle i; returns how many they are.
  uint32_t append(uint32_t i, const Vec3f& p, float support) {
    const Wide d;
    const WideIndex di;
    const auto px = hn::Set(d, p.x), py = hn::Set(d, p.y), pz = hn::Set(d, p.z);
    const auto reach = hn::Set(d, support * support);
    const auto self = hn::Set(di, i);
    if (list.size() < listed + count + 2 * kWide) list.resize(2 * (listed + count) + 1024);
    uint32_t* out = list.data() + listed;
    size_t found = 0;
    for (size_t k = 0; k < count; k += kWide) {
      const auto dx = hn::Sub(hn::LoadU(d, &x[k]), px);
      const auto dy = hn::Sub(hn::LoadU(d, &y[k]), py);
      const auto dz = hn::Sub(hn::LoadU(d, &z[k]), pz);
      const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
      const auto j = hn::LoadU(di, &index[k]);
      const auto near = hn::AndNot(hn::Eq(j, self), hn::RebindMask(di, hn::Lt(r2, reach)));
      hn::StoreU(hn::Compress(j, near), di,
                 out + found);  // not CompressStore: microcode on some CPUs, ten times slower
      found += hn::CountTrue(di, near);
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
